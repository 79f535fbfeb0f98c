"""Mutation testing of the rules: which changes of meaning at one place `circular check` notices.

python -m tests.mutation 1862
"""
