"""What charts find, which of their lines are one, how far money is apart, and the hosts as racks."""

import re
from functools import cache
from typing import Any

import pytest

from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.charts_document import PLAIN, Chart, ChartPoint, Charts, ChartWords, value_of
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.growth_told import Growth, growth_of
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.answers.text import Figure, MessageText
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at

SAMPLES = [each.key for each in sample_summaries()]
CATALOGUE = load_catalogue()


def evaluated(plan: Plan, reference: str | None = None) -> tuple[Decided, Charts]:
    result = decide(plan, CATALOGUE, reference, Parts(decision=True, charts=True))
    assert result.decision is not None
    assert result.decision.charts is not None
    return result, result.decision.charts


@cache
def of_sample(key: str) -> tuple[Decided, Charts]:
    return evaluated(sample_plan(key))


def changed(key: str, *edits: tuple[str, Any]) -> Plan:
    document: Any = plan_json(sample_plan(key))
    for pointer, value in edits:
        set_at(document, pointer, value)
    document["remarks"] = {}
    return Plan.model_validate(document)


def only(key: str, *places: int) -> Plan:
    """A sample with some of its configurations."""
    document: Any = plan_json(sample_plan(key))
    document["configurations"] = [document["configurations"][place] for place in places]
    document["remarks"] = {}
    return Plan.model_validate(document)


def chart(charts: Charts, key: str) -> Chart:
    return next(each for each in charts.drawn if each.words.key == key)


def words(charts: Charts, key: str) -> ChartWords:
    return chart(charts, key).words


def title(plan: Plan, key: str) -> str:
    return plain(words(evaluated(plan)[1], key).title)


def plain(text: MessageText | None) -> str:
    return str(text).replace("\u00a0", " ").replace("\u202f", " ")


def expect_open(text: MessageText) -> None:
    """Each number opens a quantity of the model, and no digit stands outside of one."""
    assert not [each for each in text.parts if isinstance(each, str) and re.search(r"\d", each)], str(text)
    for figure in (each for each in text.parts if isinstance(each, Figure)):
        assert figure.why is not None, figure
        MODEL.quantity(figure.why.quantity)


@pytest.mark.parametrize("key", SAMPLES)
def test_every_number_opens(key: str) -> None:
    _, charts = of_sample(key)
    for each in [one.words for one in charts.drawn] + [charts.months] * (charts.months is not None):
        assert each is not None
        expect_open(each.title)
        if each.alike is not None:
            expect_open(each.alike)
    for rack in charts.racks:
        expect_open(rack.text)
    for one in charts.drawn:
        for drawing in (one.drawn, one.apart):
            for series in drawing.series if drawing is not None else ():
                assert series.end is None or series.end.why is not None


@pytest.mark.parametrize("key", SAMPLES)
def test_what_has_nothing_to_draw_has_no_words(key: str) -> None:
    result, charts = of_sample(key)
    keys = {each.words.key for each in charts.drawn}
    assert ("wear" in keys) == any(each.life_years.mid for each in result.configurations)
    assert ("cost_parts" in keys) == any(
        part.amount.value for each in result.configurations for part in each.cost_parts
    )


@pytest.mark.parametrize("key", SAMPLES)
def test_money_is_that_of_the_answer(key: str) -> None:
    result, charts = of_sample(key)
    for one in charts.drawn:
        if one.words.key == "cost_parts":
            for own, series in zip(result.configurations, one.drawn.series, strict=True):
                assert [value_of(each.across) for each in series.points] == [
                    each.amount.value for each in own.cost_parts
                ]
        if one.words.key == "cash_flow":
            for own, series in zip(result.configurations, one.drawn.series, strict=True):
                drawn = [(value_of(each.upright), value_of(each.added)) for each in series.points]
                assert drawn == [(each.cumulative.value, each.amount.value) for each in own.cash_flow]


def money(point: ChartPoint) -> tuple[Any, ...]:
    """The amounts at a place, a year aside."""
    return tuple(map(value_of, (point.across,) if point.part else (point.upright, point.added)))


@pytest.mark.parametrize("key", SAMPLES)
def test_money_apart_is_the_difference_of_the_answer(key: str) -> None:
    result, charts = of_sample(key)
    for one in charts.drawn:
        if one.apart is None:
            assert one.kind in ("intervals", "points") or len(result.configurations) == 1
            continue
        base, *others = one.drawn.series
        assert one.reference == base.name
        assert [each.configuration for each in one.apart.series] == [each.configuration for each in others]
        for own, apart in zip(others, one.apart.series, strict=True):
            for here, there, between in zip(own.points, base.points, apart.points, strict=True):
                for own_value, other, difference in zip(money(here), money(there), money(between), strict=True):
                    known = own_value is not None and other is not None
                    assert difference == (own_value - other if known else None)
            if apart.end is not None and apart.end.value is not None:
                parts = [value_of(each.across) or 0 for each in apart.points]
                assert apart.end.value == pytest.approx(sum(parts), abs=1e-6)


