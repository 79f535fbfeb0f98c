"""Worked cases of an edition: read, resolved with its rules, and tested; and everything else that `check` tests."""
