"""Facts, analyses and the core program of resolved rules, shared by interpreter and compiler.

Each line imports only the lines below it.

    ordering                       the places whose order play can read
    blocks                         the blocks of a body, cut at its questions
    leads                          the number by which a player is ahead
    groups                         which pieces are compatible, and what play asks about groups
    secrets                        hidden knowledge: sights, and whether a game hides anything
    program                        procedures and happenings, lowered to a few operations
    symbols                        every name: its meaning, and where it is introduced, changed and used
    bounds  |  places              the bounds of numbers; where pieces lie
    seating                        literals, domains and tables, made once for a number of players
    facts  |  runs                 the table of facts about classes of terms; the stretches of an order

`tests/architecture/test_facts.py` fails while a class of terms is missing in a table.
"""