def test_differences_follow_the_reference() -> None:
    _, charts = evaluated(sample_plan("nvme-2026"), "slc-cache")
    for key in ("cost_parts", "cash_flow"):
        found = chart(charts, key)
        assert found.reference == "Xeon with SLC cache tier"
        assert found.apart is not None
        assert [each.place for each in found.apart.series] == [0, 1]


def test_the_total_of_known_parts_is_a_lower_bound() -> None:
    _, charts = evaluated(changed("nvme-2026", ("/configurations/0/host", {"rack_units": 1})))
    found = chart(charts, "cost_parts")
    ends = [(each.is_lower_bound, each.end.text if each.end else "") for each in found.drawn.series]
    assert [each for each, _ in ends] == [True, False, False]
    assert [text.startswith("at least ") for _, text in ends] == [True, False, False]
    assert found.apart is not None
    assert [each.end.text if each.end else "" for each in found.apart.series] == ["not evaluated"] * 2


def test_the_largest_part_of_the_cost() -> None:
    assert title(sample_plan("nvme-2026"), "cost_parts") == "Licences are 54 to 55 % of the cost in all three"
    assert title(only("nvme-2026", 0), "cost_parts") == "Licences are 54 % of the cost"
    assert title(sample_plan("leaving-vmware"), "cost_parts") == (
        "Licences are the largest part of the cost of VMware Cloud Foundation and Azure Local, memory of Proxmox VE "
        "Premium"
    )
    assert words(of_sample("moderate-io")[1], "cost_parts").title.code == PLAIN


def test_whose_drives_last_longest() -> None:
    assert title(sample_plan("nvme-2026"), "wear") == (
        "The drives of EPYC with mixed-use NVMe last longest: 16 years, not 11 to 14"
    )
    assert title(only("nvme-2026", 0), "wear") == "The drives last 16 years"
    assert title(sample_plan("vdi-2026"), "wear") == "The drives last more than 20 years in all three"


def test_drives_that_wear_out_too_early_are_said_first() -> None:
    assert title(sample_plan("moderate-io"), "wear") == (
        "The drives of NAND 800 GB wear out before the horizon of 5 years: after 0.74 years"
    )
    # Of drives that are known in part nothing is said but that.
    late = changed(
        "moderate-io",
        ("/configurations/0/write_tier", plan_json(sample_plan("moderate-io"))["configurations"][1]["write_tier"]),
    )
    assert words(evaluated(late)[1], "wear").title.code == PLAIN


def test_who_costs_least_and_from_when_on() -> None:
    result, charts = of_sample("light-io")
    found = words(charts, "cash_flow").title
    turn = result.configurations[1].crossover
    assert turn is not None
    assert plain(found) == f"Optane 400 GB costs less than NAND 800 GB from month {turn.month} on"
    assert title(sample_plan("vdi-2026"), "cash_flow") == "One socket of 64 cores costs least from month 25 on"
    assert title(sample_plan("nvme-2026"), "cash_flow") == (
        "EPYC with read-intensive NVMe costs least from the purchase on, 1.3 % less over 5 years"
    )
    result, charts = evaluated(only("nvme-2026", 0))
    flow = result.configurations[0].cash_flow
    share = (flow[0].amount.value or 0) / (flow[-1].cumulative.value or 1)
    assert plain(words(charts, "cash_flow").title) == f"{share * 100:.0f} % of the cost is paid at the purchase"


def test_each_crossing_is_drawn_in_its_month_and_says_which_way() -> None:
    for sample in ("light-io", "vdi-2026"):
        result, charts = of_sample(sample)
        drawn = next(each for each in charts.drawn if each.words.key == "cash_flow").drawn
        marks = {each.place: (each.text, each.at) for each in drawn.marks if each.kind == "crossover"}
        turns = {place: each.crossover for place, each in enumerate(result.configurations) if each.crossover}
        assert marks
        assert marks == {
            place: (f"{'cheaper' if turn.less else 'dearer'} from month {turn.month}", turn.month / 12)
            for place, turn in turns.items()
            if turn.month
        }


def test_what_the_longest_life_costs() -> None:
    assert title(sample_plan("nvme-2026"), "cost_life") == (
        "The drives of EPYC with mixed-use NVMe last 16 years, not 11, for 1.3 % more"
    )
    assert title(sample_plan("vdi-2026"), "cost_life") == (
        "One socket of 64 cores costs least, and its drives last as long as others"
    )
    assert words(of_sample("moderate-io")[1], "cost_life").title.code == PLAIN


def test_lines_that_are_one_are_said_to_be() -> None:
    _, charts = of_sample("nvme-2026")
    flow = words(charts, "cash_flow")
    assert flow.lines == [["mixed-use", "slc-cache"], ["read-intensive"]]
    assert plain(flow.alike) == (
        "EPYC with mixed-use NVMe and Xeon with SLC cache tier follow the same line: no year differs by more than "
        "15 k USD."
    )
    twice: Any = plan_json(sample_plan("nvme-2026"))
    first = twice["configurations"][0]
    twice["configurations"] = [first, {**first, "key": "again", "name": "Again"}]
    twice["remarks"] = {}
    same = words(evaluated(Plan.model_validate(twice))[1], "cash_flow")
    assert plain(same.alike) == "Both follow the same line: no year differs."
    assert words(of_sample("databases-2026")[1], "cash_flow").alike is None


