"""Who sits where: functions on the seats of a table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from .records import SeatRow

RETURNS = ("time", "absent")  # ways to leave from which one may come back
KICKED = "kicked"
# By seat, so that two bots at a table have different names.
BOT_NAMES = ("Alma", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas")


def new_nonce() -> str:
    """What makes the invitation to a seat valid, until it changes."""
    return secrets.token_urlsafe(9)


def open_seat(number: int) -> SeatRow:
    """An empty seat with a new invitation."""
    return SeatRow(number, nonce=new_nonce())


def bot_seat(number: int, bot: str) -> SeatRow:
    """A seat with a bot, which has a name like everybody else."""
    name = BOT_NAMES[number % len(BOT_NAMES)]
    return SeatRow(number, "bot", name=name, bot=bot, nonce=new_nonce(), ready=True)


def taken(seat: SeatRow, person: int, name: str) -> SeatRow:
    """A seat with a person. The invitation stays: the same person may come back with it."""
    return msgspec.structs.replace(
        seat, kind="person", person=person, name=name, bot="", ready=False, left=""
    )


def without_person(seat: SeatRow, person: int) -> SeatRow:
    """A seat of which nobody knows any more that this person had it."""
    return msgspec.structs.replace(seat, person=None) if seat.person == person else seat


def seats_of(seats: Sequence[SeatRow], person: int) -> list[int]:
    """The seats of a person."""
    return [each.seat for each in seats if each.kind == "person" and each.person == person]


def playing(seats: Sequence[SeatRow]) -> dict[int, int]:
    """The person of each seat whose person has not left."""
    return {
        each.seat: each.person
        for each in seats
        if each.kind == "person" and each.person is not None and not each.left
    }


def shown_to(seats: Sequence[SeatRow], person: int) -> list[int]:
    """The seats whose view a person gets: theirs, also after they left, but not if the host has
    removed them."""
    return [number for number in seats_of(seats, person) if seats[number].left != KICKED]


def concerned(seats: Sequence[SeatRow]) -> dict[int, int]:
    """The person of each seat who plays there, or may come back to it."""
    return {
        each.seat: each.person
        for each in seats
        if each.kind == "person" and each.person is not None and each.left in ("", *RETURNS)
    }


def resized(seats: Sequence[SeatRow], count: int) -> list[SeatRow]:
    """The same seats, with open ones added or the last ones removed."""
    return [*seats[:count], *(open_seat(number) for number in range(len(seats), count))]


def rotated(seats: Sequence[SeatRow], substitute: str) -> list[SeatRow]:
    """The same people and bots, each one seat further; nobody is ready or has left. A bot stays for
    whom the host has removed, or who has deleted their part of the game."""
    count = len(seats)
    seats = [
        bot_seat(each.seat, each.bot or substitute)
        if each.left == KICKED or (each.kind == "person" and each.person is None)
        else each
        for each in seats
    ]
    return [
        msgspec.structs.replace(
            seats[number - 1],
            seat=number,
            nonce=new_nonce(),
            ready=seats[number - 1].kind == "bot",
            bot=seats[number - 1].bot if seats[number - 1].kind == "bot" else "",
            left="",
        )
        for number in range(count)
    ]


def names_at(seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """A different name for each seat."""
    names: list[str] = []
    for seat in seats:
        name = seat.name.strip() or f"player {seat.seat + 1}"
        number = 2
        unique = name
        while unique in names:
            unique, number = f"{name} {number}", number + 1
        names.append(unique)
    return tuple(names)
