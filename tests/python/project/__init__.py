"""A program of a user who has only the package."""
