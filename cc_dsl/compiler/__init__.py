"""Run generated source, as plain Python or as machine code by Numba: whole games, single steps, and exact counts.

Each line imports only the lines below it.

    games, steps                   compiled rules that play whole games, or question by question
    exact_counts                   counts over all ways to lay pieces, by classes of sides
    slices                         the parts of a question that read one side only
    source_cache                   generated source and compiled modules on disk
    machine                        machine code that runs without Numba
"""
