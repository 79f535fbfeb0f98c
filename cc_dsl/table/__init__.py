"""The equipment of a game: pieces, chance, records, the ground."""
