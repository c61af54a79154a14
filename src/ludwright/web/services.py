"""What a table needs of the server around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import records
from .config import BOTS, Config
from .engine.interface import Engine
from .limits import Buckets, Slots
from .security import Signer
from .store import Store

if TYPE_CHECKING:
    from .live import LiveTable


@dataclass
class Services:
    """The parts of a server that its tables share."""

    store: Store
    engine: Engine
    config: Config
    signer: Signer
    again: Callable[[LiveTable], Awaitable[str]]  # create the table of a rematch
    drop: Callable[[LiveTable], None]  # forget a table
    bots: tuple[str, ...] = BOTS
    counts: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        limits = self.config.limits
        # What an address may compute, over HTTP and at tables, and what it may create and send; and
        # what a person may say.
        self.costly = Buckets(limits.costly_per_minute / 60, limits.costly_per_minute)
        self.jobs = Slots(limits.jobs, limits.jobs_per_address)
        self.tables = Buckets(limits.tables_per_day / 86_400, limits.tables_per_day)
        self.frames = Buckets(limits.address_frames_per_second, limits.address_frames_burst)
        self.talk = Buckets(limits.chat_per_minute / 60, limits.chat_per_minute)

    def count(self, name: str, by: float = 1) -> None:
        """Add to a number for operators."""
        self.counts[name] = self.counts.get(name, 0) + by

    def link(self, table: str, seat: records.SeatRow) -> str:
        """The path of an invitation to a seat."""
        return f"{self.config.base}/join/{self.signer.seat_token(table, seat.seat, seat.nonce)}"
