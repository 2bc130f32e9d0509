"""Which client a file comes from: by what it holds, never by its name."""

from collections.abc import Sequence

from replays.importers.protocol import Importer, Skipped
from replays.importers.sources import Source


def detect(source: Source, importers: Sequence[Importer]) -> Importer | Skipped:
    """Return the importer that recognises a file, or why none does."""
    begun = source.first_bytes()
    if not begun:
        reason = f"{source.failure or 'it is empty'}; nothing was imported from it"
        return Skipped(source=source.name, reason=reason, code="import/unreadable")
    for importer in importers:
        if importer.detect(begun):
            return importer
    names = ", ".join(importer.name for importer in importers)
    reason = (
        f"no importer recognises it (known: {names}); if it is one of these, say so with --format"
    )
    return Skipped(source=source.name, reason=reason, code="import/unknown_format")
