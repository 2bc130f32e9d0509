"""The rules editions: every row of the lookup table, every boundary day, every dispute.

Covers the history of CR 101, 103, 510, 601.2d, 608 and 705 as ``events.editions`` resolves it.
"""

from datetime import date, timedelta
from operator import attrgetter

import msgspec
import pytest

from events.editions import (
    HOUSE_SWITCHES,
    Edition,
    SwitchChange,
    allowed_values,
    diff,
    disputes_at,
    edition_at,
    editions,
    latest,
    resolve,
    sources,
    switch_names,
)
from events.errors import DataError
from events.rules import Override, RulesOfPlay
from events.standing import standing

LOOKUP: dict[str, dict[str, object]] = {
    "1999-04-23..2005-07-31": {
        "mulligan.kind": "paris_sequential",
        "mulligan.order": "two_players",
        "mulligan.free_first": "none",
        "combat.damage_on_stack": True,
        "combat.damage_order": "none",
        "golden.order": "two_players",
    },
    "1999-11-01..2003-09-30": {"divide.minimum_one": "targets"},
    "2003-07-01..2005-07-31": {"flip.caller": "other_player", "flip.location": "glossary"},
    "1999-04-23..2003-06-30": {"flip.caller": "unspecified", "flip.location": "none"},
    "2005-08-01..2006-07-14": {
        "mulligan.kind": "paris_sequential",
        "mulligan.order": "turn_order",
        "flip.caller": "one_opponent",
        "combat.damage_on_stack": True,
        "combat.damage_order": "none",
        "divide.minimum_one": "objects_and_players",
        "divide.untargeted_when": "announcement",
    },
    "2006-07-15..2009-07-10": {
        "mulligan.kind": "paris_sequential",
        "flip.caller": "flipper",
        "flip.classify_by": "object",
        "combat.damage_on_stack": True,
        "combat.damage_order": "none",
    },
    "2006-07-15..2006-09-30": {"flip.call_timing": "in_air", "mulligan.free_first": "none"},
    "2006-10-01..2007-07-12": {
        "flip.call_timing": "any_before_result",
        "mulligan.free_first": "two_headed_giant",
    },
    "2007-07-13..2018-07-12": {"mulligan.free_first": "multiplayer"},
    "2006-07-15..2009-04-30": {"divide.untargeted_when": "announcement"},
    "2009-05-01..2009-07-10": {"divide.untargeted_when": "resolution"},
    "2009-07-11..2010-01-31": {
        "mulligan.kind": "paris_simultaneous",
        "flip.caller": "flipper",
        "flip.classify_by": "object",
        "combat.damage_on_stack": False,
        "combat.damage_order": "declare_blockers_order",
        "divide.any_number_may_be_zero": "unspecified",
        "divide.untargeted_nonempty": "unspecified",
    },
    "2010-02-01..2015-09-25": {
        "mulligan.kind": "paris_simultaneous",
        "flip.classify_by": "object",
        "combat.damage_order": "declare_blockers_order",
        "divide.any_number_may_be_zero": "if_no_legal_recipient",
        "divide.untargeted_nonempty": "if_able",
    },
    "2015-09-26..2018-06-07": {
        "mulligan.kind": "vancouver",
        "flip.classify_by": "object",
        "combat.damage_order": "declare_blockers_order",
        "divide.any_number_may_be_zero": "if_no_legal_recipient",
    },
    "2018-06-08..2019-07-11": {
        "mulligan.kind": "vancouver",
        "flip.classify_by": "effect_text",
        "combat.damage_order": "declare_blockers_order",
        "divide.any_number_may_be_zero": "if_no_legal_recipient",
    },
    "2019-07-12..2022-06-09": {
        "mulligan.kind": "london",
        "flip.classify_by": "effect_text",
        "combat.damage_order": "declare_blockers_order",
        "divide.any_number_may_be_zero": "always",
        "divide.untargeted_nonempty": "optional",
    },
    "2022-06-10..2024-11-07": {
        "mulligan.kind": "london",
        "flip.classify_by": "default_has_winner",
        "flip.forced_results": False,
        "combat.damage_order": "declare_blockers_order",
        "divide.any_number_may_be_zero": "always",
    },
    "2024-11-08..2025-06-05": {
        "mulligan.kind": "london",
        "flip.classify_by": "default_has_winner",
        "flip.forced_results": False,
        "combat.damage_on_stack": False,
        "combat.damage_order": "none",
        "divide.any_number_may_be_zero": "always",
    },
    "2025-06-06..2026-06-18": {
        "mulligan.kind": "london",
        "flip.classify_by": "default_has_winner",
        "flip.forced_results": True,
        "combat.damage_order": "none",
        "divide.any_number_may_be_zero": "always",
        "divide.cost_based_preview": False,
    },
    "2026-06-19..2099-12-31": {"flip.forced_results": True, "divide.cost_based_preview": True},
}

