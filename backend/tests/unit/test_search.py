"""The search says what evaluating every combination by itself says."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.search import requirements_met, search_answer, totals
from hostwise.answers.search.axes import NotSearchable
from hostwise.answers.search.choices import WrongChoice, usual_choices
from hostwise.answers.search.search_answer import search
from hostwise.answers.search.search_document import SearchAnswer
from hostwise.answers.search.search_question import MOST_COMBINATIONS
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.space import NoStructure, PointedStructure, reductions
from hostwise.number_format.writing import short
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Edit
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at
from hostwise.plan.requirements import Requirements
from hostwise.plan.search_document import Search

CATALOGUE = load_catalogue()
CHOICES: list[dict[str, Any]] = [
    {
        "field": "/cpu/key",
        "rows": [{"column": "cores", "low": 30, "high": 32}, {"column": "launch_year", "low": 2025}],
    },
    {"field": "/memory/dram_gib", "values": [64, 512, 1_536]},
    {"name": "Drives", "field": "/capacity/count", "values": [1, 4, 8, 30]},
    {
        "name": "Licence",
        "options": [
            {"label": "as it is", "edits": {}},
            {"label": "Proxmox", "edits": {"/licence": {"key": "proxmox-ve-premium"}}},
        ],
    },
]


TOO_MANY: list[dict[str, Any]] = [
    {"field": "/cpu/key"},
    {"field": "/capacity/key"},
    {"field": "/host/chassis"},
    {"field": "/capacity/count", "values": list(range(1, 25))},
    {"field": "/memory/dram_gib", "values": [64 * each for each in range(1, 33)]},
]


def asked(plan: Plan, choices: list[dict[str, Any]], **more: Any) -> Search:
    return Search.model_validate({"plan": plan_json(plan), "choices": choices, **more})


def test_it_agrees_with_evaluating_every_combination() -> None:
    plan = sample_plan("nvme-2026")
    found = search(asked(plan, CHOICES, best=3), CATALOGUE)
    edits = [[each.edits for each in choice.options] for choice in found.choices]
    costs: dict[tuple[int, ...], float] = {}
    unfit = 0
    for at in product(*(range(len(each)) for each in edits)):
        document = plan_json(plan)
        document["configurations"] = document["configurations"][:1]
        document.pop("remarks")
        for options, chosen in zip(edits, at, strict=True):
            for edit in options[chosen]:
                set_at(document, edit.pointer, edit.value)
        try:
            result = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
        except PlanError:
            unfit += 1
            continue
        cost = result.quantities["cluster_tco"].value
        if result.admissible and cost is not None:
            costs[at] = cost
        else:
            unfit += 1
    assert found.combinations == len(costs) + unfit
    assert found.feasible == len(costs)
    assert 10 < len(costs) < found.combinations
    ranked = sorted(costs.values())
    assert [each.cost.value for each in found.best] == pytest.approx(ranked[:3], rel=1e-9)
    assert found.near == sum(each <= ranked[0] * 1.03 for each in ranked)
    assert sum(each.count for each in found.rejected) == unfit
    for axis, choice in enumerate(found.choices):
        for own, option in enumerate(choice.options):
            with_it = [cost for at, cost in costs.items() if at[axis] == own]
            assert option.feasible == len(with_it), option.label
            assert option.best_cost == (pytest.approx(min(with_it), rel=1e-9) if with_it else None)
            assert (option.why_not is not None) is not bool(with_it)
            assert option.near == any(each <= ranked[0] * 1.03 for each in with_it)
    cheapest = min(costs, key=lambda at: costs[at])
    for other in found.others:
        axis = [each.name for each in found.choices].index(other.choice)
        elsewhere = [cost for at, cost in costs.items() if at[axis] != cheapest[axis]]
        assert (other.hit is None) is not bool(elsewhere)
        if other.hit is not None:
            assert other.hit.cost.value == pytest.approx(min(elsewhere), rel=1e-9)
            assert f"{other.hit.labels[axis]} instead of {found.best[0].labels[axis]}" in other.text
            assert other.hit.dearer == pytest.approx(min(elsewhere) / ranked[0] - 1)
    assert [each.choice for each in found.others] == [each.name for each in found.choices]


def test_the_edits_of_a_hit_make_the_plan_it() -> None:
    plan = sample_plan("edge-platforms")
    key = plan.configurations[1].key
    found = search(asked(plan, CHOICES[1:3], configuration=key), CATALOGUE)
    document = plan_json(plan)
    for edit in found.best[0].edits:
        assert edit.pointer.startswith("/configurations/1/")
        set_at(document, edit.pointer, edit.value)
    result = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[1]
    assert result.quantities["cluster_tco"].value == pytest.approx(found.best[0].cost.value, rel=1e-9)


def test_a_limit_is_kept_and_says_what_it_rejects() -> None:
    plan = sample_plan("nvme-2026")
    free = search(asked(plan, CHOICES), CATALOGUE)
    most = sorted(each.best_cost or 0 for each in free.choices[0].options)[-1]
    held = search(asked(plan, CHOICES, limits=[{"quantity": "cluster_tco", "least": most}]), CATALOGUE)
    assert held.best
    assert all((each.cost.value or 0) >= most for each in held.best)
    (rejected,) = [each for each in held.rejected if each.kind == "limit"]
    assert rejected.count == free.feasible - held.feasible > 0
    # A cost that is not known keeps no limit, and is not beyond it.
    unpriced = [each for each in free.rejected if each.kind == "no_price"]
    (unknown,) = [each for each in held.rejected if each.kind == "no_price"]
    assert (unknown.count, unknown.label) == (sum(each.count for each in unpriced), unpriced[0].label)


def test_of_several_limits_of_a_quantity_all_hold() -> None:
    plan = sample_plan("nvme-2026")
    alone = search(asked(plan, CHOICES, limits=[{"quantity": "hosts", "most": 12}]), CATALOGUE)
    both = [{"quantity": "hosts", "most": 12}, {"quantity": "hosts", "least": 1}, {"quantity": "hosts", "most": 14}]
    found = search(asked(plan, CHOICES, limits=both), CATALOGUE)
    assert (found.feasible, found.best) == (alone.feasible, alone.best)
    assert 0 < found.feasible < search(asked(plan, CHOICES), CATALOGUE).feasible


def test_what_is_not_known_is_not_beyond_a_limit() -> None:
    document = plan_json(sample_plan("vmw10"))
    for each in document["configurations"]:
        each.pop("hosts", None)
    memory = {"field": "/memory/dram_gib", "values": [64, 128]}
    limits = [{"quantity": "flash_life_years", "least": 5}]
    found = search(asked(Plan.model_validate(document), [memory], limits=limits), CATALOGUE)
    (rejected,) = found.rejected
    assert (rejected.kind, rejected.count, rejected.label) == ("not_evaluated", 2, "years the drives last: not known")
    assert rejected.nearest is not None
    # Other numbers lack prices, too.
    assert "price" not in rejected.nearest.sentence


def test_what_only_lacks_a_price_is_not_called_impossible() -> None:
    found = search(asked(sample_plan("edge-three-nodes"), [{"field": "/capacity/count", "values": [2, 8]}]), CATALOGUE)
    assert found.feasible == 1
    assert [each.text for each in found.others] == ["Drives per host: of no other is the cost known."]
    assert found.choices[0].shared == "Drives per host: 2; the cost of 1 other is not known."


def with_edits(plan: Plan, edits: list[Edit]) -> ConfigurationResult:
    document = plan_json(plan)
    for edit in edits:
        set_at(document, edit.pointer, edit.value)
    return evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]


def test_each_reason_says_how_near_the_nearest_comes() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["configurations"][0]["host"] |= {"chassis": "dell-poweredge-r7625", "drive_bays": 24}
    plan = Plan.model_validate(document)
    choices = [*CHOICES[1:3], {"field": "/memory/module_gib", "values": [16, 64]}]
    limits = [{"quantity": "hosts", "most": 12}, {"quantity": "flash_life_years", "least": 20}]
    found = search(asked(plan, choices, limits=limits), CATALOGUE)
    by_code = {each.code: each for each in found.rejected}
    assert set(by_code) == {"largest_vm", "too_many_drives", "too_much_memory_for_slots", "hosts", "flash_life_years"}
    for rejected in by_code.values():
        near = rejected.nearest
        assert near is not None
        assert rejected.text == f"{rejected.count} of 24: {rejected.label}; {near.sentence}."
    # Each of them is that combination, and no other that fails for it comes nearer.
    results = {
        at: with_edits(
            plan, [edit for choice, own in zip(found.choices, at, strict=True) for edit in choice.options[own].edits]
        )
        for at in product(range(3), range(4), range(2))
        if at[1] < 3
    }
    hosts, life = by_code["hosts"].nearest, by_code["flash_life_years"].nearest
    assert hosts is not None
    assert life is not None
    own = with_edits(plan, hosts.edits).quantities["hosts"].value
    fewest = min(
        each.quantities["hosts"].value or 0
        for each in results.values()
        if each.feasible and (each.quantities["hosts"].value or 0) > 12
    )
    assert (hosts.needed, hosts.available, hosts.unit) == (own, 12, "hosts")
    assert own == fewest
    lives = [
        each.quantities["flash_life_years"].value or 0
        for each in results.values()
        if each.feasible and (each.quantities["hosts"].value or 0) <= 12
    ]
    assert life.available == pytest.approx(max(each for each in lives if each < 20))
    assert (life.needed, life.unit) == (20, "years")
    assert life.sentence == f"the nearest lasts {short(life.available or 0)} of 20 years"


def test_a_reason_without_a_measure_has_an_example() -> None:
    found = search(asked(sample_plan("nvme-2026"), [CHOICES[3]]), CATALOGUE)
    (rejected,) = found.rejected
    assert rejected.nearest is not None
    assert (rejected.nearest.needed, rejected.nearest.labels) == (None, ["Proxmox"])
    assert rejected.nearest.sentence.startswith("for example: Proxmox VE does not run on this storage")


def test_the_best_have_the_futures_of_a_plan_with_them() -> None:
    plan, choices = sample_plan("nvme-2026"), [CHOICES[1]]
    assert search(asked(plan, choices), CATALOGUE).finalists is None
    found = search(asked(plan, choices, best=2, simulations=256), CATALOGUE)
    tested = found.finalists
    assert tested is not None
    others = [each.hit.text for each in found.others if each.hit is not None]
    assert {each.text for each in tested.finalists} == {*(each.text for each in found.best), *others}
    document = plan_json(plan)
    base = document["configurations"][0]
    document["configurations"] = []
    for at, each in enumerate(tested.finalists):
        document["configurations"].append({**deepcopy(base), "key": f"finalist-{at}"})
        for edit in each.edits:
            set_at(document, edit.pointer.replace("/0/", f"/{at}/", 1), edit.value)
    document["remarks"] = {
        pointer.replace("/configurations/0/", f"/configurations/{at}/"): remark
        for pointer, remark in document["remarks"].items()
        if not pointer.startswith("/configurations/") or pointer.startswith("/configurations/0/")
        for at in range(len(document["configurations"]))
    }
    outcomes = uncertainty_of(Plan.model_validate(document), CATALOGUE, number=256).configurations
    for each, outcome in zip(tested.finalists, outcomes, strict=True):
        assert (each.hosts, each.enough) == (outcome.hosts_now, outcome.probability_enough)
        assert (each.cost_low, each.cost_high) == pytest.approx((outcome.cost.low, outcome.cost.high))
        assert (each.cost_low or 0) < (each.cost_mid or 0) < (each.cost_at_level or 0) < (each.cost_high or 0)
        assert each.holds == 1
    assert tested.best == 0
    assert tested.sentence.startswith("The cheapest is also the best in simulations: in 90")


def test_hosts_that_are_given_are_not_enough_in_all_simulations() -> None:
    given = {"field": "/hosts", "values": [12, 13, 18]}
    tested = search(asked(sample_plan("nvme-2026"), [given], simulations=256), CATALOGUE).finalists
    assert tested is not None
    assert tested.best != 0
    for each in tested.finalists:
        assert each.holds <= each.enough
    assert tested.finalists[0].holds < tested.finalists[-1].holds


def test_the_requirements_of_the_plan_must_hold_in_futures_as_limits_do() -> None:
    plan = sample_plan("nvme-2026")
    budget = 2_900_000
    required = plan.model_copy(update={"requirements": Requirements(budget=budget)})
    limits = [{"quantity": "cluster_tco", "most": budget}]
    one = search(asked(required, [CHOICES[1]], simulations=256), CATALOGUE).finalists
    other = search(asked(plan, [CHOICES[1]], simulations=256, limits=limits), CATALOGUE).finalists
    assert one is not None
    assert other is not None
    assert one.finalists[0].holds == other.finalists[0].holds < 1


def test_a_limit_holds_in_some_futures_only() -> None:
    """Hosts that are just enough as sized are not so in simulations with more demand."""
    plan = sample_plan("nvme-2026")
    most = search(asked(plan, [CHOICES[1]]), CATALOGUE).best[0].hosts.value
    limits = [{"quantity": "hosts", "most": most}]
    tested = search(asked(plan, [CHOICES[1]], limits=limits, simulations=256), CATALOGUE).finalists
    assert tested is not None
    (only,) = tested.finalists
    assert 0.3 < only.holds < 0.7
    assert (only.cost_at_level, tested.best) == (None, None)
    assert tested.sentence == "The limits of none of them hold in 90\u00a0% of 256 simulations."


def test_those_that_are_not_tested_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = sample_plan("nvme-2026")
    monkeypatch.setattr(search_answer, "MOST_CONFIGURATIONS", 1)
    tested = search(asked(plan, [CHOICES[1]], simulations=256), CATALOGUE).finalists
    assert tested is not None
    assert (len(tested.finalists), tested.left_out) == (1, 1)


def test_those_that_miss_a_requirement_are_counted_by_it() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["requirements"] = {"hosts_lost": 2}
    document["policy"]["spare_hosts"] = 1
    choices = [CHOICES[1], {"field": "/protection", "values": ["esa_raid1_ftt1", "esa_raid6_4_2"]}]
    found = search(Search.model_validate({"plan": document, "choices": choices}), CATALOGUE)
    assert not found.best
    assert not found.missed
    assert {each.code: each.count for each in found.rejected}["requirement hosts_lost"] > 0
    assert found.sentence.startswith("None of")


def test_no_hit_among_the_cheapest_is_not_no_hit_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many combinations requirements are held against the cheapest only, and those that miss one are named."""
    monkeypatch.setattr(search_answer, "_TRIED", 1)
    monkeypatch.setattr(requirements_met, "MOST_WALKED", 1)
    document = plan_json(sample_plan("nvme-2026"))
    document["requirements"] = {"hosts_lost": 2}
    found = search(Search.model_validate({"plan": document, "choices": [CHOICES[1]]}), CATALOGUE)
    assert (found.best, len(found.missed)) == ([], 1)
    assert "loss of hosts" in found.missed[0]
    assert "are feasible; the cheapest does not meet every requirement of the plan." in found.sentence
    assert found.sentence.endswith("Only those that are listed were held against: loss of hosts.")


