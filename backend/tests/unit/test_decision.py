"""The decision: over all samples every number is there or says why not, and opens what explains it."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import facts_of_run
from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.uncertainty.uncertainty_answer import uncertainty_facts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision import deciding
from hostwise.decision.deciding import decide, evaluate_with_uncertainty, uncertainty_of
from hostwise.decision.decision import Decided, Decision, Uncertainty
from hostwise.decision.remedies import edited
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.decision.searched_remedy import searched_remedy
from hostwise.decision.sized import sized_decision
from hostwise.engine.model import MODEL
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageLine, joined
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at
from tests.decisions import decision_on

SAMPLES = [each.key for each in sample_summaries()]
CARD = Parts(inputs=False, monthly=False, quantities=("cluster_tco",), decision=True)


def evaluated(plan: Plan, reference: str | None = None) -> tuple[Decided, Decision]:
    result = decide(plan, load_catalogue(), reference, CARD)
    assert result.decision is not None
    return result, result.decision


@cache
def of_sample(key: str) -> tuple[Decided, Decision, Uncertainty]:
    plan = sample_plan(key)
    return *evaluated(plan), uncertainty_of(plan, load_catalogue(), number=256)


def changed(key: str, *edits: tuple[str, Any]) -> Plan:
    document: Any = plan_json(sample_plan(key))
    for pointer, value in edits:
        set_at(document, pointer, value)
    document["remarks"] = {}
    return Plan.model_validate(document)


def lines_of(decision: Decision) -> Iterator[MessageLine]:
    yield decision.sentence
    yield from (each for each in (decision.detail, decision.pending, decision.nearly_empty) if each is not None)
    yield from (each.lacks for each in decision.rows if each.lacks is not None)
    yield from decision.break_evens
    for tile in decision.tiles:
        yield from (tile.label, *tile.lines)
    yield from (each.line for each in (*decision.checks, *decision.notices))


def figures_of(decision: Decision) -> Iterator[Figure]:
    for line in lines_of(decision):
        if line.why is None and line.note is None:
            yield from (each for each in line.text.parts if isinstance(each, Figure))
    yield from (each.figure for each in decision.tiles)
    yield from (each.figure for each in decision.limits)
    for row in decision.rows:
        cells = (row.hosts, row.cost, row.against, row.life, row.life_range, row.worn, row.limit)
        simulated = (row.hosts_range, row.cost_range, row.covers, row.cheapest)
        yield from (each for each in (*cells, *simulated) if each is not None)
    for level in decision.levels:
        yield from (each for each in (level.hosts, level.dearer) if each is not None)


def expect_open(card: Decision) -> None:
    """Every number opens a quantity of the model or a note that is there, and no digit stands outside of one."""
    keys = {each.key for each in card.notes}
    for line in lines_of(card):
        if line.why is None and line.note is None:
            loose = [each for each in line.text.parts if isinstance(each, str) and re.search(r"\d", each)]
            assert not loose, joined(line.text.parts)
        assert line.note is None or line.note in keys, line.note
    for figure in figures_of(card):
        assert (figure.why is None) != (figure.note is None), figure
        if figure.why is not None:
            MODEL.quantity(figure.why.quantity)
        else:
            assert figure.note in keys, figure


@pytest.mark.parametrize("key", SAMPLES)
def test_every_row_has_all_figures_or_says_why_not(key: str) -> None:
    result, card, _ = of_sample(key)
    assert sorted(each.configuration for each in card.rows) == sorted(each.key for each in result.configurations)
    for row in card.rows:
        figures = [row.hosts, row.cost, row.limit, *([] if row.is_reference else [row.against])]
        if card.has_flash:
            figures += [row.life, row.worn]
        if row.lacks is None and card.state != "prices_missing":
            assert None not in figures, row.configuration
        assert row.lacks is not None or row.admissible
        assert all(each is None or each.text for each in figures)


@pytest.mark.parametrize("key", SAMPLES)
def test_every_number_opens(key: str) -> None:
    _, card, uncertainty = of_sample(key)
    for decision in (card, uncertainty.decision):
        assert len({each.key for each in decision.notes}) == len(decision.notes)
        expect_open(decision)


@pytest.mark.parametrize("key", SAMPLES)
def test_the_simulations_fill_what_is_left_out_and_contradict_nothing(key: str) -> None:
    _, sized, uncertainty = of_sample(key)
    simulated = uncertainty.decision
    assert (sized.phase, simulated.phase) == ("sized", "simulated")
    assert (sized.state, sized.lead, sized.runner_up) == (simulated.state, simulated.lead, simulated.runner_up)
    assert (sized.saving, sized.reference, sized.remedies) == (
        simulated.saving,
        simulated.reference,
        simulated.remedies,
    )
    assert sized.label in ("", simulated.label)
    assert sized.strength in (None, simulated.strength)
    assert [each.configuration for each in sized.rows] == [each.configuration for each in simulated.rows]
    assert sized.rows[0].configuration == (sized.lead or sized.rows[0].configuration)
    # No check gives way, and none is said twice.
    assert sized.checks == simulated.checks[: len(sized.checks)]
    codes = [each.code for each in (*simulated.checks, *simulated.notices)]
    assert len(codes) == len(set(codes))
    if sized.strength is not None:
        assert sized.sentence == simulated.sentence
    if uncertainty.verdict.advised is not None:
        assert sized.lead == uncertainty.verdict.advised


@pytest.mark.parametrize("key", SAMPLES)
def test_until_the_simulations_are_done_no_word_says_how_sure_it_is(key: str) -> None:
    _, card, _ = of_sample(key)
    said = joined(card.sentence.text.parts)
    assert not re.search(r"\b(choose|advise|clear|likely|rather|simulations)\b", said, re.IGNORECASE), said
    assert card.advised is None
    assert len(said) < 260


@pytest.mark.parametrize("key", SAMPLES)
def test_tiles_are_those_of_the_lead_and_rows_go_by_cost(key: str) -> None:
    result, card, _ = of_sample(key)
    lead = next(each for each in result.configurations if each.key == card.lead)
    tiles = {each.key: each for each in card.tiles}
    assert tiles["hosts"].figure.value == lead.hosts.value
    assert tiles["cost"].figure.value == lead.quantities["cluster_tco"].value
    assert (tiles["life"].figure.text == "No local flash") != card.has_flash
    costs = [each.cost.value for each in card.rows if each.cost is not None and each.admissible][2:]
    known = [each for each in costs if each is not None]
    assert known == sorted(known)
    assert not any("unlimited" in each.figure.text for each in card.tiles)


def test_the_reference_stands_second_and_differences_are_to_it() -> None:
    _, card = evaluated(sample_plan("nvme-2026"), "slc-cache")
    assert [each.configuration for each in card.rows] == ["mixed-use", "slc-cache", "read-intensive"]
    assert card.rows[1].is_reference
    assert card.rows[1].against is None
    cost = {each.configuration: each.cost.value for each in card.rows if each.cost is not None}
    for row in card.rows:
        if row.against is not None:
            base = cost["slc-cache"]
            assert base is not None
            assert row.against.value == pytest.approx((cost[row.configuration] or 0) / base - 1)


def test_what_cannot_be_built_is_the_reference_of_no_difference() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["configurations"][0]["hosts"] = 2
    _, card = evaluated(Plan.model_validate(document))
    assert card.reference == card.lead != document["configurations"][0]["key"]
    assert [each.is_reference for each in card.rows] == [True, False, False]


def test_levels_and_their_check_edit_the_policy() -> None:
    card = of_sample("nvme-2026")[2].decision
    assert [each.level for each in card.levels] == [None, 0.9, 0.98]
    assert [each.chosen for each in card.levels] == [True, False, False]
    (remedy,) = (each.remedy for each in card.checks if each.remedy is not None)
    assert [(each.pointer, each.value) for each in remedy.edits] == [("/policy/coverage_level", 0.9)]


def test_what_would_change_it_says_the_value_now_and_what_comes_then() -> None:
    either = of_sample("nvme-2026")[2].decision
    assert either.label == "Too close to call"
    assert either.break_evens_title == "Break-evens"
    # With half as much I/O again the read-intensive drives need more hosts to last.
    assert joined(either.break_evens[0].text.parts).replace("\xa0", " ") == (
        "I/O size above 1.5 times the value: EPYC with mixed-use NVMe is the cheapest"
    )
    document = plan_json(sample_plan("nvme-2026"))
    del document["policy"]["max_wear_out_probability"]
    unlimited = uncertainty_of(Plan.model_validate(document), load_catalogue(), number=256).decision
    assert joined(unlimited.break_evens[0].text.parts).replace("\xa0", " ") == (
        "Price of capacity drive of EPYC with mixed-use NVMe below 2,740 USD (now 3,400) makes it the cheapest"
    )
    chosen = of_sample("light-io")[2].decision
    assert chosen.break_evens_title == "Break-evens"
    assert re.fullmatch(
        r"Average I/O below [\d.]+ IOPS \(now 360\): take NAND 800 GB",
        joined(chosen.break_evens[0].text.parts).replace("\xa0", " "),
    )
    kept = of_sample("leaving-vmware")[2].decision
    assert re.fullmatch(r"No single input makes .+ cheaper", kept.break_evens_title)
    assert all("still" in joined(each.text.parts) for each in kept.break_evens)


def test_levels_have_units() -> None:
    texts = [
        (each.hosts.text if each.hosts else "", each.dearer.text.replace("\xa0", " ") if each.dearer else None)
        for each in of_sample("nvme-2026")[2].decision.levels
    ]
    assert texts[0] == ("12 hosts", None)
    assert all(re.fullmatch(r"(\d+, then\xa0)?\d+ hosts", hosts) for hosts, _ in texts)
    assert all(re.fullmatch(r"\+\d+ % cost", dearer or "") for _, dearer in texts[1:])


def test_a_life_is_bad_below_the_horizon_and_a_chance_beyond_its_limit() -> None:
    result, card, _ = of_sample("moderate-io")
    tile = next(each for each in card.tiles if each.key == "life")
    # Seven years are more than the horizon of five; that they may wear out before is what is bad.
    assert (result.horizon_years, tile.figure.text, tile.tone) == (5, "\u2264\xa07", "plain")
    assert tile.lines[0].tone == "bad"
    tones = {each.configuration: (each.life_tone, each.worn_tone) for each in card.rows}
    assert (tones["optane"], tones["nand"]) == (("plain", "bad"), ("bad", "bad"))


def too_small() -> Plan:
    groups = plan_json(sample_plan("nvme-2026"))["workload"]["groups"]
    return changed("nvme-2026", *((f"/workload/groups/{at}/memory_gib", 3000) for at in range(len(groups))))


def test_what_cannot_be_built_says_why_and_offers_changes_that_work() -> None:
    plan = too_small()
    _, card = evaluated(plan)
    assert (card.state, card.label, card.lead, card.tiles) == ("cannot_be_built", "Cannot be built", None, [])
    said = joined(card.sentence.text.parts)
    assert "3,000 GiB" in said
    assert re.search(r"more memory", said)
    assert 1 <= len(card.remedies) <= 3
    assert len({each.effect for each in card.remedies}) == len(card.remedies)
    uncertainty = uncertainty_of(plan, load_catalogue(), number=256)
    expect_open(card)
    expect_open(uncertainty.decision)
    for remedy in card.remedies:
        assert remedy.effect
        cured = changed_by(plan, remedy.remedy.edits)
        assert any(each.admissible for each in evaluated(cured)[0].configurations)


def changed_by(plan: Plan, edits: list[Any]) -> Plan:
    document: Any = plan_json(plan)
    for edit in edits:
        set_at(document, edit.pointer, edit.value)
    return Plan.model_validate(document)


def test_a_requirement_that_all_miss_has_its_own_card() -> None:
    _, card = evaluated(changed("nvme-2026", ("/requirements", {"max_hosts": 3})))
    assert (card.state, card.label) == ("none_qualifies", "None qualifies")
    assert all(each.lacks is not None for each in card.rows)
    assert [each.remedy.label for each in card.remedies] == ["Allow more hosts"]


def test_a_nearly_empty_cluster_says_so_first() -> None:
    groups = plan_json(sample_plan("nvme-2026"))["workload"]["groups"]
    _, card = evaluated(changed("nvme-2026", *((f"/workload/groups/{at}/count", 1) for at in range(len(groups)))))
    assert card.nearly_empty is not None
    assert re.match(r"\d VMs fill 4.9.% of this cluster at most", joined(card.nearly_empty.text.parts))


def test_a_nearly_empty_cluster_offers_smaller_ones_that_were_tried() -> None:
    groups = sample_plan("nvme-2026").workload.groups
    plan = changed("nvme-2026", *((f"/workload/groups/{at}/count", 1) for at in range(len(groups))))
    _, card = evaluated(plan)
    assert card.nearly_empty is not None
    assert 1 <= len(card.remedies) <= 2
    cheapest = min(each.cost.value or 0 for each in card.rows if each.cost is not None)
    for remedy in card.remedies:
        document: Any = plan_json(plan)
        for edit in remedy.remedy.edits:
            set_at(document, edit.pointer, edit.value)
        _, after = evaluated(Plan.model_validate(document))
        costs = [each.cost.value or 0 for each in after.rows if each.cost is not None and each.admissible]
        assert min(costs) < cheapest
        best = next(each for each in after.rows if each.cost is not None and each.cost.value == min(costs))
        assert best.hosts is not None
        assert remedy.effect.startswith(f"{best.hosts.text} host")
    _, full, _ = of_sample("nvme-2026")
    assert (full.nearly_empty, full.remedies) == (None, [])


def test_without_flash_there_is_no_life() -> None:
    _, card, _ = of_sample("leaving-vmware")
    assert not card.has_flash
    assert [(each.key, each.figure.text) for each in card.tiles][2:] == [("life", "No local flash")]
    assert joined(card.tiles[2].label.text.parts) == "in this plan"
    assert all(each.life is None for each in card.rows)


def test_names_of_configurations_are_names() -> None:
    _, card, uncertainty = of_sample("databases-2026")
    for line in (card.sentence, uncertainty.decision.sentence):
        assert any(isinstance(each, ConfigurationName) for each in line.text.parts)


def test_what_the_cost_lacks_by_a_known_amount_is_checked_before_prices() -> None:
    _, card, uncertainty = of_sample("databases-2026")
    for each in (card, uncertainty.decision):
        assert [check.code for check in each.checks][:2] == ["assurance_left_out", "illustrative_prices"]


@pytest.mark.parametrize("key", SAMPLES)
def test_a_line_is_about_the_one_to_take_where_that_is_among_those_it_is_about(key: str) -> None:
    _, card, _ = of_sample(key)
    for each in (*card.checks, *card.notices):
        about = [said for said in each.said if card.lead in said.configurations]
        if about:
            assert joined(each.line.text.parts) == joined(about[0].text.parts)


def test_what_is_offered_in_one_click_is_not_asked_to_be_checked_as_well() -> None:
    plan = plan_json(sample_plan("nvme-2026"))
    for group in plan["workload"]["groups"]:
        for each in ("iops_peak", "iops_average"):
            group.pop(each, None)
    plan.pop("remarks", None)
    _, card = evaluated(Plan.model_validate(plan))
    assert card.state == "open"
    offered = {each.remedy.label for each in card.remedies}
    assert offered
    assert offered.isdisjoint(each.remedy.label for each in card.checks if each.remedy is not None)


def test_missing_prices_are_taken_from_the_catalogue_in_one_change() -> None:
    _, card, _ = of_sample("vmw10")
    (offered,) = card.remedies
    assert offered.remedy.label == "Use catalogue prices"
    assert offered.effect == "for chassis, memory, support, electricity and rack space"
    assert "44 values are missing" in str(card.sentence.text)
    assert "The catalogue cannot say: price of processor" in str(card.sentence.text)

    plan = edited(sample_plan("vmw10"), offered.remedy)
    assert plan is not None
    assert plan.economics.support_rate == pytest.approx(0.08)
    assert plan.economics.rack_unit_price_per_month == 35
    assert [each.host.chassis_price for each in plan.configurations] == [9705, 9705, 9705]
    assert plan.configurations[0].memory.price == pytest.approx(8 * 35.7)
    assert plan.remarks["/configurations/0/host/chassis_price"].status == "illustrative"
    assert all(plan.remarks[each.pointer].locator for each in offered.remedy.edits if each.pointer in plan.remarks)

    result, after = evaluated(plan)
    assert after.remedies == []
    assert "From the catalogue: chassis, memory, support, electricity and rack space." in str(after.sentence.text)
    missing = {each.pointer for each in result.missing}
    assert not missing & {each.pointer for each in offered.remedy.edits}
    assert "/configurations/0/cpu/price" in missing
    assert "/configurations/0/memory/module" not in missing


def test_a_price_of_another_currency_needs_its_exchange_rate() -> None:
    plan = changed("vmw10", ("/economics/currency", "EUR"))
    _, card = evaluated(plan)
    (offered,) = card.remedies
    assert offered.effect == "for support and electricity"
    rate = {"currency": "USD", "rate": 0.9, "date": "2026-11"}
    _, card = evaluated(changed("vmw10", ("/economics/currency", "EUR"), ("/economics/exchange_rates", [rate])))
    prices = {each.pointer: each.value for each in card.remedies[0].remedy.edits}
    assert prices["/economics/rack_unit_price_per_month"] == pytest.approx(0.9 * 35)
    assert prices["/economics/electricity_price_per_kwh"] == pytest.approx(0.1902)


@pytest.mark.parametrize(("country", "price"), [("GB", None), ("US", 0.128), ("JP", None)])
def test_electricity_is_priced_for_the_country_of_the_plan(country: str, price: float | None) -> None:
    _, card = evaluated(changed("vmw10", ("/economics/country", country)))
    found = {each.pointer: each.value for each in card.remedies[0].remedy.edits}
    assert found.get("/economics/electricity_price_per_kwh") == price


@pytest.mark.parametrize("key", ["vmw10", "edge-three-nodes", "moderate-io", "light-io", "databases-2026", "vdi-2026"])
def test_of_limits_that_decide_together_the_one_with_the_larger_share_leads(key: str) -> None:
    result, card = of_sample(key)[:2]
    lead = next(each for each in result.configurations if each.key == card.lead)
    binding = {each.key: each for each in lead.constraints if each.binding}
    shares = [bar.share or 0 for bar in card.limits if bar.key in binding]
    assert card.limits[0].key in binding
    assert shares[0] == max(shares)


def test_of_limits_that_decide_together_one_leads() -> None:
    for key in ("vmw10", "edge-three-nodes", "moderate-io"):
        card = of_sample(key)[1]
        lead = next(each for each in card.rows if each.configuration == card.lead)
        assert [each.binding for each in card.limits] == [True, False, False, False], key
        # One limit leads on the whole card: in the tile of the hosts, in the row and first of all bars.
        assert lead.limit is not None
        assert card.limits[0].label.lower() == lead.limit.text.lower(), key
        made = next(each for each in card.tiles if each.key == "hosts").lines[0]
        assert lead.limit.text in str(made.text), key


def test_a_run_is_answered_once_for_both_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counting(name: str, own: Callable[..., Any]) -> None:
        def counted(*arguments: Any) -> Any:
            asked.append(name)
            return own(*arguments)

        monkeypatch.setattr(deciding, name, counted)

    counting("facts_of_run", facts_of_run)
    counting("sized_decision", sized_decision)
    counting("searched_remedy", searched_remedy)
    monkeypatch.setattr(deciding, "uncertainty_facts", partial(uncertainty_facts, number=64))
    plan = changed("edge-three-nodes", ("/workload/groups/0/memory_gib", 30_000))
    both = evaluate_with_uncertainty(plan, load_catalogue(), None, CARD)
    assert both.decision is not None
    assert both.uncertainty is not None
    assert (both.decision.state, both.uncertainty.decision.remedies) == ("cannot_be_built", both.decision.remedies)
    assert sorted(asked) == ["facts_of_run", "searched_remedy", "sized_decision"]


@pytest.mark.parametrize("key", ["moderate-io", "nvme-2026", "edge-three-nodes"])
def test_the_first_share_of_a_row_is_that_of_the_limit_that_decides(key: str) -> None:
    decision = decision_on(sample_plan(key))
    (lead,) = (row.limits for row in decision.rows if row.configuration == decision.lead)
    first = decision.limits[0]
    if first.share is None:
        assert lead == []
    else:
        assert (lead[0].label, lead[0].share) == (first.label, first.share)
