"""Random rules files: they are well-typed, use every sentence of the language, and are played by every engine.

`rows.py` has one row for each way to write a phrase, a condition, an act or a sentence; `writing.py` fills the holes of
rows with what fits; `world.py` has the names; `programs.py` makes whole files; `coverage.py` tells which sentences a
file contains; `playing.py` compares engines; `shrinking.py` makes a file small.  `python -m tests.fuzz` runs them.
"""
