"""From characters to nodes, and back to the one canonical layout."""
