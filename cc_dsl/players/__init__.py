"""Computer players: random, greedy and search, the hints that greedy gives, and their seats at a table.

They know no game.  Of a position they know what their seat shows them (`seats.py`).  They simulate games
(`simulation.py`) in the interpreter or in compiled rules (`compiled.py`), by functions that are written once for both
(`kernels.py`).
"""
