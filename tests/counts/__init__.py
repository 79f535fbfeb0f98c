"""Exact counts against facts that were found without the package."""
