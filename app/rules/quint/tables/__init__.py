"""The tables of Quints, a file each."""
