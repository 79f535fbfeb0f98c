"""A simulated lawn: balls, arches and pegs in two dimensions; it contains no rule of any game.

kit        balls, mallet, grass: what is assumed of them
strokes    what a stroke came to: observations, paths, where balls rest
passages   when a ball has gone through an arch
rolling    balls in motion (with pymunk, an extra)
lawn       a lawn: where balls lie, and the strokes that are made on it
aim        how to strike so that something wished for happens, and how skill fails
players    computer players between a referee, who knows the rules, and a lawn
draw       a ground and its strokes as pictures (without pymunk)

Lengths are yards, times seconds, directions degrees counter-clockwise from east, as in `cc_dsl.table.ground`.
What is assumed, and where it comes from, stands in docs/internals/lawn.md.
"""
