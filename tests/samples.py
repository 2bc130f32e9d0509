"""Where the shared records of other people's games are, on machines that have them.

They are read where they lie and never copied; elsewhere the tests that want them are skipped.
"""

import os
from pathlib import Path

WHY = "no real records here: put them in shared/samples beside the project, or set APNAP_SAMPLES"


def shared(name: str) -> Path | None:
    """Return ``shared/<name>`` beside the project, or in a folder above it, if there is one."""
    for folder in Path(__file__).resolve().parents:
        found = folder / "shared" / name
        if found.is_dir():
            return found
    return None


def samples() -> Path | None:
    """Return the folder of the records, if this machine has one."""
    told = os.environ.get("APNAP_SAMPLES")
    return Path(told) if told else shared("samples")
