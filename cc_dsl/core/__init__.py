"""Facts, analyses and the core program of resolved rules, shared by interpreter and compiler.

Each line knows only the lines under it.

    ordering                       the places whose order play can come to read
    cutting                        the blocks of a body, cut at its questions
    groups                         which pieces can stand in one together, and what is asked of them
    secrets                        what not all know: cells, sights, and whether a game hides anything
    program                        what procedures and happenings do, in a few operations
    symbols                        every name: what it names, where it is introduced, changed and used
    bounds  |  places              between what bounds a number stays; where pieces lie
    seating                        literals, domains and tables, made once for a number of players
    facts  |  runs                 one table: what each class of terms gives and reads; the stretches of an order

A class of terms that a table lacks is found by `tests/architecture/test_facts.py`.
"""
