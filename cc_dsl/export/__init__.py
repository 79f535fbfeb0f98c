"""The edition as files to take away: TEI, plain text, rules, figures as tables, and everything in one archive.

Each line knows only the lines under it:

    files
    epub
    tei  |  figures  |  archive
"""
