"""The errors of apnap: one root, few leaves, each with a stable code.

A refusal says who and what, the rule, the facts, and what would be legal now (CR 732).
"""

from collections.abc import Mapping, Sequence


class ApnapError(Exception):
    """The root of every error that apnap raises on purpose.

    ``code`` is stable and machine readable (``family/name``); the text is made for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error through from one process to another, whatever its class is made of."""
        return _again, (type(self), self.args, dict(self.__dict__))


def _again(kind: type[ApnapError], args: tuple[object, ...], told: dict[str, object]) -> ApnapError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(told)
    return error


class IllegalAction(ApnapError):
    """A decision that the rules refuse. Nothing has been appended.

    ``rule`` is the number that refuses it, ``facts`` what it was judged on, ``legal`` what the
    player could do instead.
    """

    def __init__(  # noqa: PLR0913 - who and what, the rule, the facts, what is legal
        self,
        code: str,
        what: str,
        *,
        rule: str,
        facts: Mapping[str, object] | None = None,
        because: str = "",
        legal: Sequence[str] = (),
    ) -> None:
        self.what = what
        self.rule = rule
        self.because = because
        self.facts = dict(facts or {})
        self.legal = tuple(legal)
        told = f"{what} (CR {rule})" if rule[:1].isdigit() else f"{what} ({rule})"
        text = f"{told}: {because}" if because else told
        if legal:
            text += f"; legal now: {', '.join(legal)}"
        super().__init__(code, text)


class DataError(ApnapError):
    """Input that is not what it claims to be: names file, line, record and field where known."""

    def __init__(  # noqa: PLR0913 - each part is a place a reader may have to look at
        self,
        code: str,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        seq: int | None = None,
        field: str | None = None,
    ) -> None:
        self.reason = message
        self.file = file
        self.line = line
        self.seq = seq
        self.field = field
        places = [file, line and f"line {line}", None if seq is None else f"seq {seq}", field]
        where = ", ".join(str(place) for place in places if place)
        super().__init__(code, f"{where}: {message}" if where else message)


class IntegrityError(DataError):
    """A log whose bytes, sequence or hash chain are not what was written."""


class VersionError(DataError):
    """A log or event of a version that this program cannot read."""


class ConflictError(ApnapError):
    """Somebody else appended first, or the same idempotency key came with other content."""

    def __init__(self, code: str, message: str, *, expected: int, actual: int) -> None:
        super().__init__(code, message)
        self.expected = expected
        self.actual = actual


class LimitExceeded(ApnapError):
    """A declared bound was reached: a loop of the game itself (CR 104.4b), or a defect."""
