"""Random changes of games and damaged files: all engines play them alike, or they are refused.

`programs.py` changes games; `coverage.py` lists the sentences of a file; `playing.py` compares engines; `shrinking.py`
reduces a file; `spoiling.py` damages files.  `python -m tests.fuzz --programs N` plays N changed games.
"""
