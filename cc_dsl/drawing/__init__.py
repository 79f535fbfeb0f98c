"""Drawings as inline SVG without script; pages have a style sheet, separate drawings contain their own (`with_style`).

pieces   pieces in rows and on a board: the figure of the rules, a deal, a table
ground   a ground to scale, with balls and strokes
strokes  the places of balls, and a path for a stroke reported in words; docs/internals/lawn.md
charts   numbers with their intervals, histograms
"""
