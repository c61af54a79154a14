"""What a rule does to the cards: a block of statements for each `receiver_dest` and its kin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ...gamedef.nodes import (
    And,
    Block,
    BottomOf,
    Call,
    ChildAt,
    Contains,
    DeepestOf,
    DirectionOf,
    Equal,
    Exists,
    Expr,
    ForEach,
    Grow,
    If,
    Less,
    Let,
    ListOf,
    Local,
    Not,
    Nothing,
    Number,
    Or,
    Procedure,
    Reversed,
    RootOf,
    SizeOf,
    Statement,
    TopOf,
    TreeOf,
    Turn,
    While,
)
from . import closing, mixing
from .conditions import MOVER, NODE, Nodes, in_cells, is_fixed, root, unless
from .ground import Ground, destination, left_cells, stays, subject_cells, target_cells, zone
from .reach import CLICK
from .taking import (
    OWN,
    SOURCE,
    TO,
    ZERO,
    Taking,
    below,
    changed,
    each_card,
    last_of,
    one_pile,
    procedure,
)
from .taking import taken as taken_tree
from .tree import DIRECTIONS, Act, Dest

RECEIVER, DONOR = Local(name="receiver"), Local(name="donor")
CELL = Local(name="cell")
"""The cell of the receiver."""
PEAK = Local(name="peak")
EACH_NODE = Local(name="each_node")
KINDS = {
    "": "whole",
    "*": "all",
    "h": "all",
    "d": "whole",
    "t": "top",
    "b": "bottom",
    "r": "random",
}
IN_PLACE = ("", *DIRECTIONS)
"""The selections that stay where they are until they travel."""


@dataclass(slots=True)
class Procedures:
    """The procedures that movements call, each once."""

    found: dict[str, Procedure] = field(default_factory=dict)

    def add(self, made: Procedure) -> str:
        """Keep a procedure; the answer is its name."""
        self.found[made.name] = made
        return made.name


@dataclass(frozen=True, slots=True)
class Moving:
    """One block of an action: what becomes of a node that may be in some cells."""

    dest: Dest
    node: Expr
    cells: tuple[str, ...]
    ground: Ground
    procedures: Procedures

    @property
    def deep(self) -> bool:
        """Whether something may hang below the node."""
        return self.ground.deep(self.cells)

    @property
    def kind(self) -> str:
        """What is taken of each pile."""
        return "some" if self.dest.num_cards.isdigit() else KINDS.get(self.dest.num_cards, "whole")

    def taking(self) -> Taking:
        """How cards are taken; what is turned in place is turned before."""
        dest, faces = self.dest, {"y": "up", "n": "down"}
        here = dest.num_cards in IN_PLACE
        face = "up" if dest.flip_up == "*" and not here else faces.get(dest.flip_up, "")
        peak = None if here else _peak(dest.flip_up)
        alone = not self.deep or dest.num_cards == "d" or dest.num_cards.isdigit()
        return Taking(
            kind=self.kind,
            face=face,
            rotation=self.ground.turned(dest.rotation),
            circle=360 * self.ground.degree,
            fixed=self.ground.fixed(self.cells),
            number=int(dest.num_cards) if dest.num_cards.isdigit() else 0,
            backwards=dest.shuffle == "rev",
            peak=OWN if peak is not None and alone else peak,
        )


def _peak(word: str) -> int | None:
    """The direction in which the one card to be turned up lies furthest."""
    return OWN if word == "none" else DIRECTIONS.index(word) if word in DIRECTIONS else None


# ---- a whole action ----------------------------------------------------------------------------


def moved(acts: tuple[Act, ...], at: Nodes, ground: Ground, procedures: Procedures) -> Block:
    """All that actions do to the cards. Nodes that are left without any go after each block, but
    for one that cards come to later; and in the end all do."""
    made = [(*each, tuple(block_of(*each, at, ground, procedures))) for each in _blocks(acts)]
    blocks = [each for each in made if each[2]]
    done: list[Statement] = []
    for number, (subject, dest, block) in enumerate(blocks):
        later = {destination(ground.rules, each) for _, each, _ in blocks[number + 1 :]}
        spared = tuple(subject_node(word, at, ground) for word in ("m", "r") if word in later)
        node = subject_node(subject, at, ground)
        guarded = number and node in (MOVER, NODE, RECEIVER) and _may_go(subject, at, ground)
        done += (If(test=Exists(item=node), then=block),) if guarded else block
        if later:
            ends = _ends([(subject, dest)], at, ground)
            done += [_pruned(end, spared, procedures) for end in ends]
            again = {_subject(word, at) for word, _, _ in blocks[number + 1 :]}
            done += [_kept(word, at, ground) for word in again if _may_go(word, at, ground)]
    if not done:
        return ()
    every = [(subject, dest) for subject, dest, _ in blocks]
    last = (_pruned(end, (), procedures) for end in _ends(every, at, ground))
    return (*_named(at, ground), *done, *last)


def _subject(word: str, at: Nodes) -> str:
    """A click is about one node."""
    return "m" if at.reach.gesture == CLICK else word


def _may_go(word: str, at: Nodes, ground: Ground) -> bool:
    """Whether a node may be one that goes when it is empty: the donor of a drag is a root."""
    return _subject(word, at) != "d" and ground.deep(subject_cells(at.reach, word))


def _kept(word: str, at: Nodes, ground: Ground) -> Statement:
    """A node that has gone is none, so that no other one is taken for it."""
    node = subject_node(word, at, ground)
    assert isinstance(node, Local)
    there = Contains(items=TreeOf(zone=_root_of(word, at)), value=node)
    gone = Not(item=And(items=(Exists(item=node), there)))
    return If(test=gone, then=(Let(name=node.name, value=Nothing(type="zone")),))


def _ends(blocks: list[tuple[str, Dest]], at: Nodes, ground: Ground) -> Iterable[Expr]:
    """The cells with trees that cards leave, or come to."""
    return dict.fromkeys(
        _root_of(word, at)
        for subject, dest in blocks
        for word in (subject, destination(ground.rules, dest))
        if ground.deep(subject_cells(at.reach, word) if word in ("r", "m", "d") else (word,))
    )


def _blocks(acts: tuple[Act, ...]) -> Iterator[tuple[str, Dest]]:
    for act in acts:
        for subject, dest in (("r", act.receiver), ("m", act.mover), ("d", act.donor)):
            if dest is not None:
                yield subject, dest


def _pruned(start: Expr, spared: tuple[Expr, ...], procedures: Procedures) -> Statement:
    nodes = ListOf(items=spared, of="zone")
    return Call(procedure=procedures.add(closing.PRUNE), arguments=(start, nodes))


def _named(at: Nodes, ground: Ground) -> Iterator[Statement]:
    """The nodes of a gesture and their cells, as they are before anything moves."""
    if at.reach.gesture == CLICK:
        if ground.deep(at.reach.donors):
            yield Let(name=CELL.name, value=RootOf(zone=at.mover))
        return
    if ground.deep(at.reach.targets):
        yield Let(name=RECEIVER.name, value=at.receiver)
        yield Let(name=CELL.name, value=RootOf(zone=RECEIVER))
    if ground.deep(at.reach.donors):
        yield Let(name=DONOR.name, value=at.donor)


def subject_node(word: str, at: Nodes, ground: Ground) -> Expr:
    """The receiver, the mover or the donor."""
    if at.reach.gesture == CLICK or word == "m":
        return at.mover
    if word == "r":
        return RECEIVER if ground.deep(at.reach.targets) else at.receiver
    return DONOR if ground.deep(at.reach.donors) else at.donor


def _root_of(word: str, at: Nodes) -> Expr:
    if word not in ("r", "m", "d"):
        return zone(word)
    return CELL if at.reach.gesture == CLICK or word == "r" else DONOR


def block_of(
    subject: str, dest: Dest, at: Nodes, ground: Ground, procedures: Procedures
) -> Iterator[Statement]:
    """What one part of an action does, as far as its cell is not excepted."""
    cells = subject_cells(at.reach, subject)
    left = left_cells(at.reach, subject, dest)
    if not left:
        return
    node = subject_node(subject, at, ground)
    moving = Moving(dest, node, left, ground, procedures)
    body = tuple(_placed(moving, subject, at))
    if left != cells and body:
        here = root(node, cells, ground)
        yield If(test=in_cells(here, left), then=body)
    else:
        yield from body


def _placed(moving: Moving, subject: str, at: Nodes) -> Iterator[Statement]:
    """Nothing travels within a cell."""
    ground, word = moving.ground, destination(moving.ground.rules, moving.dest)
    targets = target_cells(ground.rules, at.reach, moving.dest)
    if stays(ground.rules, at.reach, subject, moving.dest):
        yield from stayed(moving)
        return
    if word in ("r", "m", "d"):
        yield from travelled(moving, subject_node(word, at, ground), targets)
        return
    goal = DeepestOf(zone=zone(word)) if ground.deep(targets) else zone(word)
    if word not in moving.cells:
        yield from travelled(moving, goal, targets)
    elif len(moving.cells) == 1:
        yield from stayed(moving)
    else:
        same = Equal(left=root(moving.node, moving.cells, ground), right=zone(word))
        here, there = tuple(stayed(moving)), tuple(travelled(moving, goal, targets))
        if here:
            yield If(test=same, then=here, otherwise=there)
        else:
            yield If(test=Not(item=same), then=there)


# ---- to another cell ---------------------------------------------------------------------------


def travelled(moving: Moving, goal: Expr, targets: tuple[str, ...]) -> Iterator[Statement]:
    """What is selected goes to a node of another cell."""
    dest, taking = moving.dest, moving.taking()
    flat = moving.deep and dest.collapse and dest.num_cards in IN_PLACE
    if flat and _peak(dest.flip_up) is not None:
        taking = replace(taking, peak=OWN)
    else:
        yield from _turned_in_place(moving)
    yield from _arrived(goal, dest.offset, targets, moving.ground)
    if dest.shuffle != "y":
        yield from SELECTED.get(dest.num_cards, _from_node)(moving, taking)
        return
    held = Local(name="held")
    yield Let(name=held.name, value=SizeOf(zone=TO))
    yield from SELECTED.get(dest.num_cards, _from_node)(moving, taking)
    come = Less(left=held, right=SizeOf(zone=TO))
    yield If(test=come, then=mixed(TO, targets, moving))


def mixed(pile: Expr, cells: tuple[str, ...], moving: Moving) -> Block:
    """The cards of a pile in another order; those that are fixed keep their places."""
    made = mixing.shuffling(moving.ground.fixed(cells), moving.ground.aside)
    moving.procedures.add(made)
    return (mixing.called(made, pile),)


def _arrived(goal: Expr, offset: str, targets: tuple[str, ...], ground: Ground) -> Block:
    """The node that cards come to."""
    if offset in DIRECTIONS:
        direction = Number(value=DIRECTIONS.index(offset))
        return (Grow(name=TO.name, zone=goal, direction=direction),)
    here = Let(name=TO.name, value=goal)
    if offset != "preserve" or not ground.deep(targets):
        return (here,)
    direction_there = DirectionOf(zone=TO)
    hangs = Less(left=Number(value=-1), right=direction_there)
    return here, If(test=hangs, then=(Grow(name=TO.name, zone=TO, direction=direction_there),))


Selected = Callable[[Moving, Taking], Iterator[Statement]]


def _from_node(moving: Moving, taking: Taking) -> Iterator[Statement]:
    yield Let(name=SOURCE.name, value=moving.node)
    yield from _from_source(moving, taking)


def _from_source(moving: Moving, taking: Taking) -> Iterator[Statement]:
    """Of each pile of a tree, one after another or into the same shape."""
    if taking.kind == "some" or not moving.deep:
        yield from one_pile(taking)
    elif moving.dest.collapse:
        yield from _collapsed(taking)
    else:
        if below(taking) == taking or moving.ground.directions:
            moving.procedures.add(procedure(below(taking), moving.ground.directions))
        yield from taken_tree(taking, moving.ground.directions)


def _collapsed(taking: Taking) -> Block:
    """All in one pile, as if it was one; the card that comes last may be turned up."""
    plain = replace(taking, peak=None)
    nodes = TreeOf(zone=SOURCE)
    items = Reversed(items=nodes) if taking.backwards else nodes
    walk = ForEach(name=SOURCE.name, items=items, body=one_pile(plain))
    if taking.peak is None:
        return (walk,)
    first = Local(name="first")
    some = Less(left=first, right=SizeOf(zone=TO))
    turned = If(test=some, then=(Turn(token=last_of(taking, first), up=True),))
    return Let(name=first.name, value=SizeOf(zone=TO)), walk, turned


def _from_leaf(moving: Moving, taking: Taking) -> Iterator[Statement]:
    leaf = DeepestOf(zone=moving.node) if moving.deep else moving.node
    yield Let(name=SOURCE.name, value=leaf)
    yield from one_pile(taking)


def _from_pile(moving: Moving, taking: Taking) -> Iterator[Statement]:
    """The pile alone; what hangs below it closes up."""
    yield Let(name=SOURCE.name, value=moving.node)
    if not moving.deep:
        yield from one_pile(taking)
        return
    made = closing.closing(moving.ground.aside, moving.ground.directions)
    close = Call(procedure=moving.procedures.add(made), arguments=(SOURCE,))
    some = Less(left=ZERO, right=SizeOf(zone=SOURCE))
    yield If(test=some, then=(*one_pile(taking), close))


def _from_head(moving: Moving, taking: Taking) -> Iterator[Statement]:
    """From the root or, if an anchor or nothing lies there, from what hangs below it."""
    return _at_head(moving, tuple(_from_source(moving, taking)))


def _at_head(moving: Moving, then: Block) -> Iterator[Statement]:
    yield Let(name=SOURCE.name, value=root(moving.node, moving.cells, moving.ground))
    there = _is_bare(SOURCE, moving.ground.fixed(moving.cells))
    if not moving.deep:
        yield If(test=unless(there), then=then)
        return
    chain: Block = ()
    for direction in reversed(moving.ground.directions):
        child = ChildAt(zone=SOURCE, direction=Number(value=direction))
        found = (Let(name=SOURCE.name, value=child), *then)
        chain = (If(test=Exists(item=child), then=found, otherwise=chain),)
    yield If(test=there, then=chain, otherwise=then)


def _is_bare(node: Expr, fixed: bool) -> Expr:
    empty = Equal(left=SizeOf(zone=node), right=ZERO)
    return Or(items=(empty, is_fixed(BottomOf(zone=node)))) if fixed else empty


def _from_peak(moving: Moving, taking: Taking) -> Iterator[Statement]:
    yield from peaked(moving.node, DIRECTIONS.index(moving.dest.num_cards), moving.deep)
    yield Let(name=SOURCE.name, value=PEAK)
    yield from _from_source(moving, taking)


SELECTED: dict[str, Selected] = {
    "d": _from_pile,
    "h": _from_head,
    **dict.fromkeys(DIRECTIONS, _from_peak),
    **{str(number): _from_leaf for number in range(1, 1000)},
}
"""How what is not simply a node and all below it is selected."""


def peaked(node: Expr, direction: int, deep: bool) -> Block:
    """The node that is reached by going in a direction as long as there is one."""
    start = Let(name=PEAK.name, value=node)
    if not deep or direction == OWN:
        return (start,)
    further = ChildAt(zone=PEAK, direction=Number(value=direction))
    go = Let(name=PEAK.name, value=further)
    return start, While(test=Exists(item=further), body=(go,))


# ---- in place ----------------------------------------------------------------------------------


def _turned_in_place(moving: Moving) -> Iterator[Statement]:
    """What is turned up of a node that has not left yet, beyond its own cards."""
    word, dest = moving.dest.flip_up, moving.dest
    if dest.num_cards not in IN_PLACE:
        return
    fixed = moving.ground.fixed(moving.cells)
    if word == "*":
        start = root(moving.node, moving.cells, moving.ground)
        yield from _each_pile(start, Taking("whole", "up", fixed=fixed), moving.deep)
    peak = _peak(word)
    if peak is not None:
        start = moving.node
        if dest.num_cards:
            yield from peaked(start, DIRECTIONS.index(dest.num_cards), moving.deep)
            start = PEAK
        yield from peaked(start, peak, moving.deep)
        yield from _top_up(PEAK, fixed)


def _top_up(node: Expr, fixed: bool) -> Block:
    top = TopOf(zone=node)
    if not fixed:
        return (Turn(token=top, up=True),)
    there = And(items=(Exists(item=top), Not(item=is_fixed(top))))
    return (If(test=there, then=(Turn(token=top, up=True),)),)


def _each_pile(start: Expr, taking: Taking, deep: bool) -> Block:
    """Change cards where they lie, in a node and all below it."""
    if not deep:
        return each_card(taking, start, lambda card: changed(card, taking))
    body = each_card(taking, EACH_NODE, lambda card: changed(card, taking))
    return (ForEach(name=EACH_NODE.name, items=TreeOf(zone=start), body=body),)


def stayed(moving: Moving) -> Iterator[Statement]:
    """What is selected stays in its cell: it is turned, rotated or put in another order."""
    dest, taking = moving.dest, moving.taking()
    yield from _turned_in_place(moving)
    peak = None if dest.num_cards in IN_PLACE else _peak(dest.flip_up)
    if taking.face or taking.rotation or peak is not None:
        yield from _changed_in_place(moving, taking, peak)
    if dest.shuffle == "y":
        yield from mixed(moving.node, moving.cells, moving)
    if dest.shuffle == "rev":
        made = mixing.reversing(moving.ground.fixed(moving.cells), moving.ground.aside)
        moving.procedures.add(made)
        yield mixing.called(made, moving.node)


def _changed_in_place(moving: Moving, taking: Taking, peak: int | None) -> Iterator[Statement]:
    word, start, deep = moving.dest.num_cards, moving.node, moving.deep
    if word == "h":
        yield from _at_head(moving, tuple(_changed_from(SOURCE, deep, taking, peak)))
        return
    if word in DIRECTIONS:
        yield from peaked(start, DIRECTIONS.index(word), deep)
        start = PEAK
    if taking.kind == "some" and deep:
        start = DeepestOf(zone=start)
    yield from _changed_from(start, deep and taking.kind != "some" and word != "d", taking, peak)


def _changed_from(start: Expr, deep: bool, taking: Taking, peak: int | None) -> Iterator[Statement]:
    """Change what is selected; with a peak, its topmost card of those is turned up."""
    if taking.face or taking.rotation:
        # From the lowest card up: nothing moves, so that places stay what they are.
        yield from _each_pile(start, replace(taking, backwards=True), deep)
    if peak is not None:
        yield from peaked(start, peak, deep)
        kind = taking.kind if taking.kind in ("top", "bottom", "random") else "some"
        only = Taking(kind, "up", fixed=taking.fixed, number=1, backwards=True)
        yield from each_card(only, PEAK, lambda card: changed(card, only))
