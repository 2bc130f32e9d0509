"""The viewer: one page, readable offline, that walks through a game.

Everything a page shows is computed here from projections; what a viewer may not know is never put in.
The page's own scripts, in ``page/``, know no rule.
"""

from replays.viewer.page import Options, Page, page_of

__all__ = ["Options", "Page", "page_of"]
