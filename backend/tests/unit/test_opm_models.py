"""Operations-per-minute models: found by key, whatever their origin, and drawn as curves."""

from typing import Any

import pytest

from hostwise.answers.operations.opm_curves import opm_curves
from hostwise.binding.opm_models import UnknownOpmModel, UnmeasuredMedium, built_in, curve, described, resolve
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.operations import Origin
from hostwise.plan.configuration import MEDIUM_LABELS, SwapMedium
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.opm import OpmMeasure, OpmModel

PRINTED, TOTALS = "sandisk14-dvd-store-as-printed", "sandisk14-dvd-store-from-totals"
CATALOGUE = load_catalogue()


def own(**fields: Any) -> OpmModel:
    points = [
        {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600, "vms": 24, "window_minutes": 20},
        {"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 4900, "note": "at night"},
        {"medium": "hdd_local", "overcommit_ratio": 2, "per_vm": 3000},
    ]
    return OpmModel.model_validate({"key": "ours", "name": "Ours", "points": points} | fields)


def plan_with(*models: OpmModel) -> Plan:
    document = plan_json(sample_plan("light-io"))
    document["opm_models"] = [each.model_dump(mode="json") for each in models]
    return Plan.model_validate(document)


def test_a_plans_own_model_is_found() -> None:
    model = resolve(plan_with(own(source="Load test", validity="ESXi 8")), CATALOGUE, "ours")
    assert (model.origin, model.name, model.validity) == (Origin.OWN, "Ours", "ESXi 8")
    assert [each.citation for each in model.citations] == ["Load test"]
    assert model.media == (SwapMedium.SSD_LOCAL, SwapMedium.HDD_LOCAL)
    assert model.points[1].notes == "at night"


def test_a_built_in_model_is_found_with_its_source() -> None:
    for plan in (None, plan_with(own())):
        model = resolve(plan, CATALOGUE, PRINTED)
        assert model.origin is Origin.BUILT_IN
        assert [each.key for each in model.citations] == ["SANDISK14"]
        assert {(each.medium.value, each.overcommit_ratio, each.per_vm) for each in model.points} == {
            ("ssd_local", 2, 4500),
            ("hdd_local", 2, 3400),
        }
        assert {each.overcommit_ratio for each in model.markers} == {1.24, 3.4}


def test_the_plans_own_model_wins_over_a_built_in_one() -> None:
    assert resolve(plan_with(own(key=PRINTED)), CATALOGUE, PRINTED).origin is Origin.OWN


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(UnknownOpmModel, match="sandisk14-dvd-store") as unknown:
        resolve(plan_with(own()), CATALOGUE, "sandisk14-dvd-stor")
    assert {PRINTED, TOTALS} <= set(unknown.value.nearest)
    with pytest.raises(LookupError, match="nearest: ours"):
        resolve(plan_with(own()), CATALOGUE, "our")


def test_every_built_in_model_has_a_curve_for_each_of_its_media() -> None:
    for key in CATALOGUE.opm_models:
        model = built_in(CATALOGUE, key)
        assert model.media
        for medium in model.media:
            through = curve(model, medium)
            assert (through.at(through.ratios) == through.values).all()
    assert set(MEDIUM_LABELS) == set(SwapMedium)


def test_totals_of_two_and_three_vms_are_one_point_with_a_spread() -> None:
    through = curve(resolve(None, CATALOGUE, TOTALS), SwapMedium.SSD_LOCAL)
    assert through.single_point
    low, high = through.band(2)
    assert [float(low), float(through.at(2)), float(high)] == pytest.approx([15500 / 3, 5458.333333, 5750])


def test_a_medium_without_points_names_those_with() -> None:
    with pytest.raises(UnmeasuredMedium, match="ssd_local, hdd_local"):
        curve(described(own()), SwapMedium.FC_ARRAY)


def test_curves_for_a_chart() -> None:
    drawn = opm_curves(described(own(baseline_opm_per_vm=6000)), None)
    assert [(each.medium, each.single_point) for each in drawn.curves] == [
        (SwapMedium.SSD_LOCAL, False),
        (SwapMedium.HDD_LOCAL, True),
    ]
    ssd, hdd = drawn.curves
    assert [point.overcommit_ratio for point in ssd.line] == sorted({point.overcommit_ratio for point in ssd.line})
    by_ratio = {point.overcommit_ratio: point for point in ssd.line}
    assert (by_ratio[1.5].per_vm, by_ratio[1.5].basis) == (5600, "measured")
    assert {point.basis for point in ssd.line} == {"measured", "interpolated", "extrapolated"}
    assert (ssd.line[0].overcommit_ratio, ssd.line[-1].overcommit_ratio) == (1.25, 2.25)
    assert (ssd.measured_from, ssd.measured_to) == (1.5, 2)
    said = [point for point in hdd.line if point.per_vm is not None]
    assert [(point.overcommit_ratio, point.basis) for point in said] == [(2, "single_point")]
    assert {point.basis for point in hdd.line} == {"single_point", "outside"}
    assert all(point.low_per_vm is None and point.high_per_vm is None for point in hdd.line if point.per_vm is None)
    assert len(ssd.measured) == 2
    assert drawn.y.unit == "OPM"


def test_a_part_of_a_curve_of_one_medium() -> None:
    drawn = opm_curves(built_in(CATALOGUE, "friedman13-contention"), SwapMedium.HDD_LOCAL, 1, 3)
    (line,) = drawn.curves
    assert (line.line[0].overcommit_ratio, line.line[-1].overcommit_ratio) == (1, 3)
    assert drawn.measure is OpmMeasure.SHARE_OF_BASELINE
    assert drawn.y.unit == "share of baseline"


def test_a_single_point_alone_is_drawn_around_its_ratio() -> None:
    (line,) = opm_curves(built_in(CATALOGUE, TOTALS), None).curves
    assert (line.line[0].overcommit_ratio, line.line[-1].overcommit_ratio) == (1, 3)
