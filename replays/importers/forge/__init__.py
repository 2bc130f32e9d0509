"""Forge: game logs of the desktop client and of simulations on the command line."""

from replays.importers.forge.importer import ForgeImporter

__all__ = ["ForgeImporter"]
