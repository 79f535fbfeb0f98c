"""A language server for rules files: what an editor shows and does while somebody writes rules.

Each line knows only the lines under it:

    server
    completion
    hover  |  names  |  problems
    documents
"""
