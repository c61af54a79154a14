"""Runs the command line: `python -m ludwright.cli`."""

from . import main

main()
