"""Make functions of a model: each term, condition and act becomes a closure over the position.

Each line knows only the lines under it.

    runtime                        all that is made once for rules and used for every game
    steps                          bodies in which somebody is asked: there play waits
    tracing, reasons               the same closures once more, which record why; the words of reasons
    acts, changes                  what is done
    observing                      what the world can answer
    terms                          things and conditions
    builder                        the names of a model: definitions, predicates, rankings, groups
    state                          the position, and the groups of pieces in it

Two builders make closures of one model: `Builder` records nothing, `TracingBuilder` every decision with those on
which it rests, with the sentences of the rules, and with a mask of the pieces that it examined.
"""
