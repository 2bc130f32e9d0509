"""What one seat, or the public, may see of a game: its table, its events, its records.

Implements CR 400.2, 101.4a. What a seat may not know is absent, not masked: two games that differ
only in that look the same.
"""

from projections.seat_events import seat_event, seat_records
from projections.seat_tables import header_view, seat_view
from projections.sight import UNKNOWN, Eyes, can_name, can_tell

__all__ = [
    "UNKNOWN",
    "Eyes",
    "can_name",
    "can_tell",
    "header_view",
    "seat_event",
    "seat_records",
    "seat_view",
]
