"""Write a model as Python over flat integers, to be run as it is or compiled by Numba.

    each player's score grows by the number of cards in his store.      the rule

    for p1 in range(2):                                                 what is written for it
        score_now[p1] += store_in[p1].bit_count()

A place is a set of pieces, which is one integer with a bit for each; a number, a role or a definition that is settled
is another.  All lie in one vector.  Each line below knows only the lines under it.

    source                         one module of generated source
    simulation                     what computer players need to simulate games
    stepper                        a game that waits for its answers
    acts                           what is done, as statements
    changes                        what changes a position
    game_emitter                   a whole game, answered at random
    emitter                        what is computed once for a position: best groups and common subexpressions
    groups                         groups in loops, and the best of them
    conditions, things             terms as expressions
    ranking                        how things rank, and extremes
    masks                          sets as bits
    locations                      where pieces may lie when they are moved
    writer                         lines, names, tables, functions, and what is known where they are written
    target                         how plain Python and Numba write the same
    flat                           where in one vector everything lies
    native                         what generated source calls under Numba
    numba_forms                    the inner forms of Numba: its passes, its files, its machine code
    runtime                        what generated source calls
    faults                         what goes wrong in compiling
"""
