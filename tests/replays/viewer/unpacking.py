"""What is in a page, unpacked as its scripts would: every block, and all of it as text."""

import base64
import html
import json
import re
import zlib
from typing import Any

BLOCK = re.compile(r'<script type="text/plain" id="([^"]*)">([^<]*)</script>')
META = re.compile(r'<script type="application/json" id="meta">(.*?)</script>', re.DOTALL)


def blocks(page: str) -> dict[str, Any]:
    """Return the blocks of a page by name."""
    return {html.unescape(name): json.loads(_unpacked(data)) for name, data in BLOCK.findall(page)}


def meta(page: str) -> dict[str, Any]:
    """Return what a page says of itself."""
    found = META.search(page)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def everything(page: str) -> str:
    """Return all that somebody could read out of a page."""
    packed = "".join(_unpacked(data) for _, data in BLOCK.findall(page))
    return BLOCK.sub("", page) + packed


def _unpacked(data: str) -> str:
    return zlib.decompress(base64.b64decode(data)).decode()
