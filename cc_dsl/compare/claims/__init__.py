"""What others have said of the games in print, put to the rules: every verdict is found by running them."""
