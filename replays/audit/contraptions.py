"""Audit of Contraptions: where the CRANK! counter goes, what is cranked, where Contraptions lie.

Implements the Unstable FAQ as far as a record shows it; a card nobody defined may be a Contraption.
"""

from collections.abc import Iterator, Sequence

from events.base import Event
from events.contraptions import (
    ContraptionAssembled,
    ContraptionCranked,
    ContraptionReassembled,
    ContraptionScrapped,
    CrankAdvanced,
    SprocketChosen,
)
from events.identifiers import CardName, ObjectId, Seat
from events.log import EventLog
from events.vocabulary import SPROCKETS, Phase, Zone
from events.zones import CardMoved
from machine.apnap_order import active_side
from machine.contraptions import controlled, next_sprocket
from machine.deck_check import deck_faults
from projections.sprocket_board import is_contraption
from projections.table import Table
from replays.audit.framework import Finding, audits

Placed = ContraptionAssembled | ContraptionReassembled | SprocketChosen

CRANK = "UFAQ.crank"
SCRAPYARD = "UFAQ.scrapyard"


@audits("contraptions")
def check(log: EventLog, tables: Sequence[Table]) -> Iterator[Finding]:
    """Check decks, every move of a counter, every cranking, and where Contraptions end up."""
    yield from _decks(log)
    by_effect: dict[Seat, bool] = {}
    for seq in range(1, len(log)):
        event: Event = log[seq].event
        before = tables[seq - 1]
        match event:
            case CrankAdvanced():
                by_effect[event.player] = event.by_effect or before.resolution is not None
                yield from _advanced(seq, event, before)
            case ContraptionCranked():
                yield from _cranked(seq, event, before)
                if not by_effect.get(event.player):
                    yield from _cranked_when(seq, event, before)
            case CardMoved():
                yield from _moved(seq, event, before)
            case ContraptionScrapped():
                yield from _scrapped(seq, event, before)
            case ContraptionAssembled() | ContraptionReassembled() | SprocketChosen():
                yield from _placed(seq, event)
            case _:
                pass


def _finding(seq: int, name: str, message: str, rule: str = CRANK) -> Finding:
    return Finding(seq=seq, code=f"contraption/{name}", rule=rule, message=message)


def _decks(log: EventLog) -> Iterator[Finding]:
    """A game set up for a scenario, or taken from another program, shows no deck as handed in."""
    header = log.header
    if header.given or header.imported is not None:
        return
    for fault in deck_faults(header):
        yield Finding(seq=0, code=fault.code, rule=fault.rule, message=fault.message)


def _advanced(seq: int, event: CrankAdvanced, before: Table) -> Iterator[Finding]:
    seat, player = event.player, before.players.get(event.player)
    if player is None:
        return
    if event.before != player.crank:
        yield _finding(
            seq,
            "counter_elsewhere",
            f"{seat}'s CRANK! counter leaves sprocket {event.before}; it is on {player.crank}",
        )
    if event.before in SPROCKETS and event.sprocket != next_sprocket(event.before):
        yield _finding(
            seq,
            "counter_jumped",
            f"{seat}'s CRANK! counter goes from {event.before} to {event.sprocket}; "
            f"the next sprocket is {next_sprocket(event.before)}",
        )
    if before.resolution is None and not event.by_effect:
        yield from _as_upkeep_begins(seq, event, before)


def _as_upkeep_begins(seq: int, event: CrankAdvanced, before: Table) -> Iterator[Finding]:
    """Nothing resolves, so the counter moves because its player's upkeep begins."""
    seat = event.player
    if before.phase is not Phase.UPKEEP or seat not in active_side(before):
        yield _finding(
            seq, "no_upkeep", f"{seat}'s CRANK! counter moves, and no upkeep of theirs begins"
        )
    elif "priority" in before.turn.done:
        yield _finding(
            seq, "late", f"{seat}'s CRANK! counter moves after somebody has had priority"
        )
    elif f"crank:{seat}" in before.turn.done:
        yield _finding(seq, "again", f"{seat}'s CRANK! counter moves twice in one upkeep")
    if not _has_contraption(before, seat):
        yield _finding(
            seq, "nothing_to_crank", f"{seat}'s CRANK! counter moves without a Contraption"
        )


