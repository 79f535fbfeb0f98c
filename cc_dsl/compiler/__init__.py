"""Compile the model into flat integers and generated Python, run as it is or compiled by Numba.

Each line knows only the lines under it.

    games, steps                   compiled rules, ready to play, or to be answered
    counting, exact_counts         counts over all ways to lay pieces
    ways                           all ways to lay pieces, by classes of sides
    module_cache                   modules on disk, under a hash of what they hold
    source                         one module of generated source
    searching                      what whoever searches a game needs
    stepper                        a game that waits for its answers
    waiting, blocks                shared blocks of a body; the blocks of one body
    vector_emitter                 places in the vector, blocks by number, questions
    shared                         bodies as functions, where rules are large
    game_emitter                   a whole game, answered at random
    acts, changes, observing       what is done, as statements; what the world answers
    emitter                        lines, names, tables, functions
    subexpressions, memos          common subexpressions of a position; memos of what is asked of some pieces
    groups                         groups in loops, and the best of them
    conditions                     what is said, as expressions
    things
    extremes, lists
    masks, ranking, whereabouts    sets as bits; how things rank; where pieces may lie when they are moved
    dataflow                       what is settled and known at each point of the program
    target                         how plain Python and Numba write the same
    frames                         texts of things, and what is known of them
    flat                           where in one vector everything lies
    slicing                        what is asked of the pieces of one player alone
    faults                         what goes wrong in compiling
    runtime, native                what generated source calls
    lean                           the passes with which Numba compiles
    instructions                   single instructions for Numba
    wide                           words of more than 64 bits for Numba
"""
