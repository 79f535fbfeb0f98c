"""Statistics of compiled rules: exact counts, and many simulated games.

odds         the chance of each answer to a question, over all ways to lay its pieces
sameness     whether all engines play the same games
counts       how many ways to lay pieces make which best group
experiment   many games, from what was asked to what was found
chunks       the pieces of a study: the games of some seeds, counted in whole numbers
measures     what is measured of games by looking at them closely
effects      what another answer to an open place changes in whole games
effect_words the same in words
positions    what it changes step by step
exact        what it changes of all ways to lay the pieces of a question
running      plays the pieces: here, in processes
cluster      plays them on a Dask cluster
study_file   the file of a study, line by line
summary      shares, means and ratios with their intervals
parquet      results as Parquet
plots        results drawn
measured     the large studies that an edition declares, and their shelf
results      games by named computer players, and what the rules tell at the end
shelf        the studies of named players that an edition declares, and their shelf
stale        which stored figures were counted under rules that mean something else now
thinking     searching players that think in compiled code
winning      whether games for one can be won at all
games        when machine code is worth its making
"""
