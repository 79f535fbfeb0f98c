"""Claims about an invented edition: what comes of each kind of check, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cc_dsl import resources
from cc_dsl.compare.claims.data import load_claims, read_claims
from cc_dsl.compare.claims.findings import FAILS, HOLDS, IN_PART, UNDECIDABLE, Finding, combined, of_tried
from cc_dsl.compare.claims.judging import counts_of, judge, judge_all
from cc_dsl.compare.play.deals import shared_layout
from cc_dsl.compare.play.shrinking import filled, first_of_all, shrunk, steps
from cc_dsl.diagnostics.codes import PROBLEMS
from cc_dsl.diagnostics.problem import RulesError
from cc_dsl.pipeline import load
from tests.cli.desk import circular, is_refused

RULES = """\
edition "Stones" of {name}.
use playing-cards.

editor "the table and the play"
  this game is for 2 to 3 players.
  there is a pack, an ordered place for cards.
  each player has a front, a place for 2 cards.
  each player has a store, a place for cards.
  all see the fronts together with the cards in the stores.
  cards rank by their rank in the order Ace-high, then by their suit-sign in the order Hearts, Diamonds, Clubs,
      Spades.
  a player's own-cards are the cards in his front.
  a Set is 2 cards in a player's own-cards.
  Sets rank by sort: {sorts}.
  a Twin is a Set whose cards have the same rank.
  {second} is a Set whose cards have the same suit-sign.
  equal Sets are decided by the best card in it.
  the winner is the player with the best Set.
  the keeper is the winner.
  the payer is the player after player 1 if no player has a Set; otherwise the winner.
  a player's weight is the number of cards in his store.
  a player's sign is 1 if his store has at least 0 cards; otherwise 2.
  the game goes thus:
    the cards are shuffled into the pack.
    each player in turn:
      17 cards in the pack go to his store.
    each player in turn:
      he chooses a card in his store as the stone.
      the stone goes to his front.
    player 1 wins.
  question judge "Who wins?":
    given 2 cards for each player's front, called "front".
    tell the winner, called "winner".
    tell the keeper, called "keeper".
    tell the payer, called "payer".
  question count "What do the stores count?":
    given 0 to 52 cards for each player's store, called "won".
    tell each player's weight, called "weights".
    tell each player's sign, called "signs".
"""

HEAD = 'version = 1\ntitle = "T"\nwhere = "W"\nseen = "S"\n'


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay out a corpus of two invented editions, of which the second knows another sort."""
    shutil.copytree(Path(resources.corpus_root()) / "library", tmp_path / "library")
    for name, sorts, second in (("stones", "Twin, Kin", "a Kin"), ("pebbles", "Twin, Clan", "a Clan")):
        (tmp_path / name).mkdir()
        text = RULES.format(name=name, sorts=sorts, second=second)
        (tmp_path / name / "game.rules").write_text(text, "utf-8")
    (tmp_path / "claims").mkdir()
    monkeypatch.setattr(resources, "corpus_root", lambda: str(tmp_path))
    return tmp_path


def write(
    corpus: Path, *parts: str, head: str = HEAD, claim: str = 'number = 1\nclaim = "C"\nmeant = ["stones"]'
) -> str:
    """Write claims of one claim with these parts; give their path."""
    path = corpus / "claims" / "some.toml"
    listed = "".join(f"\n[[claim.part]]\n{part}\n" for part in parts)
    path.write_text(f"{head}\n[[claim]]\n{claim}\n{listed}", "utf-8")
    return str(path)


def finding(corpus: Path, check: str, edition: str = "stones", more: str = "") -> Finding:
    """Return what comes of one check."""
    editions = 'editions = ["stones", "pebbles"]' if edition == "both" else f'editions = ["{edition}"]'
    write(corpus, f'says = "It."\n{editions}\n{more}\n{check}')
    return judge(load_claims("some")).judged[0].parts[0].findings[-1]


def refusals(corpus: Path, check: str, **others: str) -> list[str]:
    """Return the codes with which a part is refused."""
    write(corpus, f'says = "It."\neditions = ["stones"]\n{check}', **others)
    with pytest.raises(RulesError) as caught:
        judge(load_claims("some"))
    # What cannot stand somewhere says what can: the sentence is its own remedy.
    problems = caught.value.problems
    assert all(
        problem.code in PROBLEMS and (problem.remedies or "I expected" in problem.sentence) for problem in problems
    )
    assert all(problem.source is not None for problem in caught.value.problems)
    return [problem.code for problem in caught.value.problems]


# ------------------------------------------------------------------------------------------- sentences


