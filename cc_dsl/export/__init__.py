"""Downloads of the edition: TEI, plain text, books, rules, figures as tables, and everything in one archive.

Each line knows only the lines under it:

    files
    epub  |  pdf
    book  |  tei
    commentary
    figures
    elements  |  archive  |  citations
"""
