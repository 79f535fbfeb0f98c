"""Statistics from compiled rules: exact counts, and many games.

odds       how likely each answer to a question is, over all ways to lay what it is given
counts     how many ways to lay pieces make which best group
sameness   whether all engines play the same games
games      many games: who won, why, how long, with intervals, in several processes
"""
