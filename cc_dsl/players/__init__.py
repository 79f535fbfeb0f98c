"""Computer players: random, greedy and search, the hints that greedy gives, and their seats at a table.

They contain no knowledge of any game, and see only what their seat shows of a position (`seats.py`). They simulate
games (`simulation.py`) in the interpreter or in compiled rules (`compiled_engine.py`), with functions that are written
once for both (`kernels.py`).
"""
