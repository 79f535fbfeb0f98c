"""Run the core program one decision at a time, and record the clauses behind each decision.

Each line knows only the lines under it.

    players                        computer players
    engine, moves                  a game, its record, its answers and refusals
    judge  |  views                questions about pieces laid out; what each player sees
    runtime                        all that is made once for rules and used for every game
    acts, steps, changes           what is done; where somebody is asked, play waits
    tracing, reasons, looking      the same closures once more, which write down why, and on which pieces it rests
    terms, things, conditions, groups
    state                          the position

Three builders make closures of one model: `Builder` writes nothing down, `Noting` a list of sources, `Reasoning` a
tree of decisions.
"""
