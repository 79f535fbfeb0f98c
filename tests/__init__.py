"""Tests; docs/internals/tests.md is the map."""
