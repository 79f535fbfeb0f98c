"""Generate Python over flat integers from a model, to be run directly or compiled by Numba.

    each player's score grows by the number of cards in his store.      the rule

    for p1 in range(2):                                                 the generated source
        score_now[p1] += store_in[p1].bit_count()

A place is a set of pieces, one integer with a bit for each piece; a number, a role or a settled definition is another
integer. All are elements of one vector. Each line imports only the lines below it.

    source                         one module of generated source
    simulation                     functions with which computer players simulate games
    stepper                        a game that stops at its questions
    acts                           acts as statements
    changes                        acts that change a position
    game_emitter                   a whole game, answered at random
    emitter                        best groups and common subexpressions, computed once for a position
    groups                         groups in loops, and the best of them
    conditions, things             terms as expressions
    ranking                        rankings and extremes
    masks                          sets as bits
    locations                      where pieces may lie when they are moved
    writer                         lines, names, tables, functions, and the facts known at each point
    target                         the operations that differ between plain Python and Numba
    flat                           the layout of the vector
    native                         the runtime of generated source under Numba
    numba_forms                    the internals of Numba: its passes, its files, its machine code
    runtime                        the runtime of generated source
    faults                         errors of the compiler
"""
