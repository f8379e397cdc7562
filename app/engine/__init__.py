"""The toolbox that rulesets are built from: pure, standard library only.

Nothing here reads a clock, draws chance from the system, or knows of a database or of HTTP.
"""
