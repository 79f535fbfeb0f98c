"""Drawings as inline SVG, without script or style of their own.

pieces  pieces in rows: the figure of the rules, a deal, a table
board   a board with what lies on it
ground  a ground to scale, with balls and strokes
charts  numbers with their intervals, differences, histograms
steps   how the pieces of a figure step down from its middle
"""