def test_example_holds_or_says_what_is_made_instead(corpus: Path) -> None:
    """Two Kings are a Twin; a King and a Queen of one suit-sign are none, but a Kin."""
    assert finding(corpus, 'example = "King of Hearts, King of Clubs make a Twin."').verdict == HOLDS
    found = finding(corpus, 'example = "King of Hearts, Queen of Hearts make a Twin."')
    assert found.verdict == FAILS
    assert [reason.sentence for reason in found.instead] == ["KH QH make a Kin"]
    found = finding(corpus, 'example = "King of Hearts, Queen of Clubs make a Twin."')
    assert [reason.sentence for reason in found.instead] == ["KH QC make no Set"]


def test_some_sentences_hold(corpus: Path) -> None:
    """If one of two sentences holds, the part holds in part."""
    text = "King of Hearts, King of Clubs make a Twin.\nKing of Hearts, Ten of Hearts make a Twin."
    found = finding(corpus, f'example = """{text}"""')
    assert found.verdict == IN_PART
    assert [tried.holds for tried in found.tried] == [True, False]


def test_laid_example_says_the_decision_that_is_so(corpus: Path) -> None:
    """What is laid under the claim is laid for each part; a false winner is answered by the true one."""
    claim = (
        'number = 1\nclaim = "C"\nmeant = ["stones"]\ngiven = """\n'
        "given player 1's front is King of Hearts, King of Clubs.\n"
        'given player 2\'s front is Ace of Hearts, Two of Hearts.\n"""'
    )
    parts = [
        f'says = "It."\neditions = ["stones"]\nexample = "hence {said}."'
        for said in ("the winner is player 1", "the winner is player 2")
    ]
    write(corpus, *parts, claim=claim)
    first, second = (part.findings[0] for part in judge(load_claims("some")).judged[0].parts)
    assert (first.verdict, second.verdict) == (HOLDS, FAILS)
    assert second.instead[0].sentence == "player 1 is the winner"
    assert len(first.given) == 2


def test_word_that_one_edition_lacks_is_an_answer_there(corpus: Path) -> None:
    """Pebbles has no Kin: the claim fails there, and what the cards make is said; nowhere known, it is a slip."""
    found = finding(corpus, 'example = "King of Hearts, Queen of Hearts make a Kin."', "both")
    assert (found.edition, found.verdict) == ("pebbles", FAILS)
    assert [reason.sentence for reason in found.instead] == ["Stones has no “Kin”", "KH QH make a Clan"]
    text = "given player 1's front is King of Hearts, Queen of Hearts.\nhence player 1 has a Kin."
    found = finding(corpus, f'example = """{text}"""', "both")
    assert [reason.sentence for reason in found.instead] == ["Stones has no “Kin”", "player 1's Sets are Clan KH QH"]
    assert refusals(corpus, 'example = "King of Hearts, Queen of Hearts make a Kun."') == ["unknown-name"]


# ------------------------------------------------------------------------------------------ every deal


def test_condition_that_is_the_definition(corpus: Path) -> None:
    """The keeper is the winner by definition."""
    found = finding(corpus, 'always = "the keeper is the winner."\nquestion = "judge"')
    assert (found.verdict, found.basis) == (HOLDS, "the definition itself")
    assert [reason.sentence for reason in found.reasons] == ["the keeper is the winner"]


def test_condition_that_sometimes_fails_has_a_smallest_case(corpus: Path) -> None:
    """Where no player has a Set the payer is player 2, and no winner is; no cards at all show it."""
    found = finding(corpus, 'always = "the payer is the winner."\nquestion = "judge"')
    assert found.verdict == IN_PART
    assert found.matters == ""
    assert found.drawn is not None
    assert 0 < found.drawn.held < found.drawn.deals
    found = finding(corpus, 'always = "no player has a Twin."\nquestion = "judge"')
    assert found.matters == "2C 2S"
    assert dict(found.case)["front"][0] == "2C 2S"


def test_condition_only_of_some_deals(corpus: Path) -> None:
    """With “where” only the deals are counted of which the condition speaks; of none, nothing is known."""
    text = 'always = "the payer is the winner."\nquestion = "judge"\nwhere = "some player has a Set."'
    found = finding(corpus, text.replace("some player has a Set", "every player has a Set"))
    assert found.verdict == HOLDS
    assert found.drawn is not None
    assert found.drawn.held == found.drawn.deals < 2000
    assert found.basis == f"{found.drawn.deals:,} deals tried"
    found = finding(corpus, text.replace("some player has a Set", "player 1 is player 2"))
    assert found.verdict == UNDECIDABLE


# --------------------------------------------------------------------------------------------- facts


