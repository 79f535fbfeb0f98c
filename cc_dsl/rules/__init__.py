"""What the rules mean: names resolved, kinds checked, clauses linked, readings chosen."""