FIRST_DAYS = {
    "1997-01-01": {"mulligan.kind", "mulligan.location"},
    "1999-04-23": {
        "combat.damage_on_stack",
        "combat.location",
        "divide.location",
        "divide.minimum_one",
        "golden.impossible_part_ignored",
        "golden.location",
        "mulligan.location",
        "pregame.first_draw_skip_location",
        "pregame.location",
        "turn.location",
    },
    "1999-11-01": {"divide.minimum_one", "golden.cant_beats_can", "draw.empty_library_loss"},
    "2001-07-23": {
        "pregame.start_chooser",
        "resolve.illegal_target_info",
    },
    "2003-07-01": {
        "flip.call_timing",
        "flip.caller",
        "flip.location",
        "flip.substitute",
        "mulligan.location",
        "pregame.first_draw_skip_location",
    },
    "2003-10-01": {"divide.untargeted_when", "divide.untargeted_scope", "divide.minimum_one"},
    "2003-12-01": {"divide.untargeted_scope", "golden.concession"},
    "2004-02-01": {"divide.distribute_named", "mulligan.action_window"},
    "2004-06-01": {"golden.concession", "golden.cant_rule_vs_effect"},
    "2005-08-01": {
        "flip.caller",
        "golden.order",
        "golden.teams",
        "mulligan.order",
        "pregame.first_draw_skip",
    },
    "2006-02-01": {"pregame.opening_hand_actions"},
    "2006-07-15": {
        "flip.caller",
        "flip.classify_by",
        "flip.location",
        "flip.substitute",
        "flip.winner",
    },
    "2006-10-01": {
        "draw.empty_library_optional_draw",
        "flip.call_timing",
        "mulligan.free_first",
        "mulligan.shared_team_turns_order",
        "pregame.first_draw_skip_team",
    },
    "2007-05-01": {"pregame.first_draw_skip_team", "contraption.subtype_exists"},
    "2007-07-13": {
        "mulligan.free_first",
        "pregame.first_draw_skip_location",
        "pregame.opening_hand_location",
    },
    "2008-02-01": {"golden.hidden_choices_face_down"},
    "2008-05-01": {"draw.cant_draw_blocks_optional_draw"},
    "2008-10-01": {"flip.coin_two_sided_even"},
    "2009-05-01": {"divide.minimum_one", "divide.untargeted_when"},
    "2009-07-11": {
        "combat.damage_on_stack",
        "combat.damage_order",
        "combat.deathtouch",
        "combat.lethal_check",
        "combat.location",
        "divide.location",
        "flip.location",
        "golden.location",
        "golden.restart_on_new_choice",
        "mulligan.action_window",
        "mulligan.kind",
        "mulligan.location",
        "pregame.first_draw_skip_location",
        "pregame.location",
        "pregame.opening_hand_location",
        "turn.location",
        "turn.mana_burn",
        "turn.mana_empties",
    },
    "2009-10-01": {
        "mulligan.commander",
        "mulligan.free_first_effect",
        "pregame.first_draw_skip_location",
    },
    "2010-02-01": {
        "divide.any_number_may_be_zero",
        "divide.untargeted_nonempty",
    },
    "2010-06-18": set(),
    "2010-07-16": {"combat.deathtouch"},
    "2011-05-01": {"pregame.opening_hand_actions"},
    "2011-07-15": {"combat.lethal_check"},
    "2013-07-13": {"mulligan.starting_hand_size_named"},
    "2015-07-17": {"resolve.illegal_target_info"},
    "2015-09-26": {"mulligan.kind", "pregame.opening_hand_waits_for"},
    "2016-01-16": {"mulligan.commander"},
    "2018-01-19": {"contraption.assemble_location", "contraption.cards_not_covered"},
    "2018-04-27": {
        "contraption.assemble_location",
        "resolve.all_targets_illegal",
    },
    "2018-06-08": {"flip.classify_by"},
    "2018-07-13": {"mulligan.free_first"},
    "2019-07-12": {
        "divide.any_number_may_be_zero",
        "divide.untargeted_nonempty",
        "mulligan.free_first_effect",
        "mulligan.kind",
    },
    "2020-07-03": {
        "contraption.assemble_location",
        "pregame.order",
        "pregame.starting_player_is_active",
    },
    "2020-09-25": {"resolve.permanent_spell_copies"},
    "2021-04-22": {"trigger.two_part_stacking"},
    "2021-09-24": set(),
    "2022-06-10": {"flip.classify_by"},
    "2022-10-07": {
        "contraption.cards_not_covered",
        "mulligan.location",
        "pregame.first_draw_skip_location",
        "pregame.opening_hand_location",
    },
    "2024-06-07": {"turn.added_step_makes_its_phase", "turn.extra_steps_only_own_turn"},
    "2024-11-08": {"combat.damage_order", "combat.lethal_check"},
    "2025-06-06": {
        "contraption.assemble_location",
        "flip.forced_results",
    },
    "2025-11-14": set(),
    "2026-06-19": {"divide.cost_based_preview"},
}