def test_racks_are_those_of_the_card() -> None:
    result, charts = of_sample("nvme-2026")
    assert result.decision is not None
    assert [each.configuration for each in charts.racks] == [each.configuration for each in result.decision.rows]
    first = charts.racks[0]
    assert (first.hosts.text, first.spare) == ("12", 1)
    assert plain(first.text) == "1 spare, CPU cores 98 %"
    assert first.used == result.decision.limits[0].share
    assert charts.more_racks == 0


def test_racks_of_what_cannot_be_built_are_left_out_and_many_are_counted() -> None:
    document: Any = plan_json(sample_plan("nvme-2026"))
    first = document["configurations"][0]
    many = [{**first, "key": f"c{number}", "name": f"C {number}"} for number in range(9)]
    many[0]["hosts"] = 1
    document["configurations"], document["remarks"] = many, {}
    _, charts = evaluated(Plan.model_validate(document))
    assert (len(charts.racks), charts.more_racks) == (6, 2)
    assert "c0" not in [each.configuration for each in charts.racks]


def growing(key: str, *edits: tuple[str, Any]) -> Growth:
    groups = len(sample_plan(key).workload.groups)
    return growth_of(
        changed(key, *((f"/workload/groups/{place}/count_growth_rate", 0.1) for place in range(groups)), *edits),
        CATALOGUE,
    )


def kept(number: int) -> list[tuple[str, Any]]:
    return [(f"/configurations/{place}/hosts", number) for place in range(3)]


def test_hosts_that_last_are_said_with_what_is_spare() -> None:
    found = growing("nvme-2026")
    expect_open(found.chart.title)
    assert plain(found.chart.title) == "14 hosts last all 60 months"
    assert plain(found.chart.alike) == "All three follow the same line: no month differs."
    (runway,) = found.runways
    expect_open(runway.text)
    assert len(runway.configurations) == 3
    assert plain(runway.text) == "All three: 14 hosts last all 60 months. You need 9 today, all 14 from month 60."
    assert plain(growing("vdi-2026").chart.title) == "The hosts of all three last all 60 months"


def test_hosts_that_run_out_name_limits_order_and_lead_time() -> None:
    found = growing("nvme-2026", *kept(12))
    assert plain(found.chart.title) == "12 hosts run out of CPU cores in month 49"
    first, second = found.runways
    for each in found.runways:
        expect_open(each.text)
    assert plain(first.text) == (
        "EPYC with mixed-use NVMe and EPYC with read-intensive NVMe: 12 hosts run out of CPU cores in month 49 "
        "and whole VMs in month 49. 8 other limits hold until month 60. Order more by month 47: they are assumed to "
        "take 2 months."
    )
    assert second.configurations == ["slc-cache"]
    given = growing("nvme-2026", *kept(12), ("/economics/lead_time_months", 1))
    assert "Order more by month 48: they take 1 month." in plain(given.runways[0].text)


def test_an_order_that_comes_too_late_says_so() -> None:
    found = growing("nvme-2026", *kept(9), ("/economics/lead_time_months", 36))
    month = found.configurations[0].breaks_in
    assert month is not None
    before = f"{36 - month} months before the purchase: they take 36 months."
    assert f"More would have to be ordered {before}" in plain(found.runways[0].text)


def test_the_first_to_run_out_is_named_where_they_differ() -> None:
    found = growing("vdi-2026", *kept(12))
    assert plain(found.chart.title) == "One socket of 64 cores runs out of hosts first: of CPU GHz in month 27"
    assert found.chart.alike is None


def test_an_event_that_ends_the_runway_is_named() -> None:
    plan = sample_plan("nvme-2026")
    group = plan.workload.groups[0].name
    event = {"label": "Acquisition", "month": 18, "group": group, "vms": 400, "probability": 1}
    found = growing("nvme-2026", *kept(12), ("/workload/events", [event]))
    assert f"In month 18 \u201cAcquisition\u201d brings 400 VMs to {group}." in plain(found.runways[0].text)


def test_nothing_costs_least_beside_a_lower_line_of_what_cannot_be_chosen() -> None:
    assert title(sample_plan("light-io"), "cash_flow").startswith("Optane 400 GB costs less than")
    # Too few hosts are given: it costs least, and qualifies for nothing.
    document = plan_json(sample_plan("light-io"))
    document["configurations"].append(document["configurations"][1] | {"key": "few", "name": "Few", "hosts": 2})
    result, charts = evaluated(Plan.model_validate(document))
    assert not result.configurations[2].feasible
    assert words(charts, "cash_flow").title.code == PLAIN
