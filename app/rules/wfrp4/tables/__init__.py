"""The tables of WFRP 4, a file each. Change a row here, and the game plays it."""
