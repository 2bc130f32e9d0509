"""Instructions for which players choose: cards to discard or put down, piles, an opponent.

Implements CR 101.3, 101.4, 608.2d, 701.9b. All choose first, in APNAP order; then it happens at once.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from events.base import Decision, Event
from events.choices import ChoiceOpened
from events.identifiers import ObjectId, Seat
from events.instructions import DiscardCards, PutFromHand, SeparatePiles
from events.vocabulary import MoveReason, Zone
from events.zones import CardMoved, DiscardChosen, Tapped
from machine.apnap_choices import Rounds, opening
from machine.apnap_order import apnap, opponents
from machine.chance import Chance
from machine.characteristics import has_keyword, matches, permanent, selected
from machine.choosing import Choosing, check_picks, picks_of
from machine.context import Context, followed
from machine.entering import is_tapped
from machine.executor import follows
from machine.moves import move_all
from machine.procedure import NOBODY, Asked, ask, checks, offers, refuse
from projections.edit import minted
from projections.progress import ChoiceRound, MadeChoice, OpenChoice
from projections.table import Table

PILES = ("1", "2")
"""What the two piles are called in a choice: the first is the one that was named."""


def chosen(context: Context, kind: str) -> Iterator[MadeChoice]:
    """Yield what players have chosen for the instruction, in all its rounds."""
    choice = context.table.choice
    made = () if choice is None else (*choice.earlier, *choice.made)
    return (one for one in made if one.kind == kind)


def picked(context: Context) -> Mapping[Seat, tuple[ObjectId, ...]]:
    """Return the cards that each player picked and still has in hand, in APNAP order."""
    picks = {one.player: one.picks for one in chosen(context, "pick")}
    players = context.table.players
    return {
        seat: tuple(ObjectId(card) for card in picks[seat] if card in players[seat].hand)
        for seat in apnap(context.table)
        if seat in picks
    }


# -- putting cards from hand onto the battlefield ---------------------------------------------------


class PutsFromHand(Rounds):
    """Each player may put a card down: picked face down in APNAP order, put down together."""

    def open(self, context: Context) -> tuple[Event, ...]:
        """Ask everybody with a hand: who is not asked would have told that nothing in it fits."""
        if context.table.choice is not None:
            return ()
        players = context.table.players
        asked = tuple(
            seat for seat in context.players(context.instruction.who) if players[seat].hand
        )
        several = len(asked) > 1
        return (opening(context.table, "pick", asked, hidden=several),) if asked else ()

    def picks(self, context: Context, one: OpenChoice) -> Choosing:
        """At most one of the cards in hand that the instruction means."""
        return Choosing(
            player=one.player,
            among=_fitting(context, one.player),
            least=0,
            rule="101.4",
            what="of the cards in hand that fit",
        )

    def act(self, context: Context) -> tuple[Event, ...]:
        """Put all of them onto the battlefield at once."""
        pairs = [(seat, card) for seat, cards in picked(context).items() for card in cards]
        names = minted(context.table, count=len(pairs))
        return context.finished(
            *(
                CardMoved(
                    card=card,
                    new=new,
                    to=Zone.BATTLEFIELD,
                    reason=MoveReason.PUT,
                    controller=seat,
                    tapped=is_tapped(context.table, context.table.objects[card].card),
                )
                for (seat, card), new in zip(pairs, names, strict=True)
            )
        )


def _fitting(context: Context, seat: Seat) -> tuple[ObjectId, ...]:
    table = context.table
    among = replace(context.instruction.among, zone=Zone.HAND)
    hand = table.players[seat].hand
    return tuple(card for card in hand if matches(table, among, table.objects[card], seat))


follows(PutFromHand, PutsFromHand())


# -- discarding -------------------------------------------------------------------------------------


class Discards(Rounds):
    """Cards are discarded: of one player's choice, of several players' together, or at random.

    CR 101.3: who has fewer cards discards those; who has none discards nothing.
    """

    def open(self, context: Context) -> tuple[Event, ...]:
        """Ask all who have more cards than they discard, where several players discard."""
        if context.table.choice is not None or context.instruction.at_random:
            return ()
        seats = discarding(context)
        asked = tuple(seat for seat in seats if _has_a_choice(context, seat))
        if len(seats) == 1 or not asked:
            return ()
        return (opening(context.table, "pick", asked, hidden=True),)

    def picks(self, context: Context, one: OpenChoice) -> Choosing:
        """Cards in hand, as many as are discarded."""
        return _of_hand(context, one.player)

    def awaiting(self, context: Context) -> Asked:
        """Ask the one player who discards, if there is anything to choose."""
        seats = discarding(context)
        alone = len(seats) == 1 and not context.instruction.at_random
        if not alone or not _has_a_choice(context, seats[0]):
            return NOBODY
        return ask(seats[0], "choose what to discard", "701.9b", DiscardChosen)

    def run(self, context: Context, chance: Chance) -> tuple[Event, ...]:
        """Open the round, choose at random, or discard."""
        if context.instruction.at_random:
            return self._at_random(context, chance)
        return super().run(context, chance)

    def act(self, context: Context) -> tuple[Event, ...]:
        """Discard what was picked, and whole hands that are not larger than what is discarded."""
        picks = picked(context)
        return discards(
            context,
            {
                seat: picks[seat] if _has_a_choice(context, seat) else _whole(context, seat)
                for seat in discarding(context)
                if seat in picks or not _has_a_choice(context, seat)
            },
        )

    @staticmethod
    def _at_random(context: Context, chance: Chance) -> tuple[Event, ...]:
        players, amount = context.table.players, context.amount(context.instruction.amount)
        drawn = {
            seat: chance.choose("discard", players[seat].hand, amount, seat)
            for seat in discarding(context)
            if _has_a_choice(context, seat)
        }
        cards = {
            seat: tuple(map(ObjectId, drawn[seat].chosen))
            if seat in drawn
            else _whole(context, seat)
            for seat in discarding(context)
        }
        return (*drawn.values(), *discards(context, cards))


def discarding(context: Context) -> tuple[Seat, ...]:
    """Return who discards, in APNAP order."""
    meant = frozenset(context.players(context.instruction.who))
    return tuple(seat for seat in apnap(context.table) if seat in meant)


def _has_a_choice(context: Context, seat: Seat) -> bool:
    size = context.table.players[seat].size(Zone.HAND)
    return size > context.amount(context.instruction.amount) > 0


def _whole(context: Context, seat: Seat) -> tuple[ObjectId, ...]:
    """The hand of a player who has nothing to choose: all of it goes, unless nothing is discarded."""
    amount = context.amount(context.instruction.amount)
    return context.table.players[seat].hand if amount else ()


def _of_hand(context: Context, seat: Seat) -> Choosing:
    amount = context.amount(context.instruction.amount)
    return Choosing(
        player=seat,
        among=context.table.players[seat].hand,
        least=amount,
        most=amount,
        rule="701.9b",
        what="of the cards in hand",
    )


def discards(context: Context, cards: Mapping[Seat, tuple[ObjectId, ...]]) -> tuple[Event, ...]:
    """Return that players discard cards at once; what was wanted and is not there is left out."""
    moving = tuple(card for seat in cards for card in cards[seat])
    names = minted(context.table, count=len(moving))
    moves = tuple(
        CardMoved(card=card, new=new, to=Zone.GRAVEYARD, reason=MoveReason.DISCARDED)
        for card, new in zip(moving, names, strict=True)
    )
    amount = context.amount(context.instruction.amount)
    return context.finished(*moves, asked=amount * len(discarding(context)))


follows(DiscardCards, Discards())


@checks(DiscardChosen)
def check_discard_chosen(table: Table, decision: DiscardChosen) -> None:
    """CR 701.9b: the player who discards chooses; exactly as many cards from hand as are asked for."""
    context = followed(table, DiscardCards)
    if context is None or decision.player not in discarding(context):
        raise refuse(
            "discard/nothing_asked",
            f"{decision.player} cannot discard for a spell or ability",
            "701.9b",
            "nothing that resolves has them discard",
        )
    check_picks("discard/picks", _of_hand(context, decision.player), decision.cards)


@offers(DiscardChosen)
def offer_discards(table: Table, player: Seat) -> Iterator[Decision]:
    """Every set of cards of the right number."""
    context = followed(table, DiscardCards)
    if context is not None:
        for picks in picks_of(_of_hand(context, player)):
            yield DiscardChosen(player=player, cards=tuple(map(ObjectId, picks)))


def after_discard_chosen(table: Table, decision: DiscardChosen) -> tuple[Event, ...]:
    """Return the discards that were decided on, and the end of their instruction."""
    context = followed(table, DiscardCards)
    return () if context is None else discards(context, {decision.player: decision.cards})


# -- separating piles -------------------------------------------------------------------------------


class SeparatesPiles(Rounds):
    """Piles are made by all; then each names an opponent, who chooses one of their piles.

    CR 101.4d: an opponent who is named after the order has gone by them is asked at once.
    """

    def open(self, context: Context) -> tuple[Event, ...]:
        """First the piles, then the opponents; nobody without permanents is asked."""
        choice = context.table.choice
        owners = tuple(seat for seat in apnap(context.table) if _meant(context, seat))
        if not owners:
            return ()
        if choice is None:
            options: dict[Seat, tuple[str, ...]] = {seat: _meant(context, seat) for seat in owners}
            return (opening(context.table, "separate", owners, options=options),)
        if choice.opened.kind != "separate":
            return ()
        against = {seat: opponents(context.table, seat) for seat in owners}
        asked = tuple(seat for seat in owners if len(against[seat]) > 1)
        names: dict[Seat, tuple[str, ...]] = {seat: against[seat] for seat in asked}
        return (opening(context.table, "opponent", asked, options=names),)

    def picks(self, context: Context, one: OpenChoice) -> Choosing:
        """One pile is named, which may be empty or all there is; the rest is the other."""
        if one.kind == "opponent":
            named = tuple(seat for seat in one.options if seat in context.table.playing)
            return Choosing(player=one.player, among=named, rule="608.2d", what="of the opponents")
        if one.kind != "separate":
            return super().picks(context, one)
        return Choosing(
            player=one.player,
            among=one.options,
            least=0,
            most=len(one.options),
            rule="700.3",
            what="of their permanents",
        )

    def leads_to(self, context: Context, choice: ChoiceRound) -> tuple[ChoiceOpened, ...]:
        """Whoever was named, or is the only opponent, has to choose one of the namer's piles."""
        if choice.opened.kind != "opponent":
            return ()
        owners = tuple(one.player for one in chosen(context, "separate"))
        found = (
            _next_choice(context, choice, seat) for seat in apnap(context.table) if seat in owners
        )
        return tuple(one for one in found if one is not None)

    def act(self, context: Context) -> tuple[Event, ...]:
        """Destroy the chosen piles and tap the others, all at once."""
        table = context.table
        taken: list[ObjectId] = []
        others: list[ObjectId] = []
        for seat in apnap(table):
            first, second = _piles(context, seat)
            picks = next((one.picks for one in _pile_choices(context, seat)), PILES[1:])
            taken += first if picks == PILES[:1] else second
            others += second if picks == PILES[:1] else first
        things = tuple(thing for name in taken if (thing := permanent(table, name)) is not None)
        hit = tuple(thing for thing in things if not has_keyword(table, thing, "indestructible"))
        moves = move_all(table, hit, Zone.GRAVEYARD, MoveReason.DESTROYED)
        untapped = tuple(name for name in others if not table.objects[name].tapped)
        taps = (Tapped(objects=untapped),) if untapped else ()
        done = context.done(len(moves) + len(untapped), skipped=len(things) - len(hit))
        return (*moves, *taps, done)


