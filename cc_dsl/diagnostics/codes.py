"""Every problem code with the paragraph that `circular problem CODE` prints: its meaning, and what to do."""

from __future__ import annotations

PROBLEMS: dict[str, str] = {
    "bad-data-file": (
        "A data file beside the rules (edition.toml, clauses.toml, apparatus.toml and their like) is not "
        "TOML, or lacks something, or has it in another form than the one that is expected. The message "
        "names the line where it can. Compare the entry with the one above it, or with corpus/README.md, "
        "which says what each file holds. The commonest slips are a quotation mark that is not closed and "
        "a list without its square brackets."
    ),
    "clause-not-in-text": (
        "clauses.toml gives a clause words that the text does not have, or that another clause has "
        "already. The words of the clauses, in their order, must be the words of text.txt letter by "
        "letter: curly quotation marks, points, and the signs of italics and small capitals count, while "
        "it does not matter how lines are broken. Copy the words from text.txt again. If a clause goes on "
        "after a parenthesis that is a clause of its own, give it two pieces."
    ),
    "clause-twice": (
        "Two clauses of one edition have the same id. Somebody may have cited the id already, so the "
        "clause that had it first keeps it; give the other one an id that no clause has or ever had. A "
        "letter behind the number will do, as in II.1a."
    ),
    "file-too-large": (
        "A file has more bytes than I read, which are a million. No edition comes near that, so most "
        "likely it is not the file you meant. If it is, divide it into several editions."
    ),
    "lemma-not-in-clause": (
        "apparatus.toml hangs a variant on words that its clause has not, or names a clause that is not "
        "there. Copy the words from text.txt letter by letter, with their signs or all without them, and "
        "look whether they belong to the clause next to it."
    ),
    "text-changed": (
        "The printed words of an edition are locked by a checksum, so that no key that was hit by chance "
        "can alter what the author wrote, and these words are not the ones that were locked. If you meant "
        "no change, bring text.txt back from the repository. If a source was read again and the new words "
        "are right, say under [[provenance]] in edition.toml what was seen and where, and set sha256 to "
        "the number in the message."
    ),
    "text-uncovered": (
        "Some words of the text belong to no clause and to no heading, so nothing could ever be said "
        "about them. Give them to the clause they are part of, or make a clause or a [[heading]] for them "
        "in clauses.toml. If a clause seems to have them, the two are not the same letter by letter."
    ),
    "unreadable-file": (
        "A file or folder is not there, is not what it should be, or may not be read, or the file is not "
        "UTF-8 text. The message says which. Look at the spelling of its name first; names are exact, "
        "capitals included. If it is not UTF-8, open it in your editor and save it again as UTF-8."
    ),
}
"""One paragraph for each code, in the order of the alphabet."""
