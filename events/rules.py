"""The rules switches that a log pins: one small frozen struct per procedure, all of it data.

Implements the history of CR 101, 103.5, 510, 601.2d, 603, 705; no procedure asks for a date, all
read these.
The dated values are in ``events/data/editions.toml``; ``events.editions`` resolves a day to them.
"""

from typing import Literal

from msgspec import Struct

from events.base import Count

DateQuality = Literal["printed", "file", "bulletin", "inferred"]
"""How well a first day is known: the rules print it, their file is named after it, a bulletin
announces it, or it was concluded from other sources."""


class SwitchGroup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A group of switches.

    Nothing is left out of a header, so a new default never changes an old log.
    """


class FlipRules(SwitchGroup, frozen=True, kw_only=True):
    """Coin flips (CR 705; the glossary before 2006-07-15; nothing written before 2003-07-01)."""

    caller: Literal["unspecified", "other_player", "one_opponent", "flipper"] = "flipper"
    call_timing: Literal["unspecified", "in_air", "any_before_result"] = "any_before_result"
    winner: Literal["unspecified", "flipper_only"] = "flipper_only"
    classify_by: Literal["unspecified", "object", "effect_text", "default_has_winner"] = (
        "default_has_winner"
    )
    """What decides whether a flip has a winner: the object that flips, the text of the
    instruction, or everything except instructions that look at faces alone."""
    substitute: Literal["any_equal_odds", "die_if_no_coin", "equal_odds_and_all_agree"] = (
        "equal_odds_and_all_agree"
    )
    coin_two_sided_even: bool = True
    """The rules say in so many words that a coin has two distinct, equally likely sides."""
    forced_results: bool = True
    """Effects may set faces and winners (CR 705.3)."""
    coins_per_replacement: Literal["doubled", "plus_one"] = "doubled"
    """Coins under k copies of "flip two instead, ignore one": 2^k (CR 614.5), or 1 + k."""
    location: str = "705"


class DivideRules(SwitchGroup, frozen=True, kw_only=True):
    """Division and distribution (CR 601.2d)."""

    minimum_one: Literal["unspecified", "none", "targets", "objects_and_players"] = "targets"
    untargeted_when: Literal["unspecified", "announcement", "resolution"] = "resolution"
    untargeted_scope: Literal["unspecified", "all", "any_number"] = "any_number"
    """Which divisions without a target are announced: every one, or those among "any number"."""
    any_number_may_be_zero: Literal["unspecified", "if_no_legal_recipient", "always"] = "always"
    untargeted_nonempty: Literal["unspecified", "if_able", "optional"] = "optional"
    distribute_named: bool = True
    """The rules speak of distributing as of dividing; otherwise no target needs to get a counter."""
    cost_based_preview: bool = True
    """An amount that depends on a cost may be divided before it is paid (CR 601.5)."""
    location: str = "601.2d"


class MulliganRules(SwitchGroup, frozen=True, kw_only=True):
    """Mulligans (CR 103.5)."""

    kind: Literal[
        "none",
        "original_reveal",
        "paris_sequential",
        "paris_simultaneous",
        "vancouver",
        "london",
        "partial_paris",
        "houston",
        "canadian_highlander",
    ] = "london"
    free_first: Literal["none", "two_headed_giant", "multiplayer", "multiplayer_and_brawl"] = (
        "multiplayer_and_brawl"
    )
    free_first_effect: Literal["unspecified", "same_size", "not_counted"] = "not_counted"
    """What makes a first mulligan free: it draws seven cards (as printed until 2009-09-30), as many
    as the hand had before, or it is not counted."""
    free_extra: Count = 0
    """Free mulligans a house or a client grants on top of the rules'."""
    starting_hand_size_named: bool = True
    """The rules draw a starting hand size, which effects may change, and not seven cards. Where they
    do not, and each player finishes alone, a mulligan draws the six cards that are printed."""
    order: Literal["two_players", "turn_order"] = "turn_order"
    """Whom the rules name: the starting player and the other one, or all players in turn order."""
    commander: Literal["none", "partial_paris"] = "none"
    action_window: Literal["none", "any_time", "at_declaration"] = "at_declaration"
    """When a hand card that works "any time you could mulligan" may be used (CR 103.5b)."""
    shared_team_turns_order: bool = True
    location: str = "103.5"


class PregameRules(SwitchGroup, frozen=True, kw_only=True):
    """What else happens before the first turn (CR 103)."""

    start_chooser: Literal["unspecified", "winner_of_random_method"] = "winner_of_random_method"
    """Who names the starting player where no last game decides; unspecified: a random method picks
    who starts, and nobody chooses."""
    order: Literal["shuffle_then_starting_player", "starting_player_then_shuffle"] = (
        "starting_player_then_shuffle"
    )
    starting_player_is_active: bool = True
    """For choices before the first turn the starting player counts as active (CR 101.4e)."""
    opening_hand_actions: Literal["none", "begin_in_play_only", "any_opening_hand_action"] = (
        "any_opening_hand_action"
    )
    opening_hand_waits_for: Literal["hands_kept", "mulligan_process"] = "mulligan_process"
    """What opening-hand actions wait for: all hands kept, or the look after that too (CR 103.6)."""
    opening_hand_location: str = "103.6"
    first_draw_skip: Literal["starting_player", "two_player_only_plus_team"] = (
        "two_player_only_plus_team"
    )
    first_draw_skip_team: Literal["team_skips", "secondary_player_draws"] = "team_skips"
    first_draw_skip_location: str = "103.8"
    location: str = "103"


