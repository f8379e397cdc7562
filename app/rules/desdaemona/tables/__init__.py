"""The tables of Standardized dice rolls, a file each. Change a row here, and the game plays it."""
