"""What is said about endurance: ratings that contradict each other, lives of all roles, the words for drives."""

from collections.abc import Callable
from math import log, log1p
from typing import Any

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState
from hostwise.plan.configuration import Layout
from hostwise.plan.document import Plan, plan_json


def evaluated(change: Callable[[dict[str, Any]], object], key: str = "light-io") -> Decided:
    document = plan_json(sample_plan(key))
    change(document)
    return decide(Plan.model_validate(document), load_catalogue())


def with_cache(**cache: Any) -> ConfigurationResult:
    def change(document: dict[str, Any]) -> None:
        document["configurations"][0]["write_tier"] = {"disk_groups": 2, "price": 900, **cache}

    return evaluated(change).configurations[0]


def said(result: ConfigurationResult, code: str) -> list[str]:
    return [each.message for each in result.findings if each.code == code]


def test_ratings_that_contradict_each_other_are_a_finding() -> None:
    (message,) = said(with_cache(key="intel-dc-p3700-1.6tb"), "ratings_differ")
    assert "43,800 TB written, 11.8\N{NO-BREAK SPACE}% less than its 17 drive writes per day over 5 years" in message
    assert "49,640 TB" in message
    assert "cache drive" in message
    (message,) = said(with_cache(key="intel-dc-s3610-800gb"), "ratings_differ")
    assert "21\N{NO-BREAK SPACE}% more" in message


def test_of_ratings_that_differ_by_rounding_the_smaller_governs_without_a_finding() -> None:
    """A DWPD is rounded, a TBW is what the warranty says: 4,300 TB and not the 4,380 of 3 writes a day."""
    result = with_cache(capacity_gb=800, rated_dwpd=3, rated_tbw_tb=4300, warranty_years=5)
    assert said(result, "ratings_differ") == []
    assert result.quantities["tbw_tb"].value == pytest.approx(4300)
    more = with_cache(capacity_gb=800, rated_dwpd=3, rated_tbw_tb=4450, warranty_years=5)
    assert more.quantities["tbw_tb"].value == pytest.approx(4380)


@pytest.mark.parametrize("extra", [{}, {"rated_dwpd": 3}, {"warranty_years": 3}, {"warranty_years": 10}])
def test_rated_terabytes_and_capacity_are_enough_for_a_life(extra: dict[str, float]) -> None:
    """4,380 TB over 13.35 writes a day of 800 GB: 1.12 years, whatever the years of the warranty are."""
    result = with_cache(capacity_gb=800, rated_tbw_tb=4380, **extra)
    today = with_cache(capacity_gb=800, rated_dwpd=3, warranty_years=5)
    life = result.quantities["years_to_wear_out"].value
    assert life == pytest.approx(today.quantities["years_to_wear_out"].value)
    assert result.quantities["tbw_tb"].value == pytest.approx(4380)
    assert result.quantities["wear_out_probability"].value == today.quantities["wear_out_probability"].value


def test_two_ratings_imply_the_years() -> None:
    result = with_cache(capacity_gb=800, rated_tbw_tb=2628, rated_dwpd=3)
    assert result.quantities["warranty_years"].value == pytest.approx(3)
    assert with_cache(capacity_gb=800, rated_dwpd=3).quantities["years_to_wear_out"].value is None


def test_an_entered_rating_replaces_both_of_the_catalogue() -> None:
    """7.5 writes a day of a drive that the catalogue rates for 3 and 4,380 TB, and 2,190 TB of the same."""
    writes = with_cache(key="samsung-pm1645-800gb", rated_dwpd=7.5)
    assert writes.quantities["rated_dwpd"].value == 7.5
    assert said(writes, "ratings_differ") == []
    terabytes = with_cache(key="samsung-pm1645-800gb", rated_tbw_tb=8760)
    assert terabytes.quantities["rated_dwpd"].value == 6
    assert said(terabytes, "ratings_differ") == []
    both = with_cache(key="samsung-pm1645-800gb", rated_dwpd=7.5, rated_tbw_tb=8760)
    assert both.quantities["rated_dwpd"].value == 6
    assert len(said(both, "ratings_differ")) == 1


def rated(document: dict[str, Any], dwpd: float = 1.0) -> None:
    for each in document["configurations"]:
        each["capacity"] |= {"rated_dwpd": dwpd, "warranty_years": 5}


