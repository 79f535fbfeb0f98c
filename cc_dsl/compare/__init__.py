"""Compare two editions of the corpus in their words, their rules and their play."""
