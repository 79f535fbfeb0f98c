"""Run generated source, as plain Python or as machine code by Numba: whole games, step by step, and exact counts.

Each line knows only the lines under it.

    games, steps                   compiled rules, ready to play, or to be answered question by question
    exact_counts                   counts over all ways to lay pieces, by classes of sides
    slicing                        what is asked of one side alone
    source_cache                   generated source and compiled modules on disk
    machine                        machine code that runs without Numba
"""
