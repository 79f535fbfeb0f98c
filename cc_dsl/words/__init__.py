"""Decisions, answers and positions in words, for a terminal, a page and programs; every word comes from the rules."""
