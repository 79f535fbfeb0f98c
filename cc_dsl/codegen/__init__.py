"""Write a model as Python over flat integers, to be run as it is or compiled by Numba.

    each player's score grows by the number of cards in his store.      the rule

    for p1 in range(2):                                                 what is written for it
        score_now[p1] += store_in[p1].bit_count()

A place is a set of pieces, which is one integer with a bit for each; a number, a role or a definition that is settled
is another.  All lie in one vector.  Each line below knows only the lines under it.

    source                         one module of generated source
    simulation                     what computer players need to simulate games
    stepper                        a game that waits for its answers
    blocks                         the blocks of one body
    vector_emitter                 places in the vector, blocks by number, questions
    shared                         bodies, inline or as functions
    acts                           what is done, as statements
    changes, observing             what changes a position; what the world answers
    game_emitter                   a whole game, answered at random
    emitter                        terms, each class by its function
    memos, subexpressions          memos of what is asked of some pieces; common subexpressions of a position
    groups                         groups in loops, and the best of them
    conditions                     what is said, as expressions
    things
    ranking                        how things rank, and extremes
    masks                          sets as bits
    locations                      where pieces may lie when they are moved
    writer                         lines, names, tables, functions
    frames                         texts of slots, and what is known of them
    target                         how plain Python and Numba write the same
    flat                           where in one vector everything lies
    native                         what generated source calls under Numba
    lean, instructions, checked    passes of Numba, single instructions, files with checksums
    runtime                        what generated source calls
    faults                         what goes wrong in compiling
"""
