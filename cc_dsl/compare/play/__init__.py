"""Compare two editions in play: single changes, smallest separating deals, counts, and effects of readings."""
