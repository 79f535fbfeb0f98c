"""Problems as data, and their renderings: text for a terminal, JSON for programs."""
