"""Decisions, answers and positions in words, for a terminal, a page and programs, in the words of the rules."""
