"""The printed tables of Magickal, a file each. Change a row here, and the game plays it."""
