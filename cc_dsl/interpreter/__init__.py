"""Runs the model one decision at a time, and says for each decision which clauses made it.

    engine   |  judge       a game; a question put to pieces laid by hand
    players  |  views       computer players; what each player sees
    acts                    what is done: steps between which play can wait for an answer
    reasons                 the same closures, but they write down why
    groups                  combinations of pieces, compared by rank and by deciders
    terms    |  conditions  things and conditions as Python closures
    state                   the position
"""
