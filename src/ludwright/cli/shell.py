"""Commands for the shell around this program: completion, and a manual page."""

from __future__ import annotations

from inspect import cleandoc

import click
from click.shell_completion import get_completion_class

from .. import __version__

PROGRAM, VARIABLE = "ludwright", "_LUDWRIGHT_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a script with which a shell completes commands, games, bots.

    \b
    bash   eval "$(ludwright completion bash)"   in ~/.bashrc
    zsh    eval "$(ludwright completion zsh)"    in ~/.zshrc
    fish   ludwright completion fish | source    in ~/.config/fish/config.fish
    """
    made = get_completion_class(shell)
    assert made is not None, "click knows these shells"
    root = click.get_current_context().find_root().command
    script = made(root, {}, PROGRAM, VARIABLE)
    click.echo(script.source_template % script.source_vars())


@click.command()
def man() -> None:
    """Print the manual page of all commands, for man.

    \b
    ludwright man > ludwright.1
    man ./ludwright.1
    """
    click.echo(page(click.get_current_context().find_root()))


# ---- the manual page -----------------------------------------------------------------------------


def page(root: click.Context) -> str:
    """All commands as a page in the format of man."""
    group = root.command
    assert isinstance(group, click.Group), "the commands are in a group"
    lines = [f'.TH LUDWRIGHT 1 "" "Ludwright {__version__}" "User Commands"', ".SH NAME"]
    lines += [f"ludwright \\- {_roff(group.get_short_help_str(200))}", ".SH SYNOPSIS"]
    lines += [".B ludwright", "COMMAND [OPTION]... [ARGUMENT]...", ".SH DESCRIPTION"]
    lines += _text(group.help or "")
    lines += [".SH COMMANDS"]
    for name in group.list_commands(root):
        lines += _command([name], group.commands[name], root)
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXITS.items():
        lines += [".TP", f"{code}", meaning]
    return "\n".join(lines)


EXITS = {
    0: "All is well.",
    1: "The game or the result is bad.",
    2: "The command was used wrongly.",
    130: "Interrupted.",
}


def _command(path: list[str], command: click.Command, parent: click.Context) -> list[str]:
    """The section of a command, and those of its own commands."""
    with click.Context(command, info_name=path[-1], parent=parent) as ctx:
        usage = " ".join(command.collect_usage_pieces(ctx))
        lines = [f".SS ludwright {_roff(' '.join(path))} {_roff(usage)}"]
        lines += _text(command.help or "")
        for parameter in command.get_params(ctx):
            written, meaning = parameter.get_help_record(ctx) or ("", "")
            if meaning:
                lines += [".TP", f".B {_roff(written)}", _roff(meaning)]
        for name, each in getattr(command, "commands", {}).items():
            lines += _command([*path, name], each, ctx)
    return lines


def _text(text: str) -> list[str]:
    """Paragraphs; those marked with \\b keep their lines."""
    lines: list[str] = []
    for paragraph in cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b"):
            rows = paragraph.removeprefix("\b").strip("\n").splitlines()
            lines += [".PP", ".nf", *map(_roff, rows), ".fi"]
        else:
            lines += [".PP", _roff(" ".join(paragraph.split()))]
    return lines


def _roff(text: str) -> str:
    """A text in which no character is a command."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
