"""Tests of the package as a user of Python uses it."""
