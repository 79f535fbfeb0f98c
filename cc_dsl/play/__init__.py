"""Games that people play: one session for terminal and page, and the records that are written of it.

session    a game, its players, and what each of them has been told: moves, strokes, refusals, takebacks
records    records read from files, replayed, and written after each move
"""