def test_the_shortest_life_compares_layouts_and_names_the_drives() -> None:
    result = evaluated(rated, "nvme-2026")
    (row,) = (each for each in result.rows if each.quantity == "flash_life_years_for_all_drives")
    assert row.better == "higher"
    single, two_tier = (
        [each.layout for each in sample_plan("nvme-2026").configurations].index(kind)
        for kind in (Layout.SINGLE_TIER, Layout.TWO_TIER)
    )
    assert row.cells[single].note == "capacity drives"
    assert row.cells[two_tier].note in ("cache drives", "capacity drives")
    assert any(cell.best for cell in row.cells)
    lives = {each.key: each.quantities["flash_life_years_for_all_drives"].value or 0 for each in result.configurations}
    assert {cell.configuration for cell in row.cells if cell.best} == {max(lives, key=lambda key: lives[key])}
    (cache_row,) = (each for each in result.rows if each.quantity == "years_to_wear_out")
    assert cache_row.better is None


def test_unrated_capacity_drives_are_said_not_to_be_counted() -> None:
    plain, with_rating = evaluated(lambda _: None, "moderate-io"), evaluated(rated, "moderate-io")
    before, after = plain.configurations[0], with_rating.configurations[0]
    assert len(said(before, "wear_not_counted")) == 1
    assert before.quantities["capacity_drive_years_to_wear_out"].state is QuantityState.NOT_EVALUATED
    assert before.quantities["flash_life_years_for_all_drives"].state is QuantityState.NOT_EVALUATED
    # Those of known life still wear out: one number is said of them, and which they are.
    assert before.first_worn_drives == "cache drives"
    assert before.quantities["flash_life_years"] == before.quantities["years_to_wear_out_with_growth"]
    assert before.life_years.mid == before.quantities["flash_life_years"].value
    assert said(after, "wear_not_counted") == []
    assert any("a capacity drive are used up after 3.54 years" in each for each in said(after, "wears_out"))
    assert after.first_worn_drives == "cache drives"
    # 42 drives are replaced once, after 3.54 years of five.
    worn = [each.quantities["replacement_cost"].value for each in (before, after)]
    assert worn[0] is not None
    assert worn[1] == pytest.approx(worn[0] + 42 * 845, rel=1e-3)


def test_how_long_the_drives_last_is_said_of_those_that_wear_out_first() -> None:
    """Behind the cache of the third configuration the capacity drives are worn out years before it."""
    *_, tiered = evaluated(lambda _: None, "nvme-2026").configurations
    cache, capacity = (
        tiered.quantities[each].value for each in ("years_to_wear_out_with_growth", "capacity_drive_years_to_wear_out")
    )
    assert cache is not None
    assert capacity is not None
    assert capacity < 0.7 * cache
    assert tiered.quantities["flash_life_years"].value == tiered.life_years.mid == capacity
    assert tiered.first_worn_drives == "capacity drives"
    assert tiered.life_years.low is not None
    assert tiered.life_years.high is not None
    assert tiered.life_years.low < capacity < tiered.life_years.high
    (row,) = (
        each for each in evaluated(lambda _: None, "nvme-2026").rows if each.key == "flash_life_years_for_all_drives"
    )
    assert [each.note for each in row.cells] == ["capacity drives"] * 3


def test_a_single_tier_has_no_cache_drives() -> None:
    result = evaluated(lambda document: document.update(configurations=document["configurations"][:1]), "nvme-2026")
    single = result.configurations[0]
    texts = [each.message for each in single.findings]
    # What there is none of is said to be 0.
    texts += [each.label for each in result.inputs if each.value]
    texts += [result.sentence, *(text for row in result.rows for text in (row.label, row.meaning))]
    assert [text for text in texts if "cache drive" in text and "read-cache drive" not in text] == []