def test_what_is_remarked_of_a_price_counts_for_each_answer() -> None:
    """A price that is only an example gives way to one of the plan's own, in every answer as in the plan."""
    document = plan_json(sample_plan("nvme-2026"))
    drive = document["configurations"][0]["capacity"]
    drive["price"] = 1
    document["remarks"] = {"/configurations/0/capacity/price": {"status": "illustrative"}}
    quote = {"part": f"drives/{drive['key']}", "price": 9_000, "currency": "USD", "date": "2026-11"}
    document["economics"]["prices"] = [quote]
    found = search(Search.model_validate({"plan": document, "choices": [CHOICES[1]]}), CATALOGUE)
    assert [each.cost.value for each in found.best] == pytest.approx(
        sorted(each.best_cost for each in found.choices[0].options if each.best_cost is not None), rel=1e-9
    )


@pytest.mark.parametrize("key", ["nvme-2026", "leaving-vmware", "edge-platforms", "vdi-2026", "moderate-io"])
def test_the_usual_choices_are_those_of_the_parts_that_a_plan_has(key: str) -> None:
    plan = sample_plan(key)
    for place, configuration in enumerate(plan.configurations):
        names = [each.name for each in usual_choices(plan, place, CATALOGUE)]
        assert names[0] == "Processor"
        assert ("Memory" in names) == (configuration.memory.memory_mode_gib is None)
        assert ("Capacity drive" in names) == (configuration.capacity is not None)
        assert ("Cache drive" in names) == (configuration.write_tier is not None)


