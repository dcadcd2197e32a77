"""The life of drives under groups that grow at different rates: the root of their exact sum, in every form."""

from math import log
from typing import Any

import numpy as np
import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.engine.primitives import written_by_month, years_until_written
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan
from tests.decisions import decision_on, detail_on


def two_groups(
    iops: tuple[float, float], growth: tuple[float, float], rated_dwpd: float, **policy: Any
) -> dict[str, Any]:
    """100 VMs each on 12 hosts with 24 cache drives of 800 GB and RAID-1: half of the I/O of 16 KiB writes."""
    group = {"count": 100, "vcpu": 4, "memory_gib": 16, "read_share": 0.5, "io_kib": 16, "disk_gb": 100, "cpu_ghz": 1}
    return {
        "schema_version": 1,
        "name": "two groups",
        "workload": {
            "groups": [
                {**group, "name": name, "iops_peak": rate, "iops_average": rate, "io_growth_rate": grows}
                for name, rate, grows in zip(("steady", "growing"), iops, growth, strict=True)
            ],
            "write_load_basis": "estimated",
        },
        "policy": {"vcpu_per_core": 4, "protection": "osa_raid1_ftt1", "sizing_years": 0, **policy},
        "configurations": [
            {
                "key": "a",
                "name": "a",
                "layout": "two_tier",
                "cpu": {"sockets": 2, "cores": 16, "base_ghz": 2.5},
                "memory": {"dram_gib": 512},
                "write_tier": {
                    "capacity_gb": 800,
                    "rated_dwpd": rated_dwpd,
                    "warranty_years": 5,
                    "disk_groups": 2,
                    "endurance_factor": 1,
                    "sustained_write_mb_s": 2000,
                    "destage_limit_mb_s": 2000,
                    "burst_write_mb_s": 3000,
                },
                "capacity": {"capacity_gb": 3840, "count": 6},
                "network": {"cards": [{"count": 1, "ports": 2, "gbit_s": 100}]},
                "hosts": 12,
            }
        ],
        "economics": {"horizon_years": 10, "buy_expansion": False},
    }


def result(document: dict[str, Any]) -> ConfigurationResult:
    return decide(Plan.model_validate(document), load_catalogue()).configurations[0]


def life(document: dict[str, Any]) -> float:
    years = result(document).quantities["years_to_wear_out_with_growth"].value
    assert years is not None
    return years


@pytest.mark.parametrize(
    ("iops", "growth", "rated_dwpd", "years"),
    [
        ((300, 30), (0, 0.3), 10, 12.6),
        ((100, 10), (0, 0.5), 30, 16.4),
        ((200, 20), (0, 1), 20, 8.7),
        ((500, 100), (0, 0.3), 12, 8.99),
    ],
)
def test_a_life_is_the_root_of_the_sum_of_the_groups(
    iops: tuple[float, float], growth: tuple[float, float], rated_dwpd: float, years: float
) -> None:
    """24 x 800 GB x rating x 5 x 365 days against 100 VMs x 8 KiB x 2 copies, by hand; at the mean rate 16.4 to 50."""
    found = life(two_groups(iops, growth, rated_dwpd))
    assert round(found, 1 if years > 9 or years == 8.7 else 2) == years
    budget = 24 * 800e9 * rated_dwpd * 365 * 5
    daily = [100 * each * 0.5 * 16 * 1024 * 2 * 86_400 * 365 for each in iops]
    rate = log(1 + growth[1])
    assert daily[0] * found + daily[1] * (np.exp(rate * found) - 1) / rate == pytest.approx(budget)


def test_life_and_probability_agree() -> None:
    """The median is on the horizon exactly where the chance is a half."""
    probability = result(two_groups((500, 100), (0, 0.3), 12)).quantities["wear_out_probability"].value
    assert probability == pytest.approx(0.63, abs=0.005)
    just = two_groups((500, 100), (0, 0.3), 12)
    found = life(just)
    for horizon in (8, 9, 10):
        just["economics"]["horizon_years"] = horizon
        chance = result(just).quantities["wear_out_probability"].value
        assert chance is not None
        assert (chance > 0.5) == (found < horizon)


def test_not_less_than_the_horizon_is_not_said_of_a_life_that_may_well_end_before_it() -> None:
    """A median of 5.65 years against 5, and a chance of 42 %: the policy sets no limit, and it is said all the same."""
    document = two_groups((500, 500), (0, 0), 12)
    document["workload"]["groups"].pop()
    document["economics"]["horizon_years"] = 5
    life_now = life(document)
    document["configurations"][0]["write_tier"]["rated_dwpd"] = 12 * 5.65 / life_now
    answer = decide(Plan.model_validate(document), load_catalogue())
    (configuration,) = answer.configurations
    chance = configuration.quantities["known_wear_out_probability"].value
    assert configuration.life_years.mid == pytest.approx(5.65)
    assert chance == pytest.approx(0.42, abs=0.02)
    (risk,) = decision_on(Plan.model_validate(document)).risks
    assert "within 5 years with a probability of 42 %" in str(risk.text).replace("\u00a0", " ")
    assert [each.code for each in configuration.findings if each.code == "may_wear_out"] == ["may_wear_out"]
    document["policy"]["max_wear_out_probability"] = 0.5
    allowed = decide(Plan.model_validate(document), load_catalogue())
    (worn,) = (each.worn for each in decision_on(Plan.model_validate(document)).rows)
    assert worn is not None
    assert worn.text.replace("\u00a0", " ") == "42 %"
    assert not [each for each in allowed.findings if each.code == "may_wear_out"]


