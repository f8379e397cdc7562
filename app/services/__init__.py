"""What the service does, one file a noun. `referee` is the only place that records a decision."""
