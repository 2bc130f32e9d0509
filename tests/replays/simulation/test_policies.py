"""What policies keep and bottom, hand by hand."""

import pytest

from events.card_files import cards_named
from events.errors import DataError
from events.identifiers import CardName
from replays.simulation.piles import Pile, listed, pile_of
from replays.simulation.policies import Player, Policy, lands_of, want_of
from tests.replays.simulation.worlds import FOREST, KEY, POWDER, WURM

NAMES = (FOREST, WURM, KEY, POWDER)
F, W, K, S = range(4)


def pile() -> Pile:
    cards, _ = cards_named(NAMES)
    return pile_of(NAMES * 8, {card.name: card for card in cards})


def player(**fields: object) -> Player:
    return Player(Policy(**fields), pile())  # type: ignore[arg-type]


def kept(one: Player, hand: list[int], count: int) -> list[int]:
    gone = one.bottoms(hand, count)
    assert len(set(gone)) == count
    return sorted(card for place, card in enumerate(hand) if place not in gone)


def test_lands_in_range_are_kept_and_others_not() -> None:
    one = player(lands={7: (2, 5)})

    assert one.keeps([F, F, W, W, W, W, W], next_size=6)
    assert not one.keeps([F, W, W, W, W, W, W], next_size=6)
    assert not one.keeps([F] * 6 + [W], next_size=6)
    assert one.keeps([F, W, W, W, W, W], next_size=5), "no rule for six cards"


def test_the_smallest_hand_is_kept_whatever_it_is() -> None:
    one = player(wants=({KEY: 1},), down_to=6)

    assert not one.keeps([W] * 7, next_size=6)
    assert one.keeps([W] * 6, next_size=5)


def test_any_line_will_do_and_each_has_to_be_whole() -> None:
    one = player(wants=({KEY: 2}, {KEY: 1, FOREST: 1}))

    assert one.likes([K, K, W])
    assert one.likes([K, F, W])
    assert not one.likes([K, W, W])


def test_bottoming_comes_near_the_wanted_lands() -> None:
    one = player(lands={7: (2, 5)})

    assert kept(one, [F, F, F, F, F, W, W], 2) == [F, F, F, W, W]
    assert kept(one, [F, W, W, W, W, W, W], 2) == [F, W, W, W, W]
    assert kept(one, [F] * 7, 3) == [F] * 4


def test_a_whole_line_stays_in_hand() -> None:
    one = player(wants=({KEY: 1, WURM: 1, FOREST: 1},))

    assert kept(one, [F, F, F, W, K, F, F], 4) == [F, W, K]


def test_a_line_that_does_not_fit_is_not_saved_whole() -> None:
    one = player(wants=({KEY: 2, FOREST: 2},))

    assert K in kept(one, [F, F, K, K, W, W, W], 4)


def test_one_powder_stays_where_the_hand_is_to_be_exiled() -> None:
    first = player(wants=({KEY: 1},))
    last = player(wants=({KEY: 1},), bottom_powders="last")
    never = player(wants=({KEY: 1},), powder="never")
    hand = [S, S, S, W, W, W, W]

    assert kept(first, hand, 3).count(S) == 1
    assert kept(last, hand, 3).count(S) == 3
    assert first.powder(hand) == 0
    assert never.powder(hand) is None
    assert first.powder([S, K, W]) is None, "a good hand is kept"


def test_what_is_looked_at_goes_to_the_bottom_unless_it_helps() -> None:
    keys, lands = player(wants=({KEY: 1},)), player(lands={7: (2, 5)})

    assert keys.bottoms_top([W], F)
    assert not keys.bottoms_top([W], K)
    assert not lands.bottoms_top([F, W, W], F)
    assert lands.bottoms_top([F, F, F, W], F)


def test_policies_as_people_write_them() -> None:
    assert lands_of("7:2-5,6:2-4, 4:1") == {7: (2, 5), 6: (2, 4), 4: (1, 1)}
    assert want_of("2*Forest + Key") == {FOREST: 2, KEY: 1}
    assert listed("2 Forest, 1 Key") == (FOREST, FOREST, KEY)
    assert listed("deck.txt") is None


@pytest.mark.parametrize("text", ["", "7", "7:x", "seven:2-5"])
def test_a_rule_of_lands_that_is_none(text: str) -> None:
    with pytest.raises(DataError, match="no rule of lands"):
        lands_of(text)


def test_a_card_that_the_deck_does_not_have() -> None:
    with pytest.raises(DataError, match="the deck has no 'Nothing'"):
        player(wants=({CardName("Nothing"): 1},))


def test_kinds_are_merged_where_nothing_tells_them_apart() -> None:
    merged, numbers = pile().merged([K])

    assert merged.names == (FOREST, WURM, KEY, POWDER)
    assert numbers == (0, 1, 2, 3)
    alike, numbers = pile().merged([])
    assert len(alike.names) == 3, "a land, a Powder, and everything else"
    assert numbers[W] == numbers[K]
