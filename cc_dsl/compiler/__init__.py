"""Turns the model into flat integers and generated Python, run as it is or compiled by Numba.

Each line knows only the lines under it.

    games, steps, counting         compiled rules, ready to play, to be answered, to be counted
    kept                           modules on disk, under a hash of what they hold
    source                         one module of generated source
    searching                      what whoever searches a game needs
    player, stepper                a whole game, answered at random; a game that waits for its answers
    acts, changes                  what is done, as statements
    whereabouts                    where pieces may lie when they are moved
    maker                          lines, names, tables, functions
    things, conditions             what is said, as expressions
    groups, remembered, masks      groups in loops, sets as bits
    status                         what is sure where source is written
    surface                        how plain Python and Numba write the same
    flat                           where in one vector everything lies
    analysis, faults
    runtime, native                what generated source calls
"""
