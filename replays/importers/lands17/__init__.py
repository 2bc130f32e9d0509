"""17Lands: rows of the public replay data, one game each."""

from replays.importers.lands17.importer import Lands17Importer

__all__ = ["Lands17Importer"]
