"""Tests of the files to take away."""
