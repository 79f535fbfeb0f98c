"""Read the worked cases of an edition, resolve them with its rules, and test them; and all other tests of `check`."""
