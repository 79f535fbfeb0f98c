"""A language server for rules files, which supports writers of rules in their editors.

Each line imports only the lines below it:

    server
    completion
    hover  |  names  |  problems
    documents
"""
