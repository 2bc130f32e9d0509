"""Magic Online: ``Match_GameLog_<id>.dat``, a binary file for each match, several games long."""

from replays.importers.mtgo.importer import MtgoImporter

__all__ = ["MtgoImporter"]
