"""Adapters that present any rules file as a game in a framework for game research; each is an extra."""
