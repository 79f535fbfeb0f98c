"""Run the core program one decision at a time, and record the clauses behind each decision.

Each line knows only the lines under it.

    engine, past, watching         a game: its record and takebacks, what is observed of it
    moves                          answers as people write them, and refusals
    present                        the question, the answers allowed, and what is seen
    judge  |  views                questions about pieces laid out; what each player sees
    runtime                        all that is made once for rules and used for every game
    steps                          bodies in which somebody is asked: there play waits
    tracing, reasons               the same closures once more, which record why; the words of reasons
    acts, changes                  what is done
    observing                      what the world can answer
    terms                          things and conditions
    closures                       the names of a model: definitions, predicates, rankings, groups
    state, groups                  the position, and the groups of pieces in it

Two builders make closures of one model: `PlainBuilder` records nothing, `TracingBuilder` every decision with those on
which it rests, with the sentences of the rules, and with a mask of the pieces that it examined.
"""
