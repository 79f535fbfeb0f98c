"""The drawn ground: where balls lie, the paths of strokes that were reported in words, and their pictures.

strokes    sizes of balls and arches, free places, the shortest path that does what was reported
draw       a ground and its strokes as pictures

Lengths are yards, directions degrees counter-clockwise from east, as in `cc_dsl.table.ground`. No rule of any game
stands here, and nothing rolls: docs/internals/lawn.md says what is assumed.
"""
