"""The package for people who write Python: editions, games and studies that print and draw themselves.

Everything here is a thin layer over the engines below: it reads moves as people write them, and prints what the
terminal prints.  `docs/python/` documents it.

edition        an edition: play, judge, study, its clauses and open places; the comparison of two editions
game           a game: moves by sign, object or number; why, why not, views, records
answers        answers, explanations and refusals that print as at the terminal
study_results  a study: the summary, and a row for each game
"""
