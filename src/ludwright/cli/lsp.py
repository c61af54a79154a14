"""The command that editors start: the language server."""

from __future__ import annotations

import click

from .. import __version__
from .streams import STDIN, STDOUT, raw_stream


@click.command()
@click.option("--stdio", is_flag=True, help="Accepted for editors that pass it; the only way.")
def lsp(stdio: bool) -> None:
    """Run the language server on the standard streams, for editors.

    It checks descriptions while they are written, explains and completes words and names, and
    finds, renames and formats. Needs an extra: pip install 'ludwright[lsp]'.
    """
    try:
        from ..lsp.server import new_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs"):
            raise
        from ..adapters.extras import absent

        raise click.UsageError(str(absent(error, "lsp"))) from None
    # Streams of its own: the server closes them when it stops.
    new_server(__version__).start_io(raw_stream(STDIN, "rb"), raw_stream(STDOUT, "wb"))
