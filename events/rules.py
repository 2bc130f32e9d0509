"""The rules switches that a log pins: one small frozen struct per procedure, all of it data.

Implements the history of CR 101, 103.5, 510, 601.2d, 603, 705; no procedure asks for a date, all
read these.
The dated values are in ``events/data/editions.toml``; ``events.editions`` resolves a day to them.
What each switch means, and each of its values, is in ``events/data/switches.toml``.
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
    substitute: Literal["any_equal_odds", "die_if_no_coin", "equal_odds_and_all_agree"] = (
        "equal_odds_and_all_agree"
    )
    coin_two_sided_even: bool = True
    forced_results: bool = True
    coins_per_replacement: Literal["doubled", "plus_one"] = "doubled"
    location: str = "705"


class DivideRules(SwitchGroup, frozen=True, kw_only=True):
    """Division and distribution (CR 601.2d)."""

    minimum_one: Literal["unspecified", "none", "targets", "objects_and_players"] = "targets"
    untargeted_when: Literal["unspecified", "announcement", "resolution"] = "resolution"
    untargeted_scope: Literal["unspecified", "all", "any_number"] = "any_number"
    any_number_may_be_zero: Literal["unspecified", "if_no_legal_recipient", "always"] = "always"
    untargeted_nonempty: Literal["unspecified", "if_able", "optional"] = "optional"
    distribute_named: bool = True
    cost_based_preview: bool = True
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
    free_extra: Count = 0
    starting_hand_size_named: bool = True
    order: Literal["two_players", "turn_order"] = "turn_order"
    commander: Literal["none", "partial_paris"] = "none"
    action_window: Literal["none", "any_time", "at_declaration"] = "at_declaration"
    shared_team_turns_order: bool = True
    location: str = "103.5"


class PregameRules(SwitchGroup, frozen=True, kw_only=True):
    """What else happens before the first turn (CR 103)."""

    start_chooser: Literal["unspecified", "winner_of_random_method"] = "winner_of_random_method"
    order: Literal["shuffle_then_starting_player", "starting_player_then_shuffle"] = (
        "starting_player_then_shuffle"
    )
    starting_player_is_active: bool = True
    opening_hand_actions: Literal["none", "begin_in_play_only", "any_opening_hand_action"] = (
        "any_opening_hand_action"
    )
    opening_hand_waits_for: Literal["hands_kept", "mulligan_process"] = "mulligan_process"
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
    concession: Literal["none", "sections_100_and_101", "concession_only"] = "concession_only"
    impossible_part_ignored: bool = True
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


class ResolveRules(SwitchGroup, frozen=True, kw_only=True):
    """Resolution (CR 608)."""

    all_targets_illegal: Literal["countered", "does_not_resolve"] = "does_not_resolve"
    illegal_target_info: Literal["unspecified", "may_be_used", "may_not_be_used"] = (
        "may_not_be_used"
    )
    permanent_spell_copies: Literal["cease_to_exist", "become_tokens"] = "become_tokens"


class ContraptionRules(SwitchGroup, frozen=True, kw_only=True):
    """Contraptions: the Unstable FAQ, and what it leaves open."""

    allowed: bool = False
    exile_goes_to: Literal["exile", "scrapyard"] = "exile"
    extra_upkeep: Literal["cranks_again", "once_a_turn"] = "cranks_again"
    reassemble_to: Literal["any", "another"] = "any"
    subtype_exists: bool = True
    assemble_location: str = "701.45"
    cards_not_covered: Literal["unspecified", "silver_border", "silver_border_and_acorn"] = (
        "silver_border_and_acorn"
    )


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
