"""Adapters that present any rules file as a game of other frameworks for game research; each is an extra."""
