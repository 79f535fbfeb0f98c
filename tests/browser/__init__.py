"""Checks of the built edition in a browser."""