DISPUTES = [
    ("0001-01-01", "2003-06-30", "flip.substitute"),
    ("1997-01-01", "1997-12-31", "mulligan.kind"),
    ("1997-01-01", "1999-04-22", "mulligan.kind"),
    ("1999-04-23", "2003-06-30", "golden.order"),
    ("2001-07-23", "2010-01-31", "resolve.illegal_target_info"),
    ("2003-07-01", "2006-07-14", "flip.winner"),
    ("2005-08-01", "2006-09-30", "mulligan.free_first"),
    ("2006-02-01", "2007-07-12", "pregame.opening_hand_actions"),
    ("2009-05-01", "2010-01-31", "divide.untargeted_when"),
    ("2009-10-01", "2016-01-15", "mulligan.commander"),
    ("2015-07-31", "2015-08-02", "mulligan.kind"),
    ("2015-08-27", "2015-08-30", "mulligan.kind"),
    ("2015-09-26", "2019-07-11", "mulligan.kind"),
    ("2015-11-13", "2016-01-15", "mulligan.commander"),
    ("2017-11-16", "", "contraption.exile_goes_to"),
    ("2018-06-08", "2018-07-12", "flip.classify_by"),
    ("2019-04-01", "2019-04-30", "mulligan.kind"),
    ("2019-07-05", "2019-07-11", "mulligan.kind"),
    ("2024-11-08", "2024-11-13", "combat.damage_order"),
    ("2026-01-17", "", ""),
    ("2026-06-15", "2026-07-01", "divide.cost_based_preview"),
    ("2026-06-19", "", ""),
]

LATER_EDITIONS = editions()[1:]


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def _first_day(edition: Edition) -> str:
    return edition.first_day


def _override(switch: str, value: str) -> Override:
    return Override(switch=switch, value=value, reason="house rule")


@pytest.mark.parametrize("period", LOOKUP)
def test_lookup_both_ends_of_each_period(period: str) -> None:
    for day in period.split(".."):
        rules = resolve(day)
        assert LOOKUP[period] == {switch: attrgetter(switch)(rules) for switch in LOOKUP[period]}


def test_editions_are_exactly_the_known_days_in_order() -> None:
    assert ["0001-01-01", *FIRST_DAYS] == [edition.first_day for edition in editions()]


@pytest.mark.parametrize("edition", LATER_EDITIONS, ids=_first_day)
def test_each_edition_begins_on_its_first_day(edition: Edition) -> None:
    first_day = edition.first_day
    assert edition_at(first_day) == edition
    assert resolve(first_day).edition == first_day
    assert resolve(_day_before(first_day)).edition < first_day


