"""Every problem code with the paragraph that `circular problem CODE` prints: its meaning, and the remedy."""

from __future__ import annotations

PROBLEMS: dict[str, str] = {
    "aligned-twice": (
        "A clause stands in more than one row of an alignment, which says which clauses of two editions correspond. "
        "Leave it in the row where it belongs. If its words correspond to two clauses in different places, every row "
        "in which it stands must say that it is split, or merged."
    ),
    "always-bounded": (
        "“circular check” played random games, and each of them ended because a bound was reached, such as “at most 30 "
        "times or the game ends”, or the 1,000 rounds of a loop that names no number. Usually it is too small, or "
        "what should end the loop never happens. If a game between players at random is indeed so long, and people "
        "play it shorter, leave the bound as it is."
    ),
    "bad-case": (
        "A case that was given to be judged cannot be laid: a piece is unknown or occurs in it twice, a place has "
        "more or fewer pieces than the question needs, or something that the question needs is missing. The message "
        "says which. “circular judge EDITION --help” lists the pieces of each question and how they are written."
    ),
    "bad-data-file": (
        "A data file beside the rules (edition.toml, clauses.toml, apparatus.toml and the like) is not TOML, or lacks "
        "something, or has it in another form than the expected one. The message names the line where it can. Compare "
        "the entry with the one above it, or with corpus/README.md, which describes each file. The commonest slips "
        "are a quotation mark that is not closed and a list without its square brackets."
    ),
    "bad-phrase": (
        "A phrase in phrases.toml, which says how the edition speaks to people who play, does not fit the rules. Its "
        "key or one of its blanks names nothing that the rules decide, it cites a clause that the text does not have, "
        "or a bracket in it stands alone. corpus/README.md says how phrases are written."
    ),
    "bad-record": (
        "The record of a game cannot be read, cannot be written, or does not belong to these rules. A record is a "
        "text file that “circular play --record FILE” writes, and it is replayed move by move; one that was changed "
        "by hand, or made by other rules, may contain a move that is not allowed. The message names the line. Record "
        "the game again, or name the edition under which it was made."
    ),
    "bad-table": (
        "A row of a table does not fit the table: it has more or fewer figures than the heading has "
        "columns, or it is a second row for one sort. Below the heading each sort of the group has one "
        "row, with one figure under the name of each column."
    ),
    "belief-broken": (
        "A sentence that begins with “surely” states what its author believes to be true at one moment of every game, "
        "and in this game it is false. Nothing is wrong with the game. Either the belief is a mistake, and the "
        "sentence should be removed, or the rules allow something that the text does not, and the clauses that lead "
        "there need checking."
    ),
    "change-not-so": (
        "A row of an alignment says what became of the words of one edition in the other, and the words say something "
        "else: kept words are the same words, whatever their signs; reworded ones differ; a new row has no clause on "
        "the first side, and a dropped one none on the second; split and merged need several clauses on the other "
        "side, or a clause that stands in another row too. Compare the words below the message, and correct the "
        "change or the row."
    ),
    "clause-not-in-text": (
        "clauses.toml gives a clause words that the text does not have, or that another clause has already. The words "
        "of the clauses, in their order, must be the words of text.txt letter by letter: curly quotation marks, "
        "points, and the signs of italics and small capitals count, while line breaks do not matter. Copy the words "
        "from text.txt again. If a clause continues after a parenthesis that is a clause of its own, give it two "
        "pieces."
    ),
    "clause-twice": (
        "Two clauses of one edition have the same id. Somebody may have cited the id already, so the clause that had "
        "it first keeps it; give the other one an id that no clause has or ever had. You can add a letter after the "
        "number, as in II.1a."
    ),
    "clause-unused": (
        "A clause of the text has no statement in the rules, and nothing says why. Every clause is "
        "encoded, or excused: add a block headed by its number and words, and in it the rules, or the "
        "sentence “this clause is definitional, because …”, or advisory, inexecutable or simplified. If "
        "another clause says it too, write “this clause holds in §…, because …”; the clause named must "
        "then have a statement."
    ),
    "command-line": (
        "The command was not understood: an option or an argument is unknown, missing, or of another form. The "
        "message says which, and the command with --help lists its options."
    ),
    "doubt-in-doubt": (
        "A reading, gap or option stands inside an alternative of another one. Readings are chosen one by one, "
        "and each can be chosen whatever the others are, so they stand side by side. If a question arises "
        "under one alternative only, make several alternatives of that one."
    ),
    "edition-not-made": (
        "Sphinx, which builds the pages of the edition, found an error in them, such as a reference that leads "
        "nowhere or a clause that no page shows. Each warning counts as an error, so that no page is published with "
        "one. The message has the warnings, with file and line; correct them and build the edition again."
    ),
    "endless": (
        "A name depends on itself: a definition, a property, a ranking or a group uses its own name, directly or "
        "through others, or a procedure or happening calls itself. Nobody could ever finish computing or playing it. "
        "For something that continues until an event write a loop with a bound: “until …, at most … times: …”. For a "
        "value that depends on its earlier value write a number that play changes: “each player has a …, a number "
        "from … to …”. The bounds of nested loops are multiplied: at most 100,000 acts may happen before anybody is "
        "asked, and at most 100,000,000,000 in a game. So are the sizes of sets within sets, which each member of the "
        "outer set evaluates anew: at most 2,000,000,000 steps."
    ),
    "file-too-large": (
        "A file is too large: the limit is 200,000 bytes for a rules file, and a million for any other. No edition "
        "comes near that, so most likely it is not the file you meant. If it is, divide it into several editions."
    ),
    "impossible": (
        "A sentence “… only if …” says when something can happen, and an act of the rules would make it happen all "
        "the same. An observation against such a sentence is refused, and play continues; but here the rules "
        "contradict themselves. Either the act needs a condition, or “only if” excludes too much."
    ),
    "label-not-recorded": (
        "The readings, gaps, options and questions of the rules and those in the data files beside them are not the "
        "same. readings.toml argues for every alternative under its name, and edition.toml names the questions; a "
        "slip in one of these names is therefore found, though nothing else in the rules uses them. Correct the name, "
        "or add its entry to the data file."
    ),
    "lemma-not-in-clause": (
        "The lemma of a variant in apparatus.toml has words that its clause does not have, or the variant names a "
        "clause that does not exist. Copy the words from text.txt letter by letter, with their signs or all without "
        "them, and check whether they belong to the next clause."
    ),
    "missing-sort": (
        "A ranking “by sort”, or a table, does not name every sort of its group exactly once. A sort that is left out "
        "would have no rank, or no value. Name all of them; in a ranking the best comes first."
    ),
    "name-twice": (
        "Two things have the same name. A name means one thing in the whole of the rules, so that a reader need not "
        "ask which is meant; chosen things, alternatives, options and questions need names of their own too. Give one "
        "of the two another name, perhaps with a hyphen: next-stone."
    ),
    "needs-owner": (
        "The rules name something that every player, piece or group has, without saying whose. Put the owner before "
        "it: “his …”, “the winner's …”, “each player's …”. The plural means those of all together."
    ),
    "never-reached": (
        "A case stands after one that always holds, and is therefore never tried. Cases are tried in their order, and "
        "the first whose condition holds is used. Put the case without a condition last, after “otherwise”."
    ),
    "no-alignment": (
        "Two editions are to be compared clause by clause, and no file says which clauses correspond. An editor "
        "writes such an alignment, in a folder of corpus/comparisons that has the names of both editions. Without it "
        "the two rules files can be compared with --rules."
    ),
    "no-chance": (
        "Chance chooses among several things by a weight of each, which says how likely it is beside the others, and "
        "in this game a weight is below 0. A weight is 0 or more; what can never be chosen has the weight 0. Look at "
        "how the number after “weighted by” is computed."
    ),
    "no-default": (
        "A reading, gap or option has no default, or more than one. A game can be played without choosing "
        "readings only if each has one. Write “, by default” after the name of the alternative that is "
        "most likely meant; readings.toml says why it is."
    ),
    "no-divisor": (
        "One number is divided by another, and in this game the other is below 1. Nothing can be shared out among "
        "nobody: say what happens then in a case of its own, before the case with the division."
    ),
    "no-game": (
        "These rules have no procedure called the game, so there is nothing to play. They may still answer questions. "
        "To make them a game, write under the editor how it goes from its beginning to its end: “the game goes thus: "
        "…”."
    ),
    "no-move": (
        "The input is not a move here: it matches none of the possible answers, or more than one, or the rules do not "
        "allow it. The message lists the moves that are allowed."
    ),
    "no-players": (
        "The rules do not say how many play. Write in the clause that says so, or under the editor, “this game is for "
        "2 players”, with the right number."
    ),
    "no-ranking": (
        "Something is called the best, or better, and nothing says how such things rank. Write, best first: “… rank "
        "by sort: …” for groups, or “… rank by their … in the order …” for pieces."
    ),
    "no-scheduler": (
        "A study was to be played by a Dask cluster, and no scheduler answers at the address given, or it has "
        "no workers, or these have another version of this program. Start a scheduler with “dask scheduler "
        "--host 127.0.0.1” and workers with “dask worker ADDRESS”, with this program installed for all of them; or "
        "leave --scheduler, and the study is played by processes of this machine. Without --host a scheduler listens "
        "to every machine that can reach this one, and whoever reaches it can run code on the workers."
    ),
    "nobody": (
        "At some moment of a game somebody should do or receive something, and the rules name nobody: the role is "
        "empty, or no player is the best. Say what happens then: “if the … is a player: …”, with an “otherwise”; or "
        "declare a gap if the text does not say."
    ),
    "not-aligned": (
        "A clause of one of two editions stands in no row of their alignment, so a reader of the comparison would "
        "never see it. Put it into the row of the clause to which it corresponds; if there is none, give it a row of "
        "its own and say that it is dropped, or new."
    ),
    "not-installed": (
        "The command needs an extra that is not installed; the message names it, and how to get it. Everything else "
        "works without it: the core needs nothing but lark and click. Or the program itself is not installed, and was "
        "started from inside an archive, where it cannot read its files."
    ),
    "nothing-counted": (
        "An edition was to be exported as its figures, and it has none: nobody has played the studies that its "
        "studies.toml declares. The message has the command that plays them and stores the figures beside the "
        "edition. Every other form of the edition can be exported without."
    ),
    "nothing-to-displace": (
        "An exception has nothing to displace: the clause that “instead of §…” names does not mention the thing, or "
        "“as before” stands where nothing is displaced, or “further” continues a ranking that does not exist. Name "
        "the clause whose statement is displaced."
    ),
    "one-alternative": (
        "A reading, gap or option has a single alternative, so it leaves nothing open. Add the other answers that the "
        "words allow, each with its reason; if there is none, put the statements into the clause itself."
    ),
    "only-a-capital": (
        "Two names differ by a capital letter, or one is the plural of the other, and a reader would take "
        "them for one. Give one of the two another name. If both should mean the same thing, write both "
        "alike."
    ),
    "our-fault": (
        "The program met something that it does not know. This is a bug in Court Circular, and not a mistake in the "
        "rules or the command. Please report it, with the command that you typed and the line that the message names. "
        "CIRCULAR_DEBUG=1 before the command shows more."
    ),
    "out-of-bounds": (
        "A number lies outside its bounds: a game has 1 to 16 players, a group 1 to 13 pieces, the smaller of two "
        "bounds comes first, and a number that play changes stays between the bounds with which it was introduced. If "
        "a game of your own reached a number that you did not expect, follow its record with “circular replay FILE "
        "--explain”."
    ),
    "out-of-order": (
        "The blocks of the rules are not in the order of the clauses in the text. Rules are read beside the text, so "
        "they follow it. Move the block; rules that must come first in play can stand in a block under the editor."
    ),
    "output-failed": (
        "The output of the command could not be written: there is no room left, or the place where it goes no longer "
        "exists. Make room, or send it elsewhere."
    ),
    "page-not-kept": (
        "The how-to-play page, how-to-play.md, and the rules do not agree. A sentence may cite nothing, or something "
        "that does not exist; it may state a figure or show a piece that is not in its sources; it may give another "
        "answer to an open place than the default; or the page may omit a clause that a player needs. Change the "
        "page, or, if the page is right, change the rules."
    ),
    "place-full": (
        "In some game more pieces go to a place than it can hold. Give the place more room where it is introduced, “a "
        "place for … pieces”, or say first where the pieces go that lie there."
    ),
    "pronoun": (
        "“He”, “his”, “it” or “its” refers to nothing. “He” is the player of the sentence: of “a player's …”, of "
        "“each player in turn”, of “when a player …”. “It” is the thing of the sentence. Where there is none, name "
        "the player or the thing."
    ),
    "role-of-nobody": (
        "At the beginning nobody has a role, and no sentence ever gives this one to somebody: there is none, or each "
        "gives it to a player who is found by a role that nobody has, as in “the player after the leader becomes the "
        "leader”. Or “circular check” has played, and whenever a sentence should have given it to somebody, it found "
        "nobody; of a value that play changes, nothing. Every condition about it would fail, and “in turn from” it "
        "would be nobody's turn."
    ),
    "stale-figures": (
        "An edition or a comparison stores the figures that its pages show in figures.json, each with a digest of the "
        "meaning of the rules when it was counted, a checksum, and a small part that is counted again. The rules mean "
        "something else now, or the program counts something else, or somebody has changed the file by hand. "
        "“circular figures” counts them again; or undo the change. “circular check” compares the figures last, when "
        "nothing else is wrong."
    ),
    "study-stopped": (
        "A study could not be played to its end: one of its worker processes was ended from outside, most often "
        "because the machine had no memory left, or the cluster is gone. Play it again; with fewer --workers it needs "
        "less memory."
    ),
    "syntax": (
        "This is not a sentence of the rules language. The message says what was expected at the marked place, and "
        "often shows the form of such a sentence. Look there first, and then at the sentence before: a lost full stop "
        "or quotation mark shows only later. Every sentence is parsed by itself, so that a mistake does not hide "
        "those that follow it."
    ),
    "text-changed": (
        "A checksum locks the printed words of an edition, so that no key that was hit by chance can alter the "
        "author's words, and these words are not the ones that were locked. If you meant no change, restore text.txt "
        "from the repository. If a source was read again and the new words are right, say under [[provenance]] in "
        "edition.toml what was seen and where, and set sha256 to the number in the message."
    ),
    "text-uncovered": (
        "Some words of the text belong to no clause and to no heading, so no rule could ever encode them. Give them "
        "to the clause they are part of, or make a clause or a [[heading]] for them in clauses.toml. If a clause "
        "seems to have them, the two are not the same letter by letter."
    ),
    "too-deep": (
        "Too many phrases are nested, in brackets or one joined to the next, for a reader or the program to follow. "
        "Give an inner phrase a name, “the … is …”, and use that name. What a name means is counted with the phrase "
        "that uses it, and so are procedures that do one another: some fifty of them may follow from each other."
    ),
    "too-few": (
        "In some game more pieces should be taken or chosen than lie there. Say what happens then, “if the … has … "
        "pieces: …”, or choose as many as there are."
    ),
    "too-large": (
        "A game is too large: compiled rules store no more than 65,536 groups at once, and exact counts by Numba have "
        "words of 64 bits, which hold 62 pieces. Where that many groups can be made, state how many pieces the place "
        "can hold; plain Python counts with more pieces. Or the machine has not enough memory for what was asked."
    ),
    "two-answers": (
        "Two statements decide one thing, and differently. If the later clause makes an exception, say so: “instead "
        "of §…, …”, with the condition under which it holds. Two exceptions to one statement must show by their words "
        "that they never hold at once: end the later one with “and not (…)”. "
        "If the text does not decide which is meant, make a reading of it with two alternatives. If they say the "
        "same, leave one out; §… after a statement names a second clause that says so."
    ),
    "unasked": (
        "Loops in which somebody may be asked have gone round 1,000 times, and nobody has had anything to choose. "
        "Such a game would go on without anybody. End the loop when there is nothing to choose any more, or give it "
        "the least bound that the game needs."
    ),
    "uneven-indent": (
        "A line is indented less than those before it, but level with none above. The lines that belong to a heading "
        "are indented by two spaces, and lines that belong together begin in one column. “circular fmt” corrects the "
        "layout of a file that parses."
    ),
    "unknown-alternative": (
        "The reading, gap or option does not have the alternative that was chosen. The message names those it has; "
        "“circular readings EDITION” shows them with their reasons."
    ),
    "unknown-clause": (
        "A block, a citation or an exception names a clause that the text does not have. clauses.toml has the ids of "
        "the clauses; they are written after § without a space. A clause that was given another id can still be cited "
        "by the old one, if edition.toml has it under [aliases]."
    ),
    "unknown-edition": (
        "There is no edition of this name, nor a rules file. An edition is a folder of the corpus with a game.rules, "
        "and has the name of the folder. For rules of your own give the path of the file."
    ),
    "unknown-library": (
        "The rules use a library that does not exist, or libraries that use one another too deeply. A library is a "
        "file of rules in corpus/library, and has the name of the file, without “.rules”."
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
        "UTF-8 text, or has a character that cannot be seen, such as one that commands a terminal. The message says "
        "which. Look at the spelling of its name first; names are exact, capitals included. If it is not UTF-8, open "
        "it in your editor and save it again as UTF-8."
    ),
    "unused-name": (
        "A name is introduced, and nothing in the rules uses it. Most often it is misspelt, here or where it should "
        "be used. If it is not needed, leave it out; a name that nothing uses would only look like a rule."
    ),
    "which-ones": (
        "Some of several pieces are to go or to be chosen, and the sentence does not say which, or how many. From an "
        "ordered place a number of pieces is taken from its top; from any other somebody must choose them, or chance "
        "does."
    ),
    "words-not-in-clause": (
        "Quoted words are not the words of the clause. They are printed below the message; copy them from there, "
        "letter by letter: curly quotation marks, points and spaces count, the signs of italics and small capitals do "
        "not. A reading or an option quotes words of its clause too; where the text has no such words, declare a gap."
    ),
    "wrong-kind": (
        "A phrase stands for another kind of thing than its place in the sentence needs: a number for a player, a "
        "place for a procedure, a value of one kind for one of another. The message says what was found and what was "
        "expected, and shows where the name is introduced if that helps. Check whether you meant another name, or "
        "need another owner before it."
    ),
    "wrong-number": (
        "A singular stands where several are meant, or a plural where one is, or there are more or fewer signs than "
        "values. After 1, “a” and “each” a name is singular, after other numbers and “the number of” it is plural; "
        "the plural of a name of your own is regular."
    ),
}
"""One paragraph for each code, in the order of the alphabet."""