def _meant(context: Context, seat: Seat) -> tuple[ObjectId, ...]:
    """The permanents that a player separates."""
    table = context.table
    names = selected(table, context.instruction.among, seat)
    return tuple(name for name in names if table.objects[name].controller == seat)


def _piles(context: Context, seat: Seat) -> tuple[list[ObjectId], list[ObjectId]]:
    named = next((one.picks for one in chosen(context, "separate") if one.player == seat), ())
    own = _meant(context, seat)
    return [name for name in own if name in named], [name for name in own if name not in named]


def _pile_choices(context: Context, seat: Seat) -> Iterator[MadeChoice]:
    return (one for one in chosen(context, "pile") if one.about == seat)


def _next_choice(context: Context, choice: ChoiceRound, seat: Seat) -> ChoiceOpened | None:
    """Return the choice about a player's piles that is still to be opened.

    CR 800.4g: where who was named has left, the effect's controller names another opponent.
    """
    waiting = (one.about or one.player for one in choice.open)
    if seat in waiting or any(_pile_choices(context, seat)):
        return None
    against = opponents(context.table, seat)
    named = (one.picks for one in chosen(context, "opponent") if seat == (one.about or one.player))
    judges = [one for picks in named for one in against if one in picks]
    number = choice.opened.round
    if judges or len(against) == 1:
        judge = judges[-1] if judges else against[0]
        return ChoiceOpened(round=number, player=judge, kind="pile", about=seat, options=PILES)
    return ChoiceOpened(
        round=number, player=context.you, kind="opponent", about=seat, options=against
    )


follows(SeparatePiles, SeparatesPiles())
