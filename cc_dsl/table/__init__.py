"""What is played with: pieces, positions, chance, records."""
