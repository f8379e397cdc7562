"""How fast the service is, as ratios to floors measured in the same run: make bench."""
