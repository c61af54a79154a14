"""How a server is set up."""

from __future__ import annotations

import msgspec

from ..players import PLAYERS, SOLITARY

# The strongest first. Bots sit beside people here, so those of solitaires are not offered.
BOTS = tuple(name for name in PLAYERS if name not in SOLITARY)
USUAL_BOT = "level-2"  # where nobody has chosen one: quick, and no easy prey


class Limits(msgspec.Struct, frozen=True):
    """What one server, address, person or table may use."""

    sockets: int = 5_000
    sockets_per_address: int = 200
    connections: int = 5_000  # of HTTP, beside those of sockets
    connections_per_address: int = 200
    tables: int = 20_000  # waiting or running
    tables_per_person: int = 50
    tables_per_day: int = 500  # created, per address
    live: int = 5_000  # in memory
    requests_per_minute: int = 600  # HTTP, per address
    costly_per_minute: int = 60  # of these, such that write or compute
    questions_per_minute: int = 300  # of these, such that editors ask while somebody types
    frames_per_second: float = 20.0  # per connection
    frames_burst: int = 60
    address_frames_per_second: float = 200.0  # an address may be many people
    address_frames_burst: int = 1_000
    table_frames_per_second: float = 60.0
    table_frames_burst: int = 200
    chat_per_minute: int = 30
    body: int = 1_000_000  # bytes of a request
    upload: int = 400_000  # characters of a description with all its files
    uploads_per_person: int = 5_000_000  # characters
    uploads_per_address: int = 50_000_000  # characters a day, as an address may be many people
    queue: int = 300  # frames waiting for a slow client
    queue_bytes: int = 4_000_000
    send_seconds: float = 20.0  # until a client that takes nothing is dropped
    header_seconds: float = 15.0  # until a connection that sends nothing is dropped
    body_seconds: float = 20.0
    jobs: int = 8  # checks, simulations and searches at once
    jobs_per_address: int = 2


class Config(msgspec.Struct, frozen=True):
    """The options of `ludwright serve`."""

    store: str
    version: str = ""  # of Ludwright, as clients see it
    host: str = "127.0.0.1"
    port: int = 8000
    base: str = ""  # path under which everything is served, without a slash at its end
    origins: tuple[str, ...] = ()  # further origins from which the pages may be opened
    proxies: tuple[str, ...] = ()  # addresses whose forwarded headers are believed
    workers: int = 1
    engines: int = 1
    files: tuple[tuple[str, str], ...] = ()  # names and paths of games on the command line
    idle: float = 300.0  # seconds after which a table without connections leaves the memory
    pause: float = 1.2  # seconds before a paused game continues
    keep_days: float = 90.0
    limits: Limits = Limits()
    engine: str = ""  # another implementation, as module:callable; for tests
