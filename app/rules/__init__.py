"""One package a ruleset. They know nothing of each other; only the registry knows them."""