@pytest.mark.parametrize(
    ("choices", "pointer"),
    [
        ([{"field": "/cpu/nothing", "values": [1]}], "/choices/0/field"),
        ([{"field": "/cpu/sockets"}], "/choices/0/values"),
        ([{"field": "/cpu/key", "rows": [{"column": "colour"}]}], "/choices/0/rows/0/column"),
        ([{"field": "/cpu/key", "rows": [{"column": "cores", "low": 9_999}]}], "/choices/0/rows"),
        ([{"field": "/cpu/sockets", "values": [1, 99]}], "/choices/0/options/1"),
        ([{"options": [{"edits": {}}, {"edits": {"/cpu/key/x": 1}}]}], "/choices/0/options/1"),
        (TOO_MANY, "/choices"),
    ],
)
def test_wrong_choices_are_named(choices: list[dict[str, Any]], pointer: str) -> None:
    with pytest.raises(WrongChoice) as error:
        search(asked(sample_plan("nvme-2026"), choices), CATALOGUE)
    assert error.value.pointer == pointer


def test_what_is_not_searched_is_said() -> None:
    plan = sample_plan("nvme-2026")
    with pytest.raises(WrongChoice, match="no configuration"):
        search(asked(plan, CHOICES, configuration="other"), CATALOGUE)
    with pytest.raises(WrongChoice, match="no quantity"):
        search(asked(plan, CHOICES, limits=[{"quantity": "colour", "most": 1}]), CATALOGUE)
    document = plan_json(plan)
    document["policy"]["coverage_level"] = 0.9
    with pytest.raises(NotSearchable, match="share of simulations"):
        search(asked(Plan.model_validate(document), CHOICES), CATALOGUE)
    document = plan_json(plan)
    document["workload"]["events"] = [
        {"label": "Merger", "month": 12, "group": plan.workload.groups[0].name, "vms": 10}
    ]
    with pytest.raises(NotSearchable, match="dated events") as refused:
        search(asked(Plan.model_validate(document), CHOICES), CATALOGUE)
    assert refused.value.pointer == "/workload/events"
    given = plan.configurations[0].model_dump(mode="json", exclude_unset=True) | {"hosts": 12}
    fixed = plan.model_copy(update={"configurations": (Configuration.model_validate(given),)})
    with pytest.raises(NotSearchable, match="number of hosts is given"):
        search(asked(fixed, CHOICES), CATALOGUE)
    others = [{"options": [{"edits": {}}, {"edits": {"/other_host_models": [{"model": "old", "hosts": 2}]}}]}]
    with pytest.raises(NotSearchable, match="hosts of other models"):
        search(asked(plan, others), CATALOGUE)
    assert len(CATALOGUE.cpus) * len(CATALOGUE.drives) * len(CATALOGUE.chassis) * 24 * 32 > MOST_COMBINATIONS


