"""The view model of an edition: each clause with everything that belongs to it, ready for typesetting."""
