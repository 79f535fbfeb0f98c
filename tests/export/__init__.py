"""Tests of the exported files."""
