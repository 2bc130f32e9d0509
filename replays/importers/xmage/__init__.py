"""XMage: game logs that the client saves as HTML, or that people paste as text."""

from replays.importers.xmage.importer import XmageImporter

__all__ = ["XmageImporter"]
