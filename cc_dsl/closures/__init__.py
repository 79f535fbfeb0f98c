"""Convert a model to functions: each term, condition and act becomes a closure over the position.

Each line imports only the lines below it.

    runtime                        everything that is made once for rules and used in every game
    steps                          bodies with questions, at which play waits
    tracing_builder                the same closures, recording reasons
    acts, changes                  acts, and changes of the position
    observations                   the answers of the world
    terms                          things and conditions
    builder                        the names of a model: definitions, predicates, rankings, groups
    reasons                        decisions with their reasons, and their words
    listener_names                 the names of players and pieces for a listener
    state                          the position, and the groups of pieces in it

Two builders make the closures of a model: `Builder` records nothing, `TracingBuilder` records every decision with its
reasons, the sentences of the rules, and a mask of the pieces that it examined.
"""
