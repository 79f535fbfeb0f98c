"""What play shows of two editions: one change at a time, smallest partings, counts, and the weight of readings."""
