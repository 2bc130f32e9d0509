"""The command line: ``main``, and one module for each group of commands."""

from replays.cli.app import main

__all__ = ["main"]