def test_one_vm_more_never_lengthens_a_life() -> None:
    """At given hosts, whatever the growth and the protection of the VM's group: not even where it halves its writes."""
    rng = np.random.default_rng(5)
    for _ in range(25):
        growth = tuple(rng.uniform(-0.6, 1.2, 2))
        document = two_groups(tuple(rng.uniform(5, 400, 2)), growth, float(rng.uniform(1, 20)))
        document["workload"]["groups"][0]["protection"] = "raid1_ftt2"
        document["economics"]["horizon_years"] = 5
        before = result(document).life_years
        for place in (0, 1):
            document["workload"]["groups"][place]["count"] += 1
            after = result(document).life_years
            for one, other in ((before.low, after.low), (before.mid, after.mid), (before.high, after.high)):
                assert other is not None or one is None
                assert one is None or other is None or other <= one * (1 + 1e-12)
            document["workload"]["groups"][place]["count"] -= 1


def test_capacity_drives_have_the_growth_of_what_reaches_them() -> None:
    """A group whose writes are mostly overwritten in the buffer hardly counts behind it."""
    document = two_groups((100, 100), (0, 1), 10)
    document["configurations"][0]["capacity"].update(rated_dwpd=3, warranty_years=5)
    for group in document["workload"]["groups"]:
        group["write_locality_share"] = 0
    even = result(document).quantities["capacity_drive_years_to_wear_out"].value
    assert even is not None
    budget = 72 * 3840e9 * 3 * 365 * 5
    written = 100 * 100 * 0.5 * 16 * 1024 * 2 * 86_400 * 365
    assert written * even + written * (2**even - 1) / log(2) == pytest.approx(budget)


def test_searches_of_any_shares_and_rates_end_at_the_root() -> None:
    rng = np.random.default_rng(3)
    shares = rng.lognormal(0, 2, (4000, 1, 5)) * rng.integers(0, 2, (4000, 1, 5))
    growth = rng.choice([0.0, 0.1, 0.5, 2.0, -0.3, -0.9], (4000, 1, 5)) * rng.uniform(0.5, 1.1, (4000, 1, 5))
    amount = rng.lognormal(1, 3, (4000, 1, 1))
    with np.errstate(all="ignore"):
        years = years_until_written(amount, shares, growth)
        found = written_by_month(shares, growth, (years * 12)[..., np.newaxis])
    ends = np.isfinite(years)
    assert ends.mean() > 0.5
    np.testing.assert_allclose(found[..., 0][ends], amount[..., 0][ends], rtol=1e-9)


def uncertainty_found(**group: float) -> dict[str, Any]:
    document = two_groups((600, 0), (0, 0), 1, max_wear_out_probability=0.05)
    document["workload"]["groups"][0].update({"count": 10, "io_kib": 64, **group})
    document["workload"]["groups"].pop()
    del document["configurations"][0]["hosts"]
    return document


def test_io_that_is_hardly_possible_buys_no_hosts_until_it_is_confirmed() -> None:
    """Ten VMs of 600 x 64 KiB = 39 MB/s each: wear-out asks for many hosts, and a warning comes before them."""
    document = uncertainty_found()
    answer = decide(Plan.model_validate(document), load_catalogue())
    (before,) = answer.configurations
    assert [each.code for each in answer.findings if each.code == "io_implausible"] == ["io_implausible"]
    assert "confirm them, and wear-out counts when hosts are sized" in detail_on(Plan.model_validate(document))
    document["workload"]["io_confirmed"] = True
    confirmed = decide(Plan.model_validate(document), load_catalogue())
    (after,) = confirmed.configurations
    assert "io_implausible" not in {each.code for each in confirmed.findings}
    assert "wear-out counts when hosts are sized" not in detail_on(Plan.model_validate(document))
    assert before.hosts.value is not None
    assert after.hosts.value is not None
    assert after.hosts.value > before.hosts.value


@pytest.mark.parametrize(
    ("group", "said"),
    [
        ({"iops_average": 300}, False),
        ({"count": 4}, False),
        ({"io_kib": 512, "iops_average": 10}, True),
        ({"io_kib": 256, "iops_average": 10}, False),
    ],
)
def test_what_is_doubted(group: dict[str, float], said: bool) -> None:
    answer = decide(Plan.model_validate(uncertainty_found(**group)), load_catalogue())
    assert ("io_implausible" in {each.code for each in answer.findings}) == said
