"""Every problem code with the paragraph that `circular problem CODE` prints: its meaning, and the remedy."""

from __future__ import annotations

PROBLEMS: dict[str, str] = {
    "aligned-twice": (
        "A clause stands in more than one row of an alignment, which says which clauses of two editions "
        "answer to each other. Leave it in the row where it belongs. If its words answer to two clauses in "
        "different places, every row in which it stands says that it is split, or merged."
    ),
    "bad-case": (
        "A case that was given to be judged cannot be laid: a piece is not known or stands in it twice, a "
        "place has more or fewer pieces than the question asks for, or something that it asks for was not "
        "given. The message says which. “circular judge EDITION --help” says what each question is given "
        "and how the pieces are written."
    ),
    "bad-data-file": (
        "A data file beside the rules (edition.toml, clauses.toml, apparatus.toml and their like) is not "
        "TOML, or lacks something, or has it in another form than the one that is expected. The message "
        "names the line where it can. Compare the entry with the one above it, or with corpus/README.md, "
        "which says what each file holds. The commonest slips are a quotation mark that is not closed and "
        "a list without its square brackets."
    ),
    "bad-phrase": (
        "A phrase in phrases.toml, which says how the edition speaks to people who play, does not fit the rules. Its "
        "key or one of its blanks names nothing that the rules decide, it cites a clause that the text does not have, "
        "or a bracket in it stands alone. corpus/README.md says how phrases are written."
    ),
    "bad-record": (
        "The record of a game cannot be read, cannot be written, or does not belong to these rules. A "
        "record is a text file that “circular play --record FILE” writes, and it is followed move by "
        "move; one that was changed by hand, or made by other rules, may ask for a move that is not "
        "allowed. The message names the line. Make the record again, or give the edition that it was made "
        "with."
    ),
    "bad-study": (
        "The file of a study cannot be used. It keeps every finished part of one study, under one choice of "
        "rules, readings, players, seed and measures, and what was counted under others cannot be added to "
        "it; nor can a part that is damaged. Name another file, or, of a damaged one, take out the line that "
        "the message names: its games are then played again. A last line that lacks its end is no harm; "
        "--resume takes it away by itself."
    ),
    "bad-table": (
        "A row of a table does not fit the table: it has more or fewer figures than the heading has "
        "columns, or it is a second row for one sort. Below the heading each sort of the group has one "
        "row, with one figure under the name of each column."
    ),
    "belief-broken": (
        "A sentence that begins with “surely” says what its writer holds to be true at one moment of "
        "every game, and a game was found in which it is not so. Nothing is wrong with the game. Either "
        "the belief is a mistake, and the sentence goes, or the rules allow what the text does not, and "
        "the clauses that lead there want another look."
    ),
    "change-not-so": (
        "A row of an alignment says what became of the words of one edition in the other, and the words say "
        "something else: kept words are the same words, whatever their signs; reworded ones differ; what is "
        "new has no clause on the first side, and what is dropped none on the second; split and merged need "
        "several clauses on the other side, or a clause that stands in another row too. Look at the words "
        "below the message, and mend the change or the row."
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
    "clause-unused": (
        "A clause of the text has no statement in the rules, and nothing says why. Every clause is "
        "encoded, or excused: add a block headed by its number and words, and in it the rules, or the "
        "sentence “this clause is definitional, because …”, or advisory, inexecutable or simplified. If "
        "another clause says it too, write “this clause holds in §…, because …”; the clause named must "
        "then have a statement."
    ),
    "command-line": (
        "The command was not understood: an option or an argument is not known, wanting, or of another "
        "form. The message says which, and the command with --help shows what it takes."
    ),
    "doubt-in-doubt": (
        "A reading, gap or option stands inside an alternative of another one. Readings are chosen one by one, "
        "and each can be chosen whatever the others are, so they stand side by side. If a question arises "
        "under one alternative only, make several alternatives of that one."
    ),
    "edition-not-made": (
        "Sphinx, which makes the pages of the edition, found something wrong with them, such as a reference that "
        "leads nowhere or a clause that no page shows. Each warning counts as an error, so that no page is "
        "published with one. The message has the warnings, with file and line; mend them and make the edition "
        "again."
    ),
    "endless": (
        "Something rests on itself: a definition, a property, a ranking or a group uses its own name, at "
        "once or by way of others, or a procedure or happening brings about itself. Then nobody could ever "
        "finish finding out what it is, or playing it. What goes on until something happens is a loop with "
        "a bound: “until …, at most … times: …”. What depends on what it was before is a number that play "
        "changes: “each player has a …, a number from … to …”. The bounds of loops within one another "
        "multiply: at most 100,000 things are done before anybody is asked, and at most 100,000,000,000 in a game."
    ),
    "file-too-large": (
        "A file has more bytes than I read: 200,000 of a rules file, a million of any other. No edition comes near "
        "that, so most likely it is not the file you meant. If it is, divide it into several editions."
    ),
    "impossible": (
        "A sentence “… only if …” says when something can happen, and an act of the rules would make it happen all the "
        "same. What is observed against such a sentence is refused, and play goes on; but here the rules contradict "
        "themselves. Either the act wants a condition, or “only if” says too much."
    ),
    "label-not-recorded": (
        "The readings, gaps, options and questions of the rules and those in the data files beside them are not "
        "the same. readings.toml argues for every alternative under its name, and edition.toml names the "
        "questions, so that a slip in one of these names is found, though nothing else in the rules uses "
        "them. Mend the name, or add what is said about it to the data file."
    ),
    "lemma-not-in-clause": (
        "apparatus.toml hangs a variant on words that its clause has not, or names a clause that is not "
        "there. Copy the words from text.txt letter by letter, with their signs or all without them, and "
        "look whether they belong to the clause next to it."
    ),
    "missing-sort": (
        "A ranking “by sort”, or a table, does not name every sort of its group just once. A sort that is "
        "left out would have no rank, or no value. Name all of them; in a ranking the best stands first."
    ),
    "name-twice": (
        "One name is given to two things. A name means one thing in the whole of the rules, so that a "
        "reader need not ask which is meant; what is chosen in an act, alternatives, options and "
        "questions have names of their own too. Give one of the two another name, perhaps with a hyphen: "
        "next-stone."
    ),
    "needs-owner": (
        "Something that every player has, or every piece or group, is named without saying whose is "
        "meant. Put the owner before it: “his …”, “the winner's …”, “each player's …”. The plural means "
        "those of all together."
    ),
    "never-reached": (
        "A case stands after one that always holds, so that it is never looked at. Cases are tried in "
        "their order, and the first whose condition holds is taken. Put the case without a condition "
        "last, after “otherwise”."
    ),
    "no-alignment": (
        "Two editions are to be compared clause by clause, and no file says which clauses answer to each "
        "other. Such an alignment is made by hand, in a folder of corpus/comparisons that has the names of "
        "both editions. What the two rules files say can be compared without it, with --rules."
    ),
    "no-default": (
        "A reading, gap or option has no default, or more than one. A game can be played without choosing "
        "readings only if each has one. Write “, by default” after the name of the alternative that is "
        "most likely meant; readings.toml says why it is."
    ),
    "no-game": (
        "These rules have no procedure that is called the game, so there is nothing to play. They may "
        "still answer questions. To make them a game, write under the editor how it goes from its "
        "beginning to its end: “the game goes thus: …”."
    ),
    "no-move": (
        "What was typed is no move here: nothing that is asked for reads so, or more than one thing does. "
        "The message names what is allowed."
    ),
    "no-players": (
        "The rules do not say how many play. Write in the clause that says so, or under the editor, “this "
        "game is for 2 players”, with the number that is meant."
    ),
    "no-ranking": (
        "Something is called the best, or better, and nothing says how such things rank. Write, best "
        "first: “… rank by sort: …” for groups, or “… rank by their … in the order …” for pieces."
    ),
    "no-scheduler": (
        "A study was to be played by a Dask cluster, and no scheduler answers at the address given, or it has "
        "no workers, or these have another version of this program. Start a scheduler with “dask scheduler” "
        "and workers with “dask worker ADDRESS”, with this program installed for all of them; or leave "
        "--scheduler, and the study is played by processes of this machine."
    ),
    "nobody": (
        "At some moment of a game somebody should do something or be given something, and the rules name "
        "nobody: the role is empty, or no player is the best. Say what happens then: “if the … is a "
        "player: …”, with an “otherwise”; or make a gap of it if the text does not say."
    ),
    "not-aligned": (
        "A clause of one of two editions stands in no row of their alignment, so a reader of the comparison "
        "would never see it. Put it into the row of the clause that answers to it; if none does, give it a "
        "row of its own and say that it is dropped, or new."
    ),
    "not-installed": (
        "The command needs an extra that is not installed; the message names it, and how to get it. Everything else "
        "works without it: the core needs nothing but lark and click."
    ),
    "nothing-counted": (
        "An edition was to be exported as its figures, and it has none: nobody has played the studies that its "
        "studies.toml declares. The message has the command that plays them and stores the figures beside the "
        "edition. Every other form of the edition can be exported without."
    ),
    "nothing-to-displace": (
        "An exception has nothing that it is an exception to: the clause that “instead of §…” names says "
        "nothing of the thing, or “as before” stands where nothing is displaced, or “further” goes on "
        "with a ranking that is not there. Name the clause whose statement is displaced."
    ),
    "one-alternative": (
        "A reading, gap or option has a single alternative, so it leaves nothing open. Add the other answers that "
        "the words allow, each with its reason; if there is none, put the statements into the clause "
        "itself."
    ),
    "only-a-capital": (
        "Two names differ by a capital letter, or one is the plural of the other, and a reader would take "
        "them for one. Give one of the two another name. If both should mean the same thing, write both "
        "alike."
    ),
    "our-fault": (
        "This program met with something that it does not know. This is a bug in Court Circular, and not a mistake in "
        "the rules or the command. Please report it, with the command that you typed and the line that the message "
        "names. With CIRCULAR_DEBUG=1 before the command more is said."
    ),
    "out-of-bounds": (
        "A number lies outside its bounds: of players there are 1 to 16, of pieces in a group 1 to 5, the "
        "smaller of two bounds stands first, and a number that play changes stays between those that "
        "introduced it. If a game of your own reached a number that you did not expect, follow the record "
        "of it with “circular replay FILE --explain”."
    ),
    "out-of-order": (
        "The blocks of the rules do not stand in the order in which the text has their clauses. Rules are "
        "read beside the text, so they follow it. Move the block; what must come first in play can stand "
        "in a block under the editor."
    ),
    "output-failed": (
        "What the command had to say could not be written: no room is left, or the place where it goes is "
        "not there any more. Make room, or send it elsewhere."
    ),
    "page-not-kept": (
        "The page that teaches the game, how-to-play.md, and the rules do not agree. A sentence may cite nothing, or "
        "something that does not exist; it may say a figure or show a piece that is not in what it cites; it may give "
        "another answer to an open place than the default; or the page may pass over a clause that a player needs. "
        "Change the page, or, if the page is right, change the rules."
    ),
    "place-full": (
        "In some game more pieces go to a place than it was introduced for. Give the place more room "
        "where it is introduced, “a place for … pieces”, or say first where the pieces go that lie there."
    ),
    "pronoun": (
        "“He”, “his”, “it” or “its” has nobody and nothing that it could refer to. “He” is the player of "
        "the sentence: of “a player's …”, of “each player in turn”, of “when a player …”. “It” is the "
        "thing of the sentence. Where there is none, name the player or the thing."
    ),
    "stale-figures": (
        "An edition stores the figures that its pages show (numbers.json, measured.json, exact.json), each with a "
        "digest of what the rules meant when it was counted. The rules mean something else now, so that the stored "
        "figures may no longer hold. The message names the commands that count them again; or undo the change of "
        "the rules. “circular check” looks at the figures last, when nothing else is wrong."
    ),
    "study-stopped": (
        "A study could not be played to its end: a process that played for it was ended from outside, most "
        "often because the machine had no memory left, or the cluster is gone. Nothing that was finished is "
        "lost if the study is kept in a file (--out FILE): the same command with --resume takes it up, and "
        "counts nothing twice. With fewer --workers less memory is needed."
    ),
    "syntax": (
        "A sentence is not a sentence of the rules language. The message says what was expected at the "
        "place that is marked, and often how such a sentence reads. Look there first, and then at the "
        "sentence before: a lost full stop or quotation mark shows only later. Every sentence is tried by "
        "itself, so that a mistake does not hide those that follow it."
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
    "too-deep": (
        "So many phrases stand inside one another, in brackets or one joined to the next, that neither a "
        "reader nor I can follow. Give an inner phrase a name, “the … is …”, and use that name."
    ),
    "too-few": (
        "In some game more pieces should be taken or chosen than lie there. Say what happens then, “if "
        "the … has … pieces: …”, or choose as many as there are."
    ),
    "too-large": (
        "A game is too large for the way in which it was to be played: Numba counts with the words of a "
        "machine, which hold 62 pieces, or measures of a ranking of 62 bits in all, and compiled rules keep "
        "no more than 65,536 groups at once. Plain Python plays games with more pieces (--engine python); "
        "where so many groups can be made, say of the place how many pieces it is for."
    ),
    "two-answers": (
        "Two statements decide one thing, and differently. If the later clause makes an exception, say "
        "so: “instead of §…, …”, with the condition under which it holds; two exceptions to one statement "
        "must not hold at once. If the text does not settle which is meant, make a reading of it with two "
        "alternatives. If they say the same, leave one out; §… after a statement names a second clause "
        "that says so."
    ),
    "uneven-indent": (
        "A line stands further out than those before it, but level with none above. What belongs to a "
        "heading stands two spaces further in than the heading, and lines that belong together begin in "
        "one column. “circular fmt” puts a file that parses into order."
    ),
    "unknown-alternative": (
        "The alternative that was chosen for a reading, gap or option is not one of its own. The message names "
        "those it has; “circular readings EDITION” shows them with their reasons."
    ),
    "unknown-clause": (
        "A block, a citation or an exception names a clause that the text does not have. clauses.toml has "
        "the ids of the clauses; they are written after § without a space. A clause that was given "
        "another id is still found by the old one, if edition.toml has it under [aliases]."
    ),
    "unknown-edition": (
        "There is no edition of this name, nor a rules file. An edition is a folder of the corpus with a "
        "game.rules, and is named as the folder is. For rules of your own give the path of the file."
    ),
    "unknown-library": (
        "The rules use a library that is not there, or so many that use one another that I stopped. A "
        "library is a file of rules in corpus/library, and is named as the file is, without “.rules”."
    ),
    "unknown-name": (
        "Nothing introduces this name. Most often it is misspelt, here or where it is introduced, and the "
        "nearest known names are offered. A name is introduced by “there is a …”, “each player has a …”, "
        "“the … is …”, “a … is …” or “the … goes thus”, also further down, but not in an alternative that "
        "is not chosen. A word of the language that is misspelt may look like a name."
    ),
    "unknown-reading": (
        "The rules have no reading, gap or option of this name. “circular readings EDITION” lists those that they "
        "have, with their alternatives."
    ),
    "unreadable-file": (
        "A file or folder is not there, is not what it should be, or may not be read, or the file is not "
        "UTF-8 text. The message says which. Look at the spelling of its name first; names are exact, "
        "capitals included. If it is not UTF-8, open it in your editor and save it again as UTF-8."
    ),
    "unused-name": (
        "Something is introduced, and nothing in the rules uses it. Most often its name is misspelt, here "
        "or where it should be used. If it is not needed, leave it out; what nobody uses would only seem "
        "to be a rule."
    ),
    "which-ones": (
        "Some of several pieces are to go or to be chosen, and nothing says which, or how many. From a "
        "place that is ordered so many are taken from its top; from any other somebody must choose them, "
        "or chance does."
    ),
    "words-not-in-clause": (
        "Quoted words are not the words of the clause. They are printed below the message; copy them from "
        "there, letter by letter: curly quotation marks, points and spaces count, the signs of italics "
        "and small capitals do not. A reading or an option hangs on words of its clause too; where the text has none "
        "to hang it on, it is a gap."
    ),
    "wrong-kind": (
        "A phrase stands for another kind of thing than the place where it stands wants: a number for a "
        "player, a place for a procedure, a value of one kind for one of another. The message says what "
        "was found and what was expected, and shows where the name is introduced if that helps. Look "
        "whether another name was meant, or another owner before it."
    ),
    "wrong-number": (
        "A singular stands where several are meant, or a plural where one is, or there are more or fewer "
        "signs than values. After 1, “a” and “each” a name stands in the singular, after other numbers "
        "and “the number of” in the plural; the plural of a name of your own is regular."
    ),
}
"""One paragraph for each code, in the order of the alphabet."""
