"""Exact counts compared with results of independent programs."""
