"""Mutation testing of the rules: the changes of meaning at one place that `circular check` notices.

python -m tests.mutation 1862
"""
