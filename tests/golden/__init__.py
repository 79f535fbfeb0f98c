"""Reviewed output from before the program was halved: commands, documents, records, pages and TEI, as plain text.

No command writes these files.  `python -m tests.golden.record OUT` writes the present output into a folder, and a
person copies reviewed files from there.
"""
