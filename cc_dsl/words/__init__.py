"""Decisions, answers and positions in words, for a terminal, a page and for programs.

It knows no game, since every word comes from the rules:

    speaker    the words of one game: names of players and pieces, phrases, printed words
    book       the printed words, the phrases, and how the open places are read
    sentences  one decision as one sentence
    reasons    a decision with its reasons, as text, as JSON, and for a page; why a move is not allowed
    news       which decisions somebody who plays wants to hear of
    voice      what happens, and what is asked, in sentences for those who play
    answers    answers to questions of the rules, and how each thing on a ground stands
    advice     why a computer player would choose as it does
    position   what lies where: the columns of the figure, the boards, the rows of other places
    table      a position in plain text
    layout     prose in lines, rows in columns
"""
