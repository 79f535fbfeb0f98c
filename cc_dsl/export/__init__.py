"""Downloads of the edition: TEI, plain text, books, rules, figures as tables, and everything in one archive.

Each line imports only the lines below it:

    files
    epub  |  pdf
    book  |  tei
    commentary
    figures
    elements  |  archive  |  citations
"""
