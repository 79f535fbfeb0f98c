"""Resolve rules: look up names, check kinds, link clauses, choose readings."""
