"""The tables of the store; the same for SQLite and PostgreSQL.

Structured values are JSON texts: they are only ever read whole, and a text is the same everywhere.
"""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA = 1

METADATA = sa.MetaData()
# Whole numbers that SQLite counts up by itself only if they are plain integers.
_COUNTER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

META = sa.Table(
    "meta",
    METADATA,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("recovery", sa.Text, nullable=False),  # what makes a recovery link valid
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

BANS = sa.Table(
    "bans",
    METADATA,
    sa.Column("subject", sa.Text, primary_key=True),  # a person's number, or an address
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

UPLOADS = sa.Table(
    "uploads",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.BigInteger, nullable=False, index=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("files", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("upload", sa.Text, index=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("host", sa.BigInteger),
    sa.Column("phase", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("rematch", sa.Text),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Index("tables_listed", "public", "phase", "touched"),
    sa.Index("tables_touched", "touched"),
)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("person", sa.BigInteger, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("bot", sa.Text, nullable=False),
    sa.Column("nonce", sa.Text, nullable=False),  # of the valid invitation
    sa.Column("ready", sa.Boolean, nullable=False),
    sa.Column("left", sa.Text, nullable=False),  # how its person left the game, or nothing
)

JOURNAL = sa.Table(
    "journal",
    METADATA,
    sa.Column("table", sa.Text, primary_key=True),
    # With the key, two owners can never both write the same line, whatever they believe.
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

VOTES = sa.Table(
    "votes",
    METADATA,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("vote", sa.Text, nullable=False),
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("number", _COUNTER, primary_key=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("person", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("text", sa.Text),
    sa.Column("phrase", sa.Integer),
    sa.Column("time", sa.Float, nullable=False),
)

RESULTS = sa.Table(
    "results",
    METADATA,
    sa.Column("number", _COUNTER, primary_key=True),
    sa.Column("table", sa.Text, nullable=False, index=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("person", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("score", sa.Integer),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Index("results_mine", "person", "game", "ended"),
)

PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, nullable=False),  # where it takes over sockets
    sa.Column("expires", sa.Float, nullable=False),
)

LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("epoch", sa.Integer, nullable=False),
)

# What a backup holds, in the order in which it is restored; the rest belongs to running processes.
KEPT = (META, PEOPLE, BANS, UPLOADS, TABLES, SEATS, JOURNAL, VOTES, CHAT, RESULTS, LEASES)
# What belongs to a table, and goes with it.
OF_A_TABLE = (SEATS, JOURNAL, VOTES, CHAT, LEASES)