@pytest.mark.parametrize(
    ("key", "limits"),
    [
        ("nvme-2026", []),
        ("nvme-2026", [{"quantity": "hosts", "most": 14}]),
        ("edge-platforms", [{"quantity": "cluster_tco", "least": 1.0}]),
        ("databases-2026", []),
    ],
)
def test_where_combinations_are_many_the_answer_is_the_same(
    key: str, limits: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = asked(sample_plan(key), CHOICES, limits=limits, best=5)
    walked = search(wanted, CATALOGUE)
    monkeypatch.setattr(totals, "MOST_WALKED", 1)
    eliminated = search(wanted, CATALOGUE)
    assert (walked.engine, eliminated.engine) == ("all_combinations", "elimination")
    assert plain(eliminated) == plain(walked)


def test_what_has_no_structure_is_computed_one_by_one_where_it_is_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> PointedStructure:
        raise NoStructure("none")

    wanted = asked(sample_plan("light-io"), CHOICES[1:3], best=1)
    walked = search(wanted, CATALOGUE)
    monkeypatch.setattr(totals, "MOST_WALKED", 1)
    monkeypatch.setattr(totals, "PointedStructure", none)
    with pytest.raises(NotSearchable, match="12 combinations does not fall apart"):
        search(wanted, CATALOGUE)
    monkeypatch.setattr(reductions, "SLICE", 5)
    assert search(wanted, CATALOGUE, map) == walked


def plain(found: SearchAnswer) -> Any:
    """An answer without how it was found; costs that were added up in another order are rounded."""

    def rounded(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: rounded(each) for key, each in value.items() if key != "engine"}
        if isinstance(value, list):
            return [rounded(each) for each in value]
        return float(f"{value:.9g}") if isinstance(value, float) else value

    return rounded(found.model_dump(mode="json"))


def test_fifty_million_combinations_are_searched() -> None:
    plan = sample_plan("nvme-2026")
    document = plan_json(plan)
    for group in document["workload"]["groups"]:
        group.update(count_growth_rate=0, disk_growth_rate=0, io_growth_rate=0)
    found = search(asked(Plan.model_validate(document), [], configuration=plan.configurations[2].key), CATALOGUE)
    assert found.combinations > 50_000_000
    assert found.engine == "elimination"
    assert found.feasible + sum(each.count for each in found.rejected) == found.combinations
    cheapest = min(each.best_cost or np.inf for each in found.choices[0].options)
    assert found.best[0].cost.value == pytest.approx(cheapest, rel=1e-9)


def test_answers_stand_beside_the_configuration_as_it_is() -> None:
    plan = sample_plan("nvme-2026")
    own = evaluate_plan(plan, CATALOGUE)
    # The option that changes nothing is the configuration as it is.
    nothing = {"name": "Nothing", "options": [{"label": "as it is", "edits": {}}]}
    found = search(asked(plan, [nothing]), CATALOGUE)
    (hit,) = found.best
    assert found.as_it_is is not None
    assert found.as_it_is.cost == hit.cost == own.configurations[0].quantities["cluster_tco"]
    assert found.as_it_is.prices == hit.prices
    assert hit.against_plan == 0
    # Its oldest price is that of the evaluation, whatever its siblings have.
    key = own.configurations[0].key
    dates = [each.date for each in own.prices.used if each.configuration == key]
    assert hit.prices.oldest == min(each for each in dates if each is not None)
    assert hit.prices.undated == dates.count(None)
    assert f"of {hit.prices.oldest}" in hit.prices.text
    cheaper = search(asked(plan, [{"field": "/memory/dram_gib", "values": [768, 1_536]}]), CATALOGUE).best
    for each in cheaper:
        assert each.against_plan == pytest.approx((each.cost.value or 0) / (hit.cost.value or 1) - 1)


def test_a_configuration_that_only_a_choice_mends_is_no_comparison() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["configurations"][0]["cpu"]["key"] = "no-such-processor"
    processors = {"field": "/cpu/key", "rows": [{"column": "cores", "low": 32, "high": 32}]}
    found = search(asked(Plan.model_validate(document), [processors]), CATALOGUE)
    assert found.as_it_is is None
    assert found.best
    assert found.best[0].against_plan is None


def test_a_price_of_memory_goes_on_by_the_gib() -> None:
    plan = sample_plan("moderate-io")
    (memory,) = (each for each in usual_choices(plan, 0, CATALOGUE) if each.name == "Memory")
    prices = {each.edits["/memory/dram_gib"]: each.edits["/memory/price"] for each in memory.options or ()}
    assert (plan.configurations[0].memory.dram_gib, plan.configurations[0].memory.price) == (384, 2_640)
    assert prices[768] == 5_280
    # One with a module of the catalogue is priced by that.
    (of_module,) = (each for each in usual_choices(sample_plan("nvme-2026"), 0, CATALOGUE) if each.name == "Memory")
    assert {each.edits["/memory/price"] for each in of_module.options or ()} == {None}


def test_what_has_no_price_is_not_said_to_be_impossible() -> None:
    plan = sample_plan("moderate-io")
    memory = {"name": "Memory", "options": [{"edits": {"/memory/dram_gib": 512, "/memory/price": None}}]}
    found = search(asked(plan, [memory]), CATALOGUE)
    assert (found.feasible, [(each.kind, each.count) for each in found.rejected]) == (0, [("no_price", 1)])
    assert found.sentence.startswith("1 of 1 combination can be built, and the cost of none is known")


def test_it_says_how_many_combinations_are_computed() -> None:
    told: list[tuple[int, int]] = []
    found = search(asked(sample_plan("nvme-2026"), CHOICES), CATALOGUE, told=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert told[-1] == (found.combinations, found.combinations)
    assert {of for _, of in told} == {found.combinations}
