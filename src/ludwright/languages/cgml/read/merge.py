"""Merging one document over another: sections by key, lists by the identity of their entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ....diagnostics import Report, did_you_mean
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from .. import codes


@dataclass(frozen=True, slots=True)
class Section:
    """A mapping that is merged by key; the keys listed here are merged by their own rule."""

    keys: dict[str, MergeRule] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping of names to declarations: a declaration is merged with that of the same name or, if
    it is a `whole`, replaces it."""

    what: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of declarations: entries are merged if they agree in all of these keys.

    With `loose`, an entry that has the last of the keys may omit the others.
    """

    what: str
    keys: tuple[str, ...]
    loose: bool = False


MergeRule = Section | Entries | Listed

IDENTITY = Section(
    {
        "meta": Section({"options": Listed("option", ("name",))}),
        "components": Section(
            {
                "component_types": Section(
                    {"deck_types": Entries("deck type"), "zone_types": Entries("zone type")}
                ),
                "decks": Entries("deck"),
                "zones": Listed("zone", ("name",)),
                "variables": Listed("variable", ("name",)),
            }
        ),
        "definitions": Entries("definition", whole=True),
        "setup": Listed("setup action", ("id",)),
        "flow": Section(
            {
                "states": Entries("state"),
                "transitions": Listed("transition", ("from", "to", "id"), loose=True),
            }
        ),
        "rules": Listed("rule", ("id",)),
    }
)
"""How two documents are merged: the only definition of the identity of list entries.

Mappings that are not listed here are merged by key one level deep; everything else is replaced.
"""


def merged(base: Tree, child: Tree, rule: MergeRule | None = IDENTITY) -> Tree:
    """A child merged over its base; where both have a value, the child's counts."""
    if isinstance(base, Mapping) and isinstance(child, Mapping):
        return _mappings(base, child, rule)
    if isinstance(base, Sequence) and isinstance(child, Sequence) and rule is not None:
        return _lists(base, child, rule)
    return child


def _mappings(base: Mapping, child: Mapping, rule: MergeRule | None) -> Mapping:
    """The keys of the base in their order, then those that only the child has."""
    own = {key.text: (key, value) for key, value in child.entries}
    entries = []
    for key, value in base.entries:
        if key.text in own:
            name, other = own.pop(key.text)
            # The child's key with its location: a diagnostic points to the file that decided.
            entries.append((name, _value(value, other, rule, key.text)))
        else:
            entries.append((key, value))
    return Mapping(child.span, (*entries, *own.values()), child.tag)


def _value(base: Tree, child: Tree, rule: MergeRule | None, key: str) -> Tree:
    """One key of two mappings: merged one level deep, unless the table has a rule for it."""
    if isinstance(rule, Section):
        return merged(base, child, rule.keys.get(key))
    if not isinstance(rule, Entries) or (rule.whole and not is_disabled(child)):
        return child
    return merged(base, child, None)


def _lists(base: Sequence, child: Sequence, rule: MergeRule) -> Sequence:
    """The entries of the base in their order, overridden ones in place, then the new ones."""
    items = list(base.items)
    free = set(range(len(items)))
    new: list[Tree] = []
    for item in child.items:
        index = next((i for i in sorted(free) if same(items[i], item, rule)), None)
        if index is None:
            new.append(item)
        else:
            free.discard(index)  # of two identical entries the second overrides the second
            items[index] = merged(items[index], item, None)
    return Sequence(child.span, (*items, *new), child.tag)


def same(base: Tree, child: Tree, rule: MergeRule) -> bool:
    """Whether an entry of a child's list overrides an entry of the base's list."""
    if isinstance(base, Scalar) and isinstance(child, Scalar):
        return base.text == child.text
    if not isinstance(rule, Listed) or not (
        isinstance(base, Mapping) and isinstance(child, Mapping)
    ):
        return False
    names, others = _names(child, rule), _names(base, rule)
    if rule.loose and names[-1] is not None:
        # `{id: back, disabled: true}` suffices: from and to of the transition are in the base.
        return all(mine in (None, theirs) for mine, theirs in zip(names, others, strict=True))
    # Entries without a name are never identical, or two unnamed actions of a setup would be merged.
    without_unused_types = names[:-1] if rule.loose else names
    return None not in without_unused_types and names == others


def _names(entry: Mapping, rule: Listed) -> list[str | None]:
    values = [entry.get(key) for key in rule.keys]
    return [value.text if isinstance(value, Scalar) else None for value in values]


# ---- after merging -----------------------------------------------------------------------------


