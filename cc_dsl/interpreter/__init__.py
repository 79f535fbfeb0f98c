"""Run the core program one decision at a time, and record the clauses behind each decision.

Each line knows only the lines under it.

    players                        computer players
    engine, past, watching         a game: its record and takebacks, what is observed of it
    moves                          answers as people write them, and refusals
    present                        the question, the answers allowed, and what is seen
    judge  |  views                questions about pieces laid out; what each player sees
    runtime                        all that is made once for rules and used for every game
    steps                          bodies in which somebody is asked: there play waits
    acts, changes                  what is done
    tracing, reasons, looking      the same closures once more, which write down why, and on which pieces it rests
    confiding                      secrets in reasons
    terms, things, conditions, groups
    state                          the position

Three builders make closures of one model: `Builder` writes nothing down, `Noting` a list of sources, `Reasoning` a
tree of decisions.
"""
