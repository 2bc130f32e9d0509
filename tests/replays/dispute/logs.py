"""Logs for tests of the dispute desk: random games, the demo, a game with secrets, an Arena record."""

import random
from functools import cache

from events.game import DeckEntry, FormatEntry
from events.identifiers import CardName, Seat
from events.log import EventLog
from events.records import Draft, draft
from machine.chance import seeded
from projections.views import seat_view
from replays.autoplay import casual_choice, play_on
from replays.demo import demo_game
from replays.game_log import GameLog
from replays.new_game import Setup, header_draft, header_of
from replays.session import Game, fresh
from tests.projections.hidden import DECK, game, places_seen
from tests.projections.makers import ANN
from tests.replays.importers.arena.conftest import MadeLog

DECKS = {
    "plain": ("Forest",) * 17 + ("Bear",) * 12 + ("Elephant",) * 6 + ("Giant Growth",) * 5,
    "flips": ("Mountain",) * 17
    + ("Goblin",) * 7
    + ("Mijae Djinn",) * 6
    + ("Krark's Thumb",) * 4
    + ("Pyrotechnics",) * 6,
}


def begun(seed: int, name: str = "plain") -> Game:
    """Return a fresh game of two equal decks."""
    deck = DeckEntry(main=tuple(map(CardName, DECKS[name])))
    decks = {Seat("ann"): deck, Seat("bob"): deck}
    header, missing = header_of(Setup(decks=decks, play=FormatEntry(), game=f"{name}{seed}"))
    assert not missing
    return fresh(header_draft(header), chance=seeded(seed))


@cache
def random_game(seed: int, name: str = "plain", length: int = 500) -> GameLog:
    """Return a game of casual random players, up to about so many records."""
    played = begun(seed, name)
    rng = random.Random(seed)  # noqa: S311 - seeded on purpose
    play_on(played, casual_choice(rng), until=lambda _: len(played.events) >= length)
    return GameLog(played.events, path=f"{name}{seed}.apnap.jsonl")


@cache
def demo() -> GameLog:
    """Return the game that ships with apnap."""
    return demo_game()


def secrets(secret: int, seat: Seat | None = ANN) -> GameLog:
    """Return a game of which the seat sees the same whatever the secret is."""
    _, first = game(secret)
    seen = places_seen(first, seat)
    unseen = [place for place in range(len(DECK)) if place not in seen]
    random.Random(secret).shuffle(unseen)  # noqa: S311 - a test
    names = {place: DECK[number] for number, place in enumerate([*seen, *unseen])}
    events, tables = game(secret, lambda place: names[place])
    assert seat_view(tables[-1], seat) is not None
    header, *rest = events
    drafts = [Draft(event=header, by="apnap"), *(draft(event) for event in rest)]
    return GameLog(EventLog().append(drafts), path="secrets.apnap.jsonl")


def arena() -> GameLog:
    """Return a made record of Arena, imported: a divided spell takes seat 2 from 20 to 17."""
    return GameLog(divided_spell().imported().games[0].log, path="arena.apnap.jsonl")


def divided_spell() -> MadeLog:
    """Return a record of our own making in which a spell divides its damage."""
    note, moved, zone, thing = MadeLog.note, MadeLog.moved, MadeLog.zone, MadeLog.thing
    stack, hand, graveyard = 27, 31, 33
    log = MadeLog().begin().keep(1).keep(2).play()
    target = note("TargetSpec", 301, 2, index=1, distributions=[3, 1])
    target |= {"id": 900, "affectedIds": [2, 302]}
    log.state(
        *moved(107, 301, hand, stack, "CastSpell"),
        note("PlayerSubmittedTargets", 1, 301),
        zones=[zone(stack, "Stack", [301]), zone(hand, "Hand", log.hands[1][1:], 1)],
        gameObjects=[thing(301, 58, stack, 1, cardTypes=["CardType_Instant"])],
        persistentAnnotations=[target],
    )
    return log.state(
        note("ResolutionStart", 301, 301, grpid=58),
        note("DamageDealt", 301, 2, damage=3, type=2),
        note("ModifiedLife", 301, 2, life=-3),
        note("ResolutionComplete", 301, 301, grpid=58),
        *moved(301, 303, stack, graveyard, "Resolve", 1),
        zones=[zone(stack, "Stack", []), zone(graveyard, "Graveyard", [303], 1)],
        gameObjects=[thing(303, 58, graveyard, 1)],
        players=[log.player(2) | {"lifeTotal": 17}],
    )


def wrong_record() -> MadeLog:
    """Return a record of our own making with an error: 1 damage, and 4 life are gone."""
    note, moved, zone, thing = MadeLog.note, MadeLog.moved, MadeLog.zone, MadeLog.thing
    stack, hand, graveyard = 27, 31, 33
    log = divided_spell()
    target = note("TargetSpec", 305, 2, index=1) | {"id": 901, "affectedIds": [2]}
    log.state(
        *moved(106, 305, hand, stack, "CastSpell"),
        note("PlayerSubmittedTargets", 1, 305),
        zones=[zone(stack, "Stack", [305]), zone(hand, "Hand", log.hands[1][2:], 1)],
        gameObjects=[thing(305, 59, stack, 1, cardTypes=["CardType_Instant"])],
        persistentAnnotations=[target],
    )
    return log.state(
        note("ResolutionStart", 305, 305, grpid=59),
        note("DamageDealt", 305, 2, damage=1, type=2),
        note("ModifiedLife", 305, 2, life=-4),
        note("ResolutionComplete", 305, 305, grpid=59),
        *moved(305, 306, stack, graveyard, "Resolve", 1),
        zones=[zone(stack, "Stack", []), zone(graveyard, "Graveyard", [306, 303], 1)],
        gameObjects=[thing(306, 59, graveyard, 1)],
        players=[log.player(2) | {"lifeTotal": 13}],
    )
