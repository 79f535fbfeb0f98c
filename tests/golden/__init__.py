"""What the edition did before the program was halved: commands, documents, records, pages and TEI, as plain text.

Nothing here is written again by a command.  `python -m tests.golden.record OUT` writes what the program does now into
a folder, and a person copies from it what was reviewed.
"""
