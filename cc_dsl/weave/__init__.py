"""Edition blocks as data: each clause with everything that hangs on it, for whoever sets it in type."""
