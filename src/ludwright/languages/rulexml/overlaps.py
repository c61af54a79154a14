"""Whether two rules may match the same gesture: if not, neither has to ask about the other."""

from __future__ import annotations

from collections.abc import Iterator

from .tree import Rule, Tests, Validation, Word

SUBJECTS = ("receiver", "mover", "donor")


def may_both(first: Rule, second: Rule) -> bool:
    """Whether no test of one rule rules out the other; cells are not looked at."""
    return not any(
        _exclude(left, right)
        for subject in SUBJECTS
        for left in _tests(first, subject)
        for right in _tests(second, subject)
    )


def _tests(rule: Rule, subject: str) -> Iterator[Tests]:
    for validation in rule.validations:
        tests = _of(validation, subject)
        if tests is not None:
            yield tests


def _of(validation: Validation, subject: str) -> Tests | None:
    found: Tests | None = getattr(validation, subject)
    return found


def _exclude(left: Tests, right: Tests) -> bool:
    """Whether two lists of tests of one node can't hold together."""
    pairs = [
        (_plain(one), _plain(other))
        for name in ("value", "color", "suit", "num_cards", "is_faceup")
        for one, other in [(getattr(left, name), getattr(right, name))]
        if one is not None and other is not None
    ]
    return any(one != other and not _mixed(one, other) for one, other in pairs)


def _plain(word: Word) -> str:
    """A test without what does not matter: capitals, and how a number is written."""
    text = word.text.lower()
    return str(int(text)) if text.lstrip("+-").isdigit() else text


def _mixed(one: str, other: str) -> bool:
    """Whether one test compares where the other names: then both may hold.

    Of two numbers, two words, `l` and `g`, or `=` and `!` only one can."""
    compare = ("l", "g", "=", "!")
    return (one in compare) is not (other in compare)