def test_players_and_what_the_pack_seats(corpus: Path) -> None:
    """Seventeen cards each: 51 for three, and 68 for four, whom the rules do not seat and the pack could not."""
    found = finding(corpus, "players = [2, 3]")
    assert found.verdict == HOLDS
    assert [reason.sentence for reason in found.reasons] == [
        "this game is for 2 to 3 players",
        "the 52 cards do for no more: with 4 players play stops at “17 cards in the pack go to his store”",
    ]
    assert finding(corpus, "players = [3, 4]").verdict == IN_PART
    assert finding(corpus, "players = [4]").verdict == FAILS


def test_pieces(corpus: Path) -> None:
    """A number of pieces is counted."""
    assert finding(corpus, "pieces = 52").verdict == HOLDS
    found = finding(corpus, "pieces = 32")
    assert found.verdict == FAILS
    assert found.instead[0].sentence.startswith("there are 52 cards")


@pytest.mark.parametrize(
    ("told", "law", "verdict"),
    [
        ("weights", "sum", HOLDS),
        ("weights", "product", FAILS),
        ("signs", "product", HOLDS),
        ("signs", "sum", FAILS),
    ],
)
def test_how_counts_go_together(corpus: Path, told: str, law: str, verdict: str) -> None:
    """A weight is a number of cards and adds; a sign is always 1 and multiplies."""
    check = f'combining = {{ question = "count", given = "won", told = "{told}", law = "{law}" }}'
    found = finding(corpus, check)
    assert found.verdict == verdict
    if verdict == FAILS:
        assert dict(found.case)["the first heap"] == "2S"
        assert dict(found.case)["the second heap"] == "2C"


def test_differences_from_another_edition(corpus: Path) -> None:
    """The sorts differ, the counting does not."""
    against = 'against = "pebbles"'
    assert finding(corpus, 'differs = { topic = "groups" }', more=against).verdict == HOLDS
    assert finding(corpus, 'differs = { topic = "numbers" }', more=against).verdict == FAILS


def test_words_of_editions_without_a_text(corpus: Path) -> None:
    """Where there is no text, no word stands; and of what is nowhere spoken nothing can be decided."""
    assert finding(corpus, 'words = ["stone"]', more='against = "pebbles"').verdict == FAILS
    assert finding(corpus, 'silent = ["pleasant"]\nbecause = "no rule can"').verdict == UNDECIDABLE


# ------------------------------------------------------------------------------------------ bad files


@pytest.mark.parametrize(
    "check",
    [
        "",
        "pieces = 52\nplayers = [2]",
        "pieces = true",
        "players = []",
        'example = ""',
        'words = ["x"]',
        'differs = { topic = "weather" }\nagainst = "pebbles"',
        'combining = { question = "count", given = "won", told = "weights", law = "square" }',
        'always = "the keeper is the winner."',
        'always = "the keeper is the winner."\nquestion = "riddle"',
        'combining = { question = "count", given = "lost", told = "weights", law = "sum" }',
        'combining = { question = "count", given = "won", told = "height", law = "sum" }',
    ],
)
def test_bad_checks_are_refused(corpus: Path, check: str) -> None:
    """Each says what is wrong with the file, and what to write."""
    assert set(refusals(corpus, check)) == {"bad-data-file"}


@pytest.mark.parametrize(
    ("check", "code"),
    [
        ('example = "hence the sun shines."', "syntax"),
        ('example = "hence the winner is player 2."\nagainst = "boulders"', "unknown-edition"),
        ('example = "hence the loser is player 2."', "unknown-name"),
        ('always = "the winner is player 1\'s front."\nquestion = "judge"', "wrong-kind"),
    ],
)
def test_bad_sentences_are_refused_as_in_rules(corpus: Path, check: str, code: str) -> None:
    """A sentence that no edition understands is a problem of the file of claims, at its place there."""
    assert refusals(corpus, check) == [code]
    with pytest.raises(RulesError) as caught:
        judge(load_claims("some"))
    (problem,) = caught.value.problems
    assert problem.source is not None
    assert problem.source.path.endswith("some.toml")


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ('claim = "C"\nmeant = ["stones"]', "number"),
        ('number = 1\nmeant = ["stones"]', "no claim"),
        ('number = 1\nclaim = "C"', "meant"),
    ],
)
def test_bad_claims_are_refused(corpus: Path, claim: str, said: str) -> None:
    """What a claim needs is named."""
    path = write(corpus, 'says = "It."\neditions = ["stones"]\npieces = 52', claim=claim)
    claims, problems = read_claims(path)
    assert claims is None
    assert [problem.code for problem in problems] == ["bad-data-file"]
    assert said in problems[0].sentence


