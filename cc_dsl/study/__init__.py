"""Statistics of compiled rules: exact counts, and many simulated games."""
