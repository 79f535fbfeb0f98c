"""A language server for rules files: the help of an editor for writers of rules.

Each line imports only the lines below it:

    server
    completion
    hover  |  names  |  problems
    documents
"""
