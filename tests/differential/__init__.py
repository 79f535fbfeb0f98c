"""The same seeds in all engines."""