@pytest.mark.parametrize("edition", LATER_EDITIONS, ids=_first_day)
def test_each_edition_changes_its_switches_and_no_others(edition: Edition) -> None:
    changes = diff(_day_before(edition.first_day), edition.first_day)
    assert FIRST_DAYS[edition.first_day] == {change.switch for change in changes}
    assert {change.since for change in changes} <= {edition.first_day}


@pytest.mark.parametrize("edition", LATER_EDITIONS, ids=_first_day)
def test_no_edition_sets_a_switch_to_the_value_it_has(edition: Edition) -> None:
    expected = FIRST_DAYS[edition.first_day]
    assert sorted(expected) == sorted(setting.switch for setting in edition.changes)


@pytest.mark.parametrize(
    ("day", "quality"),
    [
        ("1993-08-05", "inferred"),
        ("1997-06-01", "inferred"),
        ("1999-04-23", "file"),
        ("2009-07-10", "file"),
        ("2009-07-11", "printed"),
        ("2026-06-18", "printed"),
        ("2026-06-19", "file"),
    ],
)
def test_date_quality_is_the_editions(day: str, quality: str) -> None:
    assert quality == edition_at(day).date_quality == resolve(day).date_quality


@pytest.mark.parametrize(
    ("day", "given", "kept"),
    [
        ("2019-07-12", "inferred", "inferred"),
        ("2019-07-12", "bulletin", "bulletin"),
        ("1997-06-01", "printed", "inferred"),
        ("2005-08-01", "bulletin", "file"),
    ],
)
def test_the_less_certain_date_quality_is_kept(day: str, given: str, kept: str) -> None:
    assert kept == resolve(day, date_quality=given).date_quality  # type: ignore[arg-type]


def test_an_unknown_date_quality_is_refused() -> None:
    with pytest.raises(DataError, match="use one of printed, file, bulletin, inferred"):
        resolve("2019-07-12", date_quality="guessed")  # type: ignore[arg-type]


def test_days_before_everything_have_the_defaults() -> None:
    rules = resolve("1066-10-14")
    assert (rules.edition, rules.as_of) == ("0001-01-01", "1066-10-14")
    assert (rules.mulligan.kind, rules.mulligan.location) == ("original_reveal", "none")
    assert (rules.flip.substitute, rules.flip.caller) == ("any_equal_odds", "unspecified")


def test_latest_edition_is_the_default_of_every_field() -> None:
    last = editions()[-1]
    expected = RulesOfPlay(
        as_of=last.first_day, edition=last.first_day, date_quality=last.date_quality
    )
    assert expected == latest()


def test_first_edition_sets_every_switch_but_the_houses() -> None:
    dated = {setting.switch for setting in editions()[0].changes}
    assert set(switch_names()) == dated | HOUSE_SWITCHES
    assert not dated & HOUSE_SWITCHES


def test_every_dated_switch_changes() -> None:
    changed = {setting.switch for edition in LATER_EDITIONS for setting in edition.changes}
    assert set(switch_names()) - changed - HOUSE_SWITCHES == set()


@pytest.mark.parametrize("edition", editions(), ids=_first_day)
def test_values_read_back_from_json_are_equal(edition: Edition) -> None:
    rules = resolve(edition.first_day, [_override("contraption.allowed", "true")])
    assert rules == msgspec.json.decode(msgspec.json.encode(rules), type=RulesOfPlay)
    assert edition == msgspec.json.decode(msgspec.json.encode(edition), type=Edition)


def test_no_switch_is_left_out_of_the_json() -> None:
    written = msgspec.json.decode(msgspec.json.encode(latest()))
    names = [f"{group}.{name}" for group in written for name in _fields(written[group])]
    assert sorted(switch_names()) == sorted(names)


def _fields(value: object) -> list[str]:
    return list(value) if isinstance(value, dict) else []


@pytest.mark.parametrize("edition", editions(), ids=_first_day)
def test_every_edition_says_where_it_comes_from(edition: Edition) -> None:
    claims = [claim for dispute in edition.disputes for claim in dispute.claims]
    assert edition.sources
    assert edition.notes
    assert {*edition.sources, *(claim.source for claim in claims)} <= sources().keys()


