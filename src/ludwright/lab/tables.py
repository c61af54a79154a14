"""The tables of collected games: their columns with types and meanings.

A new column is a row here, its values in `chunk.py` and `played.py`, and a higher SCHEMA, which
also gives all runs new names. `docs/lab.md` shows the tables as `as_markdown` writes them.
"""

from __future__ import annotations

from dataclasses import dataclass

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column; its type is one of DuckDB's."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table: what one row is, and the columns."""

    name: str
    row: str
    columns: tuple[Column, ...]


def _columns(*rows: tuple[str, str, str]) -> tuple[Column, ...]:
    return tuple(Column(*row) for row in rows)


# The folders of a file say these; they are columns of every table.
PARTITION = _columns(
    ("digest", "VARCHAR", "hash of the sources of the game, shortened to 16 digits"),
    ("run", "VARCHAR", "hash of all that the rows depend on; `person-...` for games of people"),
)

GAMES = TableInfo(
    "games",
    "a game",
    _columns(
        ("game", "VARCHAR", "name of the game"),
        (
            "number",
            "BIGINT",
            "number in the run, from 0; of games of people one that means nothing",
        ),
        ("seed", "BIGINT", "seed of the deal; null if it came from the operating system"),
        ("bots", "VARCHAR[]", "who played, by seat; `person` for people"),
        ("status", "VARCHAR", "`over`, `unfinished` (at the move limit) or `faulted`"),
        ("reason", "VARCHAR", "why it ended; null if it did not"),
        ("stuck", "INTEGER", "seat that had no move, if the game ended by that; else null"),
        ("won", "BOOLEAN[]", "whether each seat won; null if it did not end"),
        ("scores", "INTEGER[]", "score of each seat; null without scores"),
        ("utility", "DOUBLE[]", "what the result is worth to each seat; null if it did not end"),
        ("decisions", "INTEGER", "decisions made"),
        ("choices", "INTEGER", "decisions with more than one option"),
        ("turns", "INTEGER", "turns played"),
        ("options", "BIGINT", "options of all decisions together"),
        ("largest", "INTEGER", "options of the decision with most"),
        ("taken_back", "INTEGER", "moves that people took back"),
        ("help", "VARCHAR", "what help a person was shown: `hint`; else null"),
    ),
)

DECISIONS = TableInfo(
    "decisions",
    "a decision of every n-th game",
    _columns(
        ("game", "VARCHAR", "name of the game"),
        ("number", "BIGINT", "number of the game"),
        ("decision", "INTEGER", "number of the decision in the game, from 0"),
        ("seat", "INTEGER", "seat that chose, from 0"),
        ("bot", "VARCHAR", "who chose"),
        ("site", "INTEGER", "the point in the rules that asked, numbered from 0"),
        ("options", "BIGINT", "number of options"),
        ("move_id", "BIGINT", "fixed id of the move, as its seat knows it"),
        ("move", "VARCHAR", "text of the move, as its seat knows it"),
    ),
)

POSITIONS = TableInfo(
    "positions",
    "a seat at a checkpoint of every n-th game",
    _columns(
        ("game", "VARCHAR", "name of the game"),
        ("number", "BIGINT", "number of the game"),
        ("checkpoint", "INTEGER", "0 at the first decision, the last one at the last decision"),
        ("decision", "INTEGER", "number of the decision at which it stands"),
        ("seat", "INTEGER", "seat, from 0"),
        ("value", "DOUBLE", "mean utility to the seat of the playouts; null without any"),
        ("playouts", "INTEGER", "random playouts from there that ended"),
    ),
)

RUNS = TableInfo(
    "runs",
    "a run: where rows come from",
    _columns(
        ("schema", "INTEGER", "version of these tables"),
        ("version", "VARCHAR", "version of Ludwright"),
        ("semantics", "INTEGER", "version of the meaning of descriptions"),
        ("game", "VARCHAR", "name of the game"),
        ("sources", "VARCHAR", "hash of the sources of the game"),
        ("options", "VARCHAR", "options of the game, as JSON"),
        ("players", "INTEGER", "number of seats"),
        ("bots", "VARCHAR[]", "who played, by seat"),
        ("seed", "BIGINT", "seed of the run; game g has the seed mix(seed, g)"),
        (
            "games",
            "BIGINT",
            "games asked for; fewer rows of `games` say that the run is not complete",
        ),
        ("max_moves", "INTEGER", "limit of decisions or turns of a game"),
        ("decisions_every", "INTEGER", "one in so many games has rows of `decisions`; 0 for none"),
        ("positions_every", "INTEGER", "one in so many games has rows of `positions`; 0 for none"),
        ("part", "INTEGER", "games per file"),
        ("command", "VARCHAR", "the command that makes the same rows"),
    ),
)

TIMES = TableInfo(
    "times",
    "a file of games: how long it took, the only thing that differs between equal runs",
    _columns(
        ("first", "BIGINT", "number of its first game"),
        ("games", "BIGINT", "number of games"),
        ("seconds", "DOUBLE", "seconds that one worker took"),
    ),
)

TABLES: dict[str, TableInfo] = {
    table.name: table for table in (GAMES, DECISIONS, POSITIONS, RUNS, TIMES)
}

SEATS = "seats"
"""A view: one row per game and seat."""
SEATS_SQL = """
SELECT digest, run, game, number, unnest(range(len(bots))) AS seat, unnest(bots) AS bot, status,
unnest(won) AS won, unnest(scores) AS score, unnest(utility) AS utility, decisions, turns FROM games
"""


def as_markdown() -> str:
    """All tables for the documentation."""
    head = "| column | type | meaning |\n|---|---|---|\n"
    parts = [f"Every table begins with these:\n\n{head}{_rows(PARTITION)}"]
    parts += [f"`{t.name}`: a row is {t.row}.\n\n{head}{_rows(t.columns)}" for t in TABLES.values()]
    return "\n".join(parts)


def _rows(columns: tuple[Column, ...]) -> str:
    return "".join(f"| `{c.name}` | {c.type} | {c.meaning} |\n" for c in columns)
