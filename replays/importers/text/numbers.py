"""Numbers as clients write them: in words or in digits."""

NUMBERS = {
    word: value
    for value, words in enumerate(
        (
            ("zero",),
            ("a", "an", "one"),
            ("two",),
            ("three",),
            ("four",),
            ("five",),
            ("six",),
            ("seven",),
            ("eight",),
            ("nine",),
            ("ten",),
            ("eleven",),
            ("twelve",),
            ("thirteen",),
            ("fourteen",),
            ("fifteen",),
            ("sixteen",),
            ("seventeen",),
            ("eighteen",),
            ("nineteen",),
            ("twenty",),
        )
    )
    for word in words
}


def number(word: str) -> int | None:
    """Return a number written in words or digits; nothing where it is neither."""
    if word.isdecimal():
        return int(word) if len(word) <= 6 else None  # noqa: PLR2004 - a million of anything
    return NUMBERS.get(word)