@pytest.mark.parametrize(
    ("day", "switch", "rule"),
    [
        ("1999-11-01", "golden.cant_beats_can", "103.2"),
        ("2006-10-01", "flip.call_timing", "511.1"),
        ("2008-10-01", "flip.coin_two_sided_even", "511"),
        ("2009-07-11", "mulligan.kind", "103.4"),
        ("2018-06-08", "flip.classify_by", "705.2"),
        ("2018-07-13", "mulligan.free_first", "103.4"),
        ("2022-10-07", "pregame.first_draw_skip_location", "103.8"),
        ("2006-10-01", "draw.empty_library_optional_draw", ""),
    ],
)
def test_a_setting_knows_its_rule(day: str, switch: str, rule: str) -> None:
    assert [rule] == [s.rule for s in edition_at(day).changes if s.switch == switch]


def test_concluded_values_are_marked() -> None:
    marked = {
        (edition.first_day, setting.switch)
        for edition in LATER_EDITIONS
        for setting in edition.changes
        if setting.inferred
    }
    assert {
        ("2003-10-01", "divide.untargeted_scope"),
        ("2004-02-01", "mulligan.action_window"),
        ("2006-02-01", "pregame.opening_hand_actions"),
        ("2009-05-01", "divide.untargeted_when"),
    } == marked


def test_every_switch_stands_with_its_value_and_what_it_rests_on() -> None:
    on_a_day = {one.switch: one for one in standing("2018-06-20")}
    rules = resolve("2018-06-20")

    assert tuple(on_a_day) == switch_names()
    for switch, one in on_a_day.items():
        group, _, name = switch.partition(".")
        assert one.value == getattr(getattr(rules, group), name)
        assert one.since <= "2018-06-20"
    assert on_a_day["flip.classify_by"].rule == "705.2"
    assert on_a_day["mulligan.free_extra"].since == ""
    assert on_a_day["divide.untargeted_when"].inferred


def test_diff_names_edition_and_rule() -> None:
    expected = SwitchChange(
        switch="flip.classify_by",
        before="object",
        after="default_has_winner",
        since="2022-06-10",
        rule="705.2",
    )
    assert expected in diff("2018-01-01", "2023-01-01")


def test_diff_backwards_swaps_before_and_after() -> None:
    forth, back = diff("2019-07-11", "2019-07-12"), diff("2019-07-12", "2019-07-11")
    assert [(c.switch, c.after, c.before, c.since) for c in forth] == [
        (c.switch, c.before, c.after, c.since) for c in back
    ]


def test_diff_of_days_in_one_edition_is_empty() -> None:
    assert diff("2019-07-12", "2020-07-02") == ()


def test_diff_leaves_out_what_changed_and_changed_back() -> None:
    switches = {change.switch for change in diff("2006-09-30", "2007-05-01")}
    assert "pregame.first_draw_skip_team" not in switches


@pytest.mark.parametrize(("first_day", "last_day", "switch"), DISPUTES)
def test_each_dispute_covers_its_days(first_day: str, last_day: str, switch: str) -> None:
    def found(day: str) -> bool:
        return any(
            (dispute.first_day, dispute.last_day) == (first_day, last_day)
            and (not switch or switch in dispute.switches)
            for dispute in disputes_at(day)
        )

    assert found(first_day)
    assert found(last_day or "2099-12-31")
    if first_day > "0001-01-01":
        assert not found(_day_before(first_day))
    if last_day:
        assert not found((date.fromisoformat(last_day) + timedelta(days=1)).isoformat())


def test_no_dispute_is_untested_and_each_is_complete() -> None:
    disputes = [dispute for edition in editions() for dispute in edition.disputes]
    assert sorted((first, last) for first, last, _ in DISPUTES) == sorted(
        (dispute.first_day, dispute.last_day) for dispute in disputes
    )
    for dispute in disputes:
        assert dispute.question.endswith("?")
        assert dispute.used
        assert dispute.claims
        assert set(dispute.switches) <= set(switch_names())


def test_the_flip_change_of_2018_says_what_each_source_says() -> None:
    (dispute,) = [d for d in disputes_at("2018-06-20") if "flip.classify_by" in d.switches]
    assert [claim.source for claim in dispute.claims] == ["VJ", "PIT", "WIKI"]
    assert dispute.used.startswith("2018-06-08")


