"""Any rules file as a game of other people's frameworks for game research; each framework is an extra of its own."""
