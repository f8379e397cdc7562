"""The one grammar of text commands, for every ruleset: `!attack orc-1 with bow, rolled 8`.

A word stands for an action, and what follows it fills the action's fields. What comes right after
the word is its first field; `with`, `at` and `to` lead to others, and the name of any field leads
to that one (`zone 2`, `zone=2`). `+2` and `@75%` speak for themselves. Rulesets have words, not
parsers: the fields of their actions say what can be said.

    command = "!" word { field | link value | name value | ±number | @number% | mark }

A value goes on to the next link or name; in quotation marks it may be anything.
"""