@pytest.mark.parametrize(
    ("switch", "text", "value"),
    [
        ("mulligan.kind", "houston", "houston"),
        ("flip.classify_by", "effect_text", "effect_text"),
        ("turn.mana_burn", "true", True),
        ("mulligan.free_extra", "2", 2),
        ("contraption.allowed", "true", True),
        ("contraption.exile_goes_to", "scrapyard", "scrapyard"),
        ("flip.coins_per_replacement", "plus_one", "plus_one"),
        ("flip.location", "705", "705"),
    ],
)
def test_an_override_is_set_and_kept_with_its_reason(switch: str, text: str, value: object) -> None:
    override = _override(switch, text)
    rules = resolve("2023-01-01", [override])
    assert value == attrgetter(switch)(rules)
    assert (override,) == rules.overrides


def test_an_override_changes_nothing_else() -> None:
    plain = resolve("2018-06-20")
    changed = resolve("2018-06-20", [_override("flip.classify_by", "object")])
    assert plain == msgspec.structs.replace(changed, flip=plain.flip, overrides=())
    assert plain == resolve("2018-06-20")


def test_a_switch_cannot_be_overridden_twice() -> None:
    overrides = [_override("mulligan.kind", "london"), _override("mulligan.kind", "houston")]
    with pytest.raises(DataError, match="'london' and to 'houston'") as caught:
        resolve("2023-01-01", overrides)
    assert (caught.value.code, caught.value.field) == ("data/switch_twice", "mulligan.kind")


@pytest.mark.parametrize(
    ("switch", "near"),
    [
        ("mulligan.kinds", "mulligan.kind"),
        ("kind", "mulligan.kind"),
        ("flip.clasify_by", "flip.classify_by"),
        ("divide.min_one", "divide.minimum_one"),
        ("triggers.two_part_stacking", "trigger.two_part_stacking"),
        ("qqq", "the groups are flip, divide, mulligan"),
        ("as_of", "the groups are flip"),
        ("", "the groups are flip"),
    ],
)
def test_an_unknown_switch_is_refused_with_the_nearest(switch: str, near: str) -> None:
    with pytest.raises(DataError) as caught:
        resolve("2023-01-01", [_override(switch, "true")])
    assert caught.value.code == "data/switch"
    assert f"there is no switch {switch!r}" in caught.value.message
    assert near in caught.value.message


@pytest.mark.parametrize(
    ("switch", "value", "allowed"),
    [
        ("combat.damage_order", "free", "'none', 'declare_blockers_order'"),
        ("turn.mana_burn", "maybe", "'true', 'false'"),
        ("mulligan.free_extra", "-1", "a whole number from 0 to 1000000"),
        ("mulligan.free_extra", "two", "a whole number from 0 to 1000000"),
        ("flip.caller", "", "'unspecified', 'other_player', 'one_opponent', 'flipper'"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(
    switch: str, value: str, allowed: str
) -> None:
    with pytest.raises(DataError) as caught:
        resolve("2023-01-01", [_override(switch, value)])
    assert ("data/switch_value", switch) == (caught.value.code, caught.value.field)
    assert f"{switch}: cannot be {value!r}; allowed: {allowed}" == caught.value.message


@pytest.mark.parametrize("switch", switch_names())
def test_every_value_in_the_data_is_an_allowed_one(switch: str) -> None:
    allowed = allowed_values(switch)
    for edition in editions():
        for setting in edition.changes:
            if setting.switch == switch:
                text = str(setting.value)
                assert text in allowed or text.lower() in allowed or allowed == ("any text",)


@pytest.mark.parametrize(
    "day",
    ["", "today", "2019", "20190712", "2019-7-12", "2019-02-30", "2019-W28-5", "0000-01-01"],
)
def test_a_bad_day_is_refused_with_what_is_expected(day: str) -> None:
    for ask in (edition_at, resolve, disputes_at, lambda bad: diff("2019-07-12", bad)):
        with pytest.raises(DataError, match="year, month and day as in 2019-07-12") as caught:
            ask(day)
        assert caught.value.code == "data/day"
