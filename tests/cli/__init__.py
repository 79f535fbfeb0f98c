"""Tests of the command line, as people and scripts use it."""
