"""The package as somebody uses it who writes Python."""
