"""The made edition as a browser shows it."""
