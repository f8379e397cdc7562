"""The printed tables of Tides of Ichor, a file each. Change a row here, and the game plays it."""
