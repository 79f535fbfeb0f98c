"""The same seeds through both engines."""
