"""The page's own files put together: modules in the order of their imports, style, words, policy.

Each module keeps a scope of its own, so that the script of a page reads as its files do. A hash of
every script and style stands in the policy: nothing else runs, and nothing is fetched.
"""

import base64
import hashlib
import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from events.errors import ApnapError

MAIN = "main.js"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z_]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|const|class) ([A-Za-z_]\w*))", re.MULTILINE
)


@cache
def asset(name: str) -> str:
    """Return the text of one of the page's files."""
    return resources.files("replays.viewer").joinpath("page", name).read_text(encoding="utf-8")


@cache
def words() -> dict[str, dict[str, str]]:
    """Return the words of the page: key -> language -> text."""
    return tomllib.loads(asset("words.toml"))


@cache
def script() -> str:
    """Return all modules as one script: what ``main.js`` imports before it, each once."""
    order: list[str] = []
    _visit(MAIN.removesuffix(".js"), order, ())
    return "\n".join(_module(name) for name in order)


def _visit(name: str, order: list[str], above: tuple[str, ...]) -> None:
    """Put a module behind those that it imports."""
    if name in above:
        raise ApnapError("viewer/cycle", f"modules import each other: {' > '.join((*above, name))}")
    if name in order:
        return
    for _, imported in _IMPORT.findall(asset(f"{name}.js")):
        _visit(imported, order, (*above, name))
    order.append(name)


def _module(name: str) -> str:
    """Return a module as a value: what it exports, with what it imports taken from other values."""
    source = asset(f"{name}.js")
    exported = _EXPORT.findall(source)
    body = _EXPORT.sub("", source)
    body = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = module_{found[2]};\n", body)
    return (
        f"// ---- {name}.js\n"
        f"const module_{name} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"
    )


def policy(*, connects: bool = False) -> str:
    """Return the content security policy of a page; ``connects`` lets it hear its own server."""
    parts = {
        "default-src": "'none'",
        "script-src": f"'sha256-{_digest(script())}'",
        "style-src": f"'sha256-{_digest(asset('page.css'))}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if connects:
        parts["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def filled(**parts: Any) -> str:  # noqa: ANN401 - texts by name
    """Return the page's template with each ``{{name}}`` replaced, all at once."""
    return re.sub(r"\{\{([a-z_]+)\}\}", lambda found: parts[found[1]], asset("page.html"))