def test_files_without_claims_or_with_two_of_one_number_are_refused(corpus: Path) -> None:
    """A file has claims, each with its number, and each with parts."""
    path = Path(write(corpus, "pieces = 52"))
    path.write_text(HEAD, "utf-8")
    assert [problem.code for problem in read_claims(str(path))[1]] == ["bad-data-file"]
    one = '\n[[claim]]\nnumber = 1\nclaim = "C"\nmeant = ["stones"]\n'
    path.write_text(HEAD + one + one, "utf-8")
    assert {problem.code for problem in read_claims(str(path))[1]} == {"bad-data-file"}
    assert read_claims(str(corpus / "claims" / "none.toml"))[1][0].code == "unreadable-file"


# -------------------------------------------------------------------------------------- verdicts, command


def test_verdicts_combine() -> None:
    """A whole of parts that agree is as they are; what holds here and not there holds in part."""
    assert of_tried([True, True]) == HOLDS
    assert of_tried([True, False]) == IN_PART
    assert of_tried([False]) == FAILS
    assert combined([HOLDS, HOLDS]) == HOLDS
    assert combined([HOLDS, UNDECIDABLE]) == combined([HOLDS, FAILS]) == combined([IN_PART, FAILS]) == IN_PART
    assert combined([FAILS, UNDECIDABLE]) == FAILS
    assert combined([UNDECIDABLE]) == UNDECIDABLE


def test_whole_is_of_the_editions_meant(corpus: Path) -> None:
    """Another edition is asked to compare; what it says changes nothing in the verdict on the claim."""
    made = 'says = "It."\neditions = ["stones", "pebbles"]\nexample = "King of Hearts, Queen of Hearts make a Kin."'
    write(corpus, made)
    judged = judge(load_claims("some"))
    assert judged.judged[0].verdicts == {"stones": HOLDS, "pebbles": FAILS}
    assert judged.judged[0].verdict == HOLDS
    assert judged.counts == {"judged": 1, "holding": 1, "in_part": 0, "failing": 0, "undecidable": 0}
    assert counts_of(judge_all(("pebbles",)))["failing"] == 1
    assert judge_all(("boulders",)) == []


def test_command_tells_and_counts(corpus: Path) -> None:
    """`circular claims` shows verdicts with what is so instead; `circular check` counts them, and does not fail."""
    write(corpus, 'says = "It."\neditions = ["stones"]\nexample = "King of Hearts, Queen of Hearts make a Twin."')
    shown = circular("claims", "some")
    assert (shown.status, shown.err) == (0, "")
    assert "Stones: fails" in shown.out
    assert "instead: K♥ Q♥ make a Kin" in shown.out
    assert "tested: “" not in shown.out
    assert "tested: “King of Hearts, Queen of Hearts make a Twin”: false" in circular("claims", "some", "--why").out
    document = json.loads(circular("claims", "--json").out)["claims"][0]
    assert list(document) == ["name", "title", "where", "seen", "counts", "claims"]
    assert document["claims"][0]["parts"][0]["findings"][0]["verdict"] == FAILS
    checked = circular("check", "--json")
    assert checked.status == 0, checked.err
    assert json.loads(checked.out)["claims"]["failing"] == 1


def test_command_refuses(corpus: Path) -> None:
    """A name that is none is answered by the nearest; a claim that cannot be run fails the check."""
    write(corpus, 'says = "It."\neditions = ["stones"]\nexample = "King of Hearts, Queen of Hearts make a Twun."')
    assert is_refused(circular("claims", "sume"), "There are no claims “sume”. Choose some")
    assert is_refused(circular("claims"), "unknown-name", "some.toml")
    checked = circular("check")
    assert checked.status == 2
    assert "unknown-name" in checked.err


# --------------------------------------------------------------------------------------------- shrinking


def test_shrinking_ends_where_no_step_leads_further(corpus: Path) -> None:
    """A deal is made smaller until each smaller step breaks the test; a whole deal contains it."""
    rules = load("stones").rules
    layout = shared_layout(rules, rules, "judge")
    high = {rules.pieces.codes[piece]: piece for piece in range(52)}

    def has_hearts(deal: tuple[tuple[int, ...], ...]) -> bool:
        return sum(rules.pieces.codes[piece].endswith("H") for pieces in deal for piece in pieces) >= 2

    deal = ((high["AH"], high["KS"]), (high["QH"], high["JH"]))
    small = shrunk(layout, deal, has_hearts)
    assert sorted(layout.written([piece]) for pieces in small for piece in pieces) == ["2H", "3H"]
    assert not any(has_hearts(one) for one in steps(layout, small))
    whole = filled(layout, small, has_hearts)
    assert whole is not None
    assert [len(pieces) for pieces in whole] == [2, 2]
    first = first_of_all(layout, 100_000, has_hearts)
    assert first is not None
    assert layout.written(first[0]) == "3H 2H"
