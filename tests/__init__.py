"""Tests; docs/internals/tests.md describes them."""
