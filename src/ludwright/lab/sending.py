"""What bots need in other processes, and which cannot be sent there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..machine.program import Program
from ..play.errors import TableError
from ..players import SOLITARY, Bot, is_command, is_player, name_of
from ..players.solitaires import known_definition, restore_definition
from .executor import Executor


@dataclass(frozen=True, slots=True)
class Origin:
    """What a program was compiled from, where a bot needs that: a program alone has no part of a
    description."""

    definition: n.GameDef | None

    @staticmethod
    def of(program: Program, *bots: Bot) -> Origin:
        """The origin of a program for some bots. A bot that is no name may be any."""
        wanted = any(not isinstance(bot, str) or bot in SOLITARY for bot in bots)
        return Origin(known_definition(program) if wanted else None)

    def restore(self, program: Program) -> None:
        """Let a program that came from another process have its origin again."""
        if self.definition is not None:
            restore_definition(program, self.definition)


def check_sendable(bots: Iterable[Bot], executor: Executor) -> None:
    """Refuse bots that play in this process only, where games are played elsewhere."""
    if executor.in_this_process:
        return
    for bot in bots:
        why = _why_here(bot)
        if why:
            raise TableError(
                f"bot '{name_of(bot)}' cannot be sent to other processes: {why}; use engine "
                "'threads'"
            )


def _why_here(bot: Bot) -> str:
    if isinstance(bot, str):
        return "it is a program with time limits of its own" if is_command(bot) else ""
    if is_player(bot):
        return "it is an object, which can play at one place only"
    if getattr(bot, "__module__", "") == "__main__" or "<" in getattr(bot, "__qualname__", ""):
        return "it is no function or class of a module"
    return ""
