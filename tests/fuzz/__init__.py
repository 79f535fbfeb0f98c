"""Games that are changed at random, and spoilt files: every engine plays them alike, or they are refused.

`programs.py` changes games; `coverage.py` tells which sentences a file contains; `playing.py` compares engines;
`shrinking.py` makes a file small; `spoiling.py` spoils files.  `python -m tests.fuzz` plays as many as are wanted.
"""