def cached(**group: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["workload"]["groups"][0].update(read_cache_gb=20, read_cache_hit_share=0.85, **group)
        drive = {"capacity_gb": 800, "rated_dwpd": 1, "warranty_years": 5, "price": 500}
        document["configurations"][0]["read_cache"] = {"size_gb": 800, "drive": drive}

    return change


def test_a_read_cache_drive_wears_by_its_fills() -> None:
    """15 % of 1,181.25 MB/s read on 5 hosts: 35.4 MB/s, 3.74 of 1 write per day."""
    first = evaluated(cached()).configurations[0]
    assert first.quantities["filled_mb_s"].value == pytest.approx(177.1875)
    assert first.quantities["read_cache_drive_years_to_wear_out"].value == pytest.approx(5 / 3.7376, rel=1e-3)
    assert any("read-cache drive" in each for each in said(first, "wears_out"))

    def without_hits(document: dict[str, Any]) -> None:
        cached()(document)
        document["workload"]["groups"][0].pop("read_cache_hit_share")

    unknown = evaluated(without_hits)
    assert (
        unknown.configurations[0].quantities["read_cache_drive_years_to_wear_out"].state is QuantityState.NOT_EVALUATED
    )
    assert unknown.configurations[0].quantities["replacement_cost"].state is QuantityState.EVALUATED


def growing(**economics: Any) -> ConfigurationResult:
    def change(document: dict[str, Any]) -> None:
        document["workload"]["groups"][0].update(count_growth_rate=0.4, iops_average=200)
        document["configurations"] = [document["configurations"][0] | {"hosts": None}]
        document["economics"].update(expansion_cadence_months=1, horizon_years=5, **economics)

    return evaluated(change, "moderate-io").configurations[0]


def test_hosts_bought_later_take_their_share_of_later_writes() -> None:
    bought, kept = growing(), growing(buy_expansion=False)
    later, alone = [each.quantities["years_to_wear_out_with_growth"].value for each in (bought, kept)]
    assert later is not None
    assert alone is not None
    assert later > alone
    probabilities = [each.quantities["wear_out_probability"].value for each in (bought, kept)]
    assert probabilities[0] is not None
    assert probabilities[1] is not None
    assert probabilities[0] < probabilities[1]
    grown = [each.quantities["years_with_later_hosts"].value for each in (bought, kept)]
    assert grown[0] is not None
    assert grown[1] is not None
    assert grown[0] < grown[1]
    # By hand: today's writes of a first drive, month by month, over the hosts of that month.
    life = bought.quantities["years_to_wear_out"].value
    assert life is not None
    hosts, taken, months = bought.monthly.hosts, 0.0, 0
    while taken < life and months < 60:
        months += 1
        written = (1.4 ** (months / 12) - 1.4 ** ((months - 1) / 12)) / log(1.4)
        taken += written * (hosts[0] or 0) / (hosts[months] or 0)
    assert months - 1 < later * 12 <= months


def test_without_purchases_the_life_with_growth_has_its_closed_form() -> None:
    kept = growing(buy_expansion=False)
    life = kept.quantities["years_to_wear_out"].value
    assert life is not None
    assert kept.quantities["years_to_wear_out_with_growth"].value == pytest.approx(
        log1p(life * log(1.4)) / log(1.4), rel=1e-12
    )


def test_rules_of_others_are_shown_and_explained() -> None:
    result = evaluated(lambda document: document["configurations"][0].update(layout="hybrid"))
    hybrid, flash = result.configurations[:2]
    (rule,) = said(hybrid, "write_tier_rules_of_others")
    assert "asks for 970 GB of cache per host; here are 1,600 GB, more" in rule
    (table,) = said(flash, "write_tier_rules_of_others")
    assert "(AF-4 to AF-8, 100 DWPD) asks for 200 to 800 GB of cache per host" in table
    assert "within them" in table
    rows = {row.quantity: row for row in result.rows}
    assert rows["hybrid_rule_cache_gb_per_host"].cells[1].value.state is QuantityState.DOES_NOT_APPLY
    assert rows["af8_cache_gb_per_host"].cells[0].value.state is QuantityState.DOES_NOT_APPLY
    assert not any(cell.best for cell in rows["write_tier_gb_per_host"].cells)


def test_rules_of_others_never_bind() -> None:
    """10 % of 388 TB would be 9.7 TB of cache per host."""
    result = evaluated(lambda document: document["workload"]["totals"].update(used_tb=388))
    assert all("cache_rule" not in each.key for each in result.configurations[0].constraints)


def test_a_correction_counts_for_capacity_drives_too() -> None:
    def corrected(document: dict[str, Any]) -> None:
        rated(document)
        document["configurations"][0]["capacity"]["endurance_factor"] = 2

    lives = [
        evaluated(change, "moderate-io").configurations[0].quantities["capacity_drive_years_to_wear_out"].value
        for change in (rated, corrected)
    ]
    assert lives[0] is not None
    assert lives[1] == pytest.approx(2 * lives[0])


def test_the_capacity_drives_of_a_single_tier_have_the_life_of_those_that_absorb_writes() -> None:
    """They are the same drives: 0 years, or another life, would be wrong."""
    result = evaluated(lambda document: None, "nvme-2026")
    for each in result.configurations[:2]:
        value = each.quantities["capacity_drive_years_to_wear_out"]
        assert value == each.quantities["years_to_wear_out_with_growth"]
        assert value.state is QuantityState.EVALUATED
    assert result.configurations[2].quantities["capacity_drive_years_to_wear_out"].value is not None


def test_without_a_stated_burst_the_write_buffer_needs_no_peak() -> None:
    def average_only(document: dict[str, Any]) -> None:
        for group in document["workload"]["groups"]:
            group["iops_average"] = group.pop("iops_peak")

    result = evaluated(average_only).configurations[0]
    (constraint,) = (each for each in result.constraints if each.key == "write_buffer")
    assert constraint.hosts.state is QuantityState.EVALUATED