def _has_contraption(table: Table, seat: Seat) -> bool:
    return bool(controlled(table, seat)) or any(map(bool, table.sprockets[seat].values()))


def _cranked(seq: int, event: ContraptionCranked, before: Table) -> Iterator[Finding]:
    seat, thing = event.player, before.objects.get(event.contraption)
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        yield _finding(
            seq, "cranked_gone", f"{seat} cranks {event.contraption}, which is not in play"
        )
        return
    told = f"{thing.name or thing.id}"
    if thing.controller != seat:
        yield _finding(seq, "cranked_others", f"{seat} cranks {told}, which {thing.controller} has")
    player = before.players.get(seat)
    if player is not None and thing.sprocket != player.crank:
        yield _finding(
            seq,
            "wrong_sprocket",
            f"{seat} cranks {told} on sprocket {thing.sprocket}; the counter is on {player.crank}",
        )
    if not is_contraption(before, thing):
        yield _finding(seq, "cranked_no_contraption", f"{seat} cranks {told}, no Contraption now")


def _cranked_when(seq: int, event: ContraptionCranked, before: Table) -> Iterator[Finding]:
    """No effect has moved the counter, so it is cranked in its player's upkeep."""
    seat, thing = event.player, before.objects.get(event.contraption)
    own_upkeep = before.phase is Phase.UPKEEP and seat in active_side(before)
    if thing is not None and thing.zone is Zone.BATTLEFIELD and not own_upkeep:
        told = thing.name or thing.id
        yield _finding(seq, "no_upkeep", f"{seat} cranks {told} outside an upkeep of theirs")


def _moved(seq: int, event: CardMoved, before: Table) -> Iterator[Finding]:
    """A Contraption card that leaves goes to the scrapyard; nothing else may lie there."""
    if not before.turn.number or before.header.given >= seq:
        return
    name = _card(before, event.card)
    if name is None:
        return
    if _is_contraption_card(before, name):
        allowed = {Zone.SCRAPYARD, Zone.EXILE, Zone.BATTLEFIELD, Zone.NOWHERE}
        if before.rules.contraption.exile_goes_to == "scrapyard":
            allowed.discard(Zone.EXILE)
        if event.to not in allowed:
            yield _finding(
                seq,
                "not_scrapped",
                f"{name} goes to {event.to}; it goes to the scrapyard",
                SCRAPYARD,
            )
    elif event.to is Zone.SCRAPYARD and name in before.cards:
        yield _finding(
            seq, "scrapyard_stranger", f"{name} goes to the scrapyard, and is none", SCRAPYARD
        )


def _scrapped(seq: int, event: ContraptionScrapped, before: Table) -> Iterator[Finding]:
    name = _card(before, event.contraption)
    if name is None or name not in before.cards:
        return
    if not _is_contraption_card(before, name):
        yield _finding(
            seq, "scrapyard_stranger", f"{name} goes to the scrapyard, and is none", SCRAPYARD
        )
    elif event.instead_of is Zone.EXILE and before.rules.contraption.exile_goes_to == "exile":
        yield _finding(seq, "scrapped_exile", f"{name} is exiled, and goes to exile", SCRAPYARD)
    thing = before.objects.get(event.contraption)
    if thing is not None and thing.owner not in (None, event.player):
        yield _finding(
            seq,
            "others_scrapyard",
            f"{name} goes to {event.player}'s scrapyard, and belongs to {thing.owner}",
            SCRAPYARD,
        )


def _card(table: Table, name: ObjectId) -> CardName | None:
    """Return the card an object is; nothing for a token, which has no card."""
    thing = table.objects.get(name)
    return None if thing is None or thing.is_token else thing.card


def _is_contraption_card(table: Table, name: CardName) -> bool:
    card = table.cards.get(name)
    return card is not None and "Contraption" in card.subtypes


def _placed(seq: int, event: Placed) -> Iterator[Finding]:
    if event.sprocket not in SPROCKETS:
        yield _finding(
            seq,
            "no_sprocket",
            f"{event.player} puts a Contraption on sprocket {event.sprocket}; there are three",
            "UFAQ.assemble",
        )
