"""Two editions of the corpus side by side: their words, their rules, and what becomes of them in play."""
