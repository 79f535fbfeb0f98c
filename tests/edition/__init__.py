"""Tests of the edition: what the pages show, and how they are made."""
