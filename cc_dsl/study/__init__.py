"""Statistics of compiled rules: exact counts, and many simulated games.

exact        counts over all ways to lay the pieces of a question: groups, answers, what a reading changes
figures      the counts that an edition declares and stores for its pages
experiment   many games, from what was asked to what was found
games        finished games, chunks of them, what is told at their end, and whether machine code is worth its making
running      has chunks played here or in processes
cluster      has chunks played on a Dask cluster
measures     what is measured of games by looking at them closely
effects      what another answer to an open place changes in whole games
summary      shares, means and ratios with their intervals
report       the results of a study as lines of text
documents    the shapes of stored and printed results
"""
