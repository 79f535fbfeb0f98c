"""Files, places in them, and the printed words of an edition, clause by clause: read and verified only."""
