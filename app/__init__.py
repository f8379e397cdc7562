"""Tiltyard: a combat referee for tabletop role-playing games, as a web service."""

__version__ = "0.1.0"