class TurnRules(SwitchGroup, frozen=True, kw_only=True):
    """Turn structure (CR 500-514)."""

    mana_burn: bool = False
    mana_empties: Literal["per_phase", "per_step_and_phase"] = "per_step_and_phase"
    added_step_makes_its_phase: bool = True
    extra_steps_only_own_turn: bool = True
    location: str = "500"


class CombatRules(SwitchGroup, frozen=True, kw_only=True):
    """Combat damage (CR 510)."""

    damage_on_stack: bool = False
    damage_order: Literal["none", "declare_blockers_order"] = "none"
    lethal_check: Literal["none", "per_creature", "whole_assignment"] = "none"
    deathtouch: Literal["none", "divide_freely", "any_nonzero_is_lethal"] = "any_nonzero_is_lethal"
    location: str = "510.1"


class GoldenRules(SwitchGroup, frozen=True, kw_only=True):
    """The Golden Rules and APNAP order (CR 101)."""

    cant_beats_can: bool = True
    cant_rule_vs_effect: bool = True
    """The rules say in so many words that "can't beats can" is about effects: a rule's own "can't"
    loses to a card that says one may (CR 101.1)."""
    concession: Literal["none", "sections_100_and_101", "concession_only"] = "concession_only"
    impossible_part_ignored: bool = True
    """A rule says that what is impossible is left out (CR 101.3); it is left out in any case."""
    order: Literal["none", "two_players", "all_players_turn_order"] = "all_players_turn_order"
    hidden_choices_face_down: bool = True
    restart_on_new_choice: bool = True
    teams: bool = True
    location: str = "101"


class DrawRules(SwitchGroup, frozen=True, kw_only=True):
    """Drawing (CR 121, 704.5b)."""

    empty_library_optional_draw: bool = True
    cant_draw_blocks_optional_draw: bool = True
    empty_library_loss: Literal["immediate", "next_check"] = "next_check"


class TriggerRules(SwitchGroup, frozen=True, kw_only=True):
    """Triggered abilities (CR 603)."""

    two_part_stacking: bool = True
    """What waits for another ability to trigger goes on the stack after all others (CR 603.3b)."""


class ResolveRules(SwitchGroup, frozen=True, kw_only=True):
    """Resolution (CR 608)."""

    all_targets_illegal: Literal["countered", "does_not_resolve"] = "does_not_resolve"
    illegal_target_info: Literal["unspecified", "may_be_used", "may_not_be_used"] = (
        "may_not_be_used"
    )
    """Whether an effect may use what is known of a target that has become illegal, such as who
    controls or controlled it; where the rules say nothing, it may."""
    permanent_spell_copies: Literal["cease_to_exist", "become_tokens"] = "become_tokens"
    """What becomes of a copy of a permanent spell that resolves."""


class ContraptionRules(SwitchGroup, frozen=True, kw_only=True):
    """Contraptions: the Unstable FAQ, and what it leaves open."""

    allowed: bool = False
    """Un-cards are played, so that "assemble" means something (CR 701.45a): what the machine asks.
    ``FormatEntry.un_cards`` says whether there are halves; ``apnap new`` sets both."""
    exile_goes_to: Literal["exile", "scrapyard"] = "exile"
    extra_upkeep: Literal["cranks_again", "once_a_turn"] = "cranks_again"
    reassemble_to: Literal["any", "another"] = "any"
    """Where one's own Contraption may be reassembled: any sprocket of one's own, or another one
    than it is on (the Unstable FAQ's answer about one card)."""
    subtype_exists: bool = True
    """The list of artifact types has Contraption in it (CR 205.3g)."""
    assemble_location: str = "701.45"
    """The entry that points "assemble" to the Unstable FAQ; ``none`` before there was one."""
    cards_not_covered: Literal["unspecified", "silver_border", "silver_border_and_acorn"] = (
        "silver_border_and_acorn"
    )
    """The cards that the rules declare outside themselves (CR 100.7)."""


class Override(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A switch set by hand: which, to what, and why."""

    switch: str
    value: str
    reason: str = ""


class RulesOfPlay(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All switches, resolved for one day, as a header pins them."""

    as_of: str
    """The day whose rules are in force, ``YYYY-MM-DD``."""
    edition: str
    """The first day of the edition they come from."""
    date_quality: DateQuality = "printed"
    flip: FlipRules = FlipRules()
    divide: DivideRules = DivideRules()
    mulligan: MulliganRules = MulliganRules()
    pregame: PregameRules = PregameRules()
    turn: TurnRules = TurnRules()
    combat: CombatRules = CombatRules()
    golden: GoldenRules = GoldenRules()
    draw: DrawRules = DrawRules()
    trigger: TriggerRules = TriggerRules()
    resolve: ResolveRules = ResolveRules()
    contraption: ContraptionRules = ContraptionRules()
    overrides: tuple[Override, ...] = ()
