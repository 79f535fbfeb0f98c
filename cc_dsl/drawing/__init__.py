"""Drawings as inline SVG, without script or style of their own.

pieces   pieces in rows and on a board: the figure of the rules, a deal, a table
ground   a ground to scale, with balls and strokes
strokes  where balls lie, and the shortest path that does what was reported in words; docs/internals/lawn.md
charts   numbers with their intervals, differences, histograms
"""
