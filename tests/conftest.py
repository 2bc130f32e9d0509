"""What every test starts from: structlog as it comes, whatever a command before has set up."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _plain_logging() -> Iterator[None]:
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()
