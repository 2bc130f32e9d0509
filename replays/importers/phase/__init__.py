"""phase-rs: records of games as JSON Lines, one action a line with all that followed from it."""

from replays.importers.phase.importer import PhaseImporter

__all__ = ["PhaseImporter"]