def without_disabled(tree: Tree, report: Report, rule: MergeRule = IDENTITY) -> Tree:
    """A merged document without its disabled entries."""
    if isinstance(tree, Mapping) and isinstance(rule, Section):
        rules = ((key, value, rule.keys.get(key.text)) for key, value in tree.entries)
        entries = (
            (key, without_disabled(value, report, inner) if inner else value)
            for key, value, inner in rules
        )
        return replace(tree, entries=tuple(entries))
    if isinstance(tree, Mapping) and isinstance(rule, Entries):
        kept = _kept([(value, key.text, ()) for key, value in tree.entries], rule.what, report)
        return replace(
            tree, entries=tuple(e for e, keep in zip(tree.entries, kept, strict=True) if keep)
        )
    if isinstance(tree, Sequence) and isinstance(rule, Listed):
        items = [(item, _display_name(item, rule), rule.keys) for item in tree.items]
        kept = _kept(items, rule.what, report)
        return replace(
            tree, items=tuple(i for i, keep in zip(tree.items, kept, strict=True) if keep)
        )
    return tree


def _kept(
    entries: list[tuple[Tree, str, tuple[str, ...]]], what: str, report: Report
) -> list[bool]:
    """Which entries stay. Warns about an entry that only deletes and has nothing to delete."""
    names = [name for entry, name, _ in entries if not is_disabled(entry)]
    for entry, name, keys in entries:
        if isinstance(entry, Mapping) and is_disabled(entry):
            # Merged with its base, an entry has more keys than its identity.
            others = {key.text for key, _ in entry.entries} - {*keys, "disabled"}
            if not others:
                message = f"nothing to disable: unknown {what} '{name}'"
                report.warning(codes.NO_BASE, entry.span, message, did_you_mean(name, names))
    return [not is_disabled(entry) for entry, _, _ in entries]


def _display_name(entry: Tree, rule: Listed) -> str:
    names = _names(entry, rule) if isinstance(entry, Mapping) else []
    return next((name for name in reversed(names) if name), "")


def is_disabled(entry: Tree) -> bool:
    """Whether an entry is disabled."""
    flag = entry.get("disabled") if isinstance(entry, Mapping) else None
    return isinstance(flag, Scalar) and flag.value is True


def files_of_types(tree: Tree) -> set[str]:
    """The files that declare the component types of a document."""
    parts = tree.get("components") if isinstance(tree, Mapping) else None
    kinds = parts.get("component_types") if isinstance(parts, Mapping) else None
    tables = [value for _, value in kinds.entries] if isinstance(kinds, Mapping) else []
    return {k.span.file for table in tables if isinstance(table, Mapping) for k, _ in table.entries}


def without_unused_types(tree: Tree, imported: set[str]) -> Tree:
    """A document without the unused types of imported files. All stay if a type is unknown, so that
    the error can suggest the right one."""
    parts = tree.get("components") if isinstance(tree, Mapping) else None
    kinds = parts.get("component_types") if isinstance(parts, Mapping) else None
    if not (
        isinstance(tree, Mapping) and isinstance(parts, Mapping) and isinstance(kinds, Mapping)
    ):
        return tree
    decks, zones = parts.get("decks"), parts.get("zones")
    things = {
        "deck_types": [value for _, value in decks.entries] if isinstance(decks, Mapping) else [],
        "zone_types": zones.items if isinstance(zones, Sequence) else (),
    }

    def left(name: str, value: Tree) -> Tree:
        if name not in things or not isinstance(value, Mapping):
            return value
        # A type may be written with its section: `zone_types.hand`.
        used = {each.text.rpartition(".")[2] for each in _all(things[name], "type")}
        if not used <= {key.text for key, _ in value.entries}:
            return value
        own = ((k, v) for k, v in value.entries if k.text in used or k.span.file not in imported)
        return replace(value, entries=tuple(own))

    new = replace(kinds, entries=tuple((k, left(k.text, v)) for k, v in kinds.entries))
    return _with(tree, "components", _with(parts, "component_types", new))


def _with(tree: Mapping, key: str, value: Tree) -> Mapping:
    entries = tuple((k, value if k.text == key else v) for k, v in tree.entries)
    return replace(tree, entries=entries)


def check_extends(tree: Tree, report: Report) -> None:
    """Warn about rules that extend an unknown rule."""
    rules = tree.get("rules") if isinstance(tree, Mapping) else None
    if not isinstance(rules, Sequence):
        return
    known = {name.text for name in _all(rules.items, "id")}
    for name in _all(rules.items, "extends"):
        if name.text not in known:
            hint = did_you_mean(name.text, known)
            report.warning(
                codes.NO_BASE, name.span, f"nothing to extend: unknown rule '{name.text}'", hint
            )


def _all(entries: Iterable[Tree], key: str) -> Iterator[Scalar]:
    for entry in entries:
        value = entry.get(key) if isinstance(entry, Mapping) else None
        if isinstance(value, Scalar):
            yield value
