"""Decisions in sentences, for a terminal and for programs.

It knows no game, since every word comes from the rules:

    refusals   why a move is not allowed
    narration  a game, told as it goes on
    voice      what happens, and what is asked, in sentences for those who play
    telling    which decisions are worth telling
    tree       a decision with its reasons, as text: one line, or a tree
    alike      reasons that say the same of many things, as one line
    documents  the same as JSON
    sentences  one decision as one sentence
    denial     a condition that does not hold
    standings  how each thing on a ground stands
    told       answers to questions of the rules, part by part
    figure     the figure of the rules with the pieces that lie in it
    signs      pieces written by their drawn signs
    book       the printed words, and how the open places are read
    titles     the titles of open places, and answers to them as phrases
"""
