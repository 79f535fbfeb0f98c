"""The blocks of an edition as data: each clause with everything that belongs to it, ready for typesetting."""
