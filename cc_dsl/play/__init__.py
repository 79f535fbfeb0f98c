"""Games that people play: one session for terminal and page, and its records.

session    a game, its players, and what each of them has heard: moves, strokes, refusals, takebacks
records    records read from files, replayed, and written after each move
"""
