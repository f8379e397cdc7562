"""The HTTP interface, one file a noun."""
