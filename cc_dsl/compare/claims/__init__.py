"""Claims that others have printed about the games, tested by running the rules."""
