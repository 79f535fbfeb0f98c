"""Drawings as inline SVG without script; pages have a style sheet, and what stands alone takes its own (`with_style`).

pieces   pieces in rows and on a board: the figure of the rules, a deal, a table
ground   a ground to scale, with balls and strokes
strokes  where balls lie, and a path that does what was reported in words; docs/internals/lawn.md
charts   numbers with their intervals, differences, histograms
"""
