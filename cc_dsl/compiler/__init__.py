"""Turns the model into flat integers and generated Python, run as it is or compiled by Numba.

Each line knows only the lines under it.

    games                          compiled rules, ready to play
    kept                           modules on disk, under a hash of what they hold
    source                         one module of generated source
    player                         a whole game, answered at random
    acts, changes                  what is done, as statements
    whereabouts                    where pieces may lie when they are moved
    maker                          lines, names, tables, functions
    things, conditions, groups, masks
    surface                        how plain Python and Numba write the same
    flat                           where in one vector everything lies
    analysis, faults
    runtime, native                what generated source calls
"""
