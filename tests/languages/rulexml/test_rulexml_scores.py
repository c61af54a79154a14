"""Lists of scores and styles: read in any layout, kept in order, written for all."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludwright.diagnostics import Report, Source
from ludwright.languages.rulexml.read.files import read
from ludwright.languages.rulexml.read.tree import Scores, Style
from ludwright.languages.rulexml.write import markup
from ludwright.languages.rulexml.write.scores import (
    MOST_SCORES,
    NO_SCORES,
    place_of,
    read_scores,
    scores_text,
    with_score,
)
from ludwright.languages.rulexml.write.styles import style_text, style_words

LISTS = """\
<?xml version="1.0" encoding="UTF-8"?>
<data type="score">
    <memory><score>670.0</score><score>12.5</score><score>-3</score></memory>
    <klondike></klondike>
</data>
"""
STYLE = """\
<?xml version="1.0" encoding="UTF-8"?>
<data type="style">
    <language>English</language>
    <difficulty>2</difficulty>
    <cards>classic</cards>
    <sound>0</sound>
    <table>green &amp; gold</table>
    <dark>1</dark>
</data>
"""


def lists_of(text: str) -> tuple[Scores | None, Report]:
    report = Report()
    return read_scores(Source("x.scores.xml", text), report), report


def found(text: str) -> Scores:
    scores, report = lists_of(text)
    assert scores is not None and not report.items
    return scores


# ---- scores --------------------------------------------------------------------------------------


def test_lists_are_read_and_written_to_the_letter() -> None:
    scores = found(LISTS)
    assert scores.games == (("memory", ("670.0", "12.5", "-3")), ("klondike", ()))
    assert scores_text(scores) == LISTS


def test_blanks_and_line_breaks_are_harmless() -> None:
    spread = LISTS.replace("<score>", "\n\n   <score>  ").replace("</score>", "\t</score>\n")
    assert found(spread).games == found(LISTS).games


def test_lists_are_sorted_joined_and_cut() -> None:
    """As old lists were written: in any order, of any length, a game here and there."""
    many = "".join(f"<score>{number}.0</score>" for number in range(40))
    text = f'<data type="score"><Memory>{many}</Memory><war/><memory>{many}\n</memory></data>'
    (name, scores), war = found(text).games
    assert (name, war) == ("memory", ("war", ()))
    assert list(scores) == [f"{number}.0" for number in range(39, 14, -1) for _ in (0, 1)]


def test_lists_of_other_programs_are_games_without_scores() -> None:
    """Where there is more than scores, or less: nothing of it is taken for a score."""
    plain = '<data type="score">\n<solitaire>0.0</solitaire>\n<memory>0.0</memory>\n</data>'
    entry = "<entry><name>me</name><score>120</score></entry>"
    named = "".join(f'<game name="{each}">{entry * 2}</game>' for each in ("solitaire", "memory"))
    for text, games in (
        (plain, (("solitaire", ()), ("memory", ()))),
        (f'<data type="score">{named}</data>', (("game", ()),)),
    ):
        scores, report = lists_of(text)
        assert scores is not None and scores.games == games
        assert {item.code for item in report.items} == {"RX211"}


def test_a_score_takes_its_place_among_the_others() -> None:
    scores = with_score(with_score(found(LISTS), "Memory", 100), "memory", -4)
    assert dict(scores.games)["memory"] == ("670.0", "100.0", "12.5", "-3", "-4.0")
    assert place_of(scores, "MEMORY", 100) == 2 and place_of(scores, "memory", -4) == 5
    assert place_of(scores, "memory", 99) == 0 and place_of(scores, "nothing", 1) == 0


def test_a_game_without_a_list_gets_one() -> None:
    assert with_score(NO_SCORES, "War", 0).games == (("war", ("0.0",)),)
    assert with_score(found(LISTS), "war", Decimal("1.25")).games[2] == ("war", ("1.25",))


def test_only_the_highest_are_kept() -> None:
    scores = NO_SCORES
    for score in range(MOST_SCORES + 5):
        scores = with_score(scores, "g", score)
    [(_, kept)] = scores.games
    assert kept == tuple(f"{score}.0" for score in range(54, 4, -1))
    assert place_of(with_score(scores, "g", 4), "g", 4) == 0
    assert with_score(scores, "g", 4).games == scores.games


def test_a_list_that_stands_there_twice_is_joined_when_written() -> None:
    text = LISTS.replace("<klondike></klondike>", "<memory><score>50</score></memory>")
    scores = with_score(found(text), "memory", 1)
    assert scores.games == (("memory", ("670.0", "50", "12.5", "1.0", "-3")),)


@given(st.text(max_size=12), st.integers(-1000, 1000))
def test_any_name_of_a_game_can_be_kept(name: str, score: int) -> None:
    scores = found(scores_text(with_score(NO_SCORES, name, score)))
    assert scores.games == ((markup.name_of_element(name), (f"{score}.0",)),)
    assert place_of(scores, name, score) == 1


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("War", "war"),
        ("52card", "_52card"),
        ("Rock, Paper & Scissors", "rock_paper_scissors"),
        ("tri-peaks", "tri-peaks"),
        ("Écarté", "écarté"),
        ("Дурак", "дурак"),
        ("", "_"),
    ],
)
def test_names_become_names_of_elements(name: str, called: str) -> None:
    assert markup.name_of_element(name) == called


@given(st.lists(st.decimals(-1000, 1000, places=2), max_size=60))
def test_lists_are_in_order_whatever_is_added(numbers: list[Decimal]) -> None:
    scores = NO_SCORES
    for number in numbers:
        scores = with_score(scores, "g", number)
    kept = [Decimal(text) for _, texts in found(scores_text(scores)).games for text in texts]
    assert kept == sorted(numbers, reverse=True)[:MOST_SCORES]


@pytest.mark.parametrize(
    "text",
    [
        LISTS.replace("12.5", "twelve"),
        LISTS.replace("</memory>", ""),
        LISTS.replace('"score"', '"scores"'),
        STYLE,
        "",
    ],
)
def test_what_is_no_list_is_an_error(text: str) -> None:
    scores, report = lists_of(text)
    assert scores is None and report.failed


def test_entries_of_another_form_are_warned_about() -> None:
    text = LISTS.replace("<klondike>", "<klondike><entry>Ann: 7</entry>")
    scores, report = lists_of(text)
    assert scores is not None and dict(scores.games)["klondike"] == ()
    assert [d.severity for d in report.items] == ["warning"]


# ---- styles --------------------------------------------------------------------------------------


def style_of(text: str) -> tuple[Style | None, Report]:
    report = Report()
    style = read(Source("x.style.xml", text), report)
    return (style if isinstance(style, Style) and not report.failed else None), report


def test_a_style_is_read_and_written_to_the_letter() -> None:
    style, report = style_of(STYLE)
    assert style is not None and not report.items
    assert (style.language, style.difficulty, style.cards) == ("English", 2, "classic")
    assert (style.sound, style.table, style.dark) == (False, "green & gold", True)
    assert style_text(style) == STYLE
    assert style_words(style) == (
        "a style: English, difficulty 2, cards 'classic', table 'green & gold', dark, sound off"
    )


def test_the_language_of_a_style_is_written_with_a_capital() -> None:
    style, _ = style_of(STYLE.replace("English", "deutsch"))
    assert style is not None and "<language>Deutsch</language>" in style_text(style)


@pytest.mark.parametrize(
    ("old", "new"),
    [("<dark>1", "<dark>yes"), ("<sound>0</sound>", ""), (">2<", ">hard<"), ("dark>", "light>")],
)
def test_a_style_that_is_not_whole_is_an_error(old: str, new: str) -> None:
    style, report = style_of(STYLE.replace(old, new))
    assert style is None and report.failed
