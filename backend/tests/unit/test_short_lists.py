"""Short lists: what is left out of the usual choices cannot win, or is not to be trusted."""

from dataclasses import replace
from typing import Any

from hostwise.answers.search.axes import Axis
from hostwise.answers.search.choices import AS_IT_IS, usual_choices
from hostwise.answers.search.short_lists import short_lists
from hostwise.binding.indicative import drive_kind
from hostwise.catalogue.loader import Catalogue, Table, load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.new_plan import new_plan

OLD = "samsung-pm9d3a-7.68tb"


def with_a_used_drive(catalogue: Catalogue) -> Catalogue:
    """One drive of the usual ones has a price of the used market."""
    price = catalogue.drives["samsung-pm1733-7.68tb"].price
    rows = [each.model_copy(update={"price": price}) if each.key == OLD else each for each in catalogue.drives.values()]
    return replace(catalogue, drives=Table("drive", rows))


CATALOGUE = with_a_used_drive(load_catalogue())


def keys(axes: list[Axis], pointer: str) -> list[Any]:
    return [option[pointer] for axis in axes if pointer in axis.options[0] for option in axis.options]


def with_quote(part: str) -> Plan:
    document: Any = plan_json(new_plan())
    document["economics"]["prices"] = [{"part": part, "price": 900, "currency": "USD", "date": "2026-11"}]
    return Plan.model_validate(document)


def test_what_a_configuration_has_comes_first_and_sets_nothing_new() -> None:
    for plan in (new_plan(), sample_plan("light-io")):
        first = plan.configurations[0]
        axes = short_lists(plan, 0, CATALOGUE)
        assert keys(axes, "/cpu/key")[0] == first.cpu.key
        assert first.capacity is not None
        assert keys(axes, "/capacity/key")[0] == first.capacity.key
        assert keys(axes, "/protection")[0] == first.protection
        named = [axis.labels[0] for axis in axes if axis.name in ("Processor", "Capacity drive", "Protection")]
        assert named == [AS_IT_IS] * 3
        assert all(len(axis.labels) == len(axis.options) for axis in axes)
        # Its usual protection is not named a second time.
        assert len(keys(axes, "/protection")) == len({str(each) for each in keys(axes, "/protection")})


def test_one_drive_of_each_price_is_enough_and_old_prices_are_left_out() -> None:
    found = [CATALOGUE.drives[each] for each in keys(short_lists(new_plan(), 0, CATALOGUE), "/capacity/key")]
    classes = [(drive_kind(each), each.capacity_gb) for each in found if each.price is None]
    assert len(classes) == len(set(classes))
    (usual,) = (each for each in usual_choices(new_plan(), 0, CATALOGUE) if each.name == "Capacity drive")
    assert OLD in [each.edits["/capacity/key"] for each in usual.options]
    assert OLD not in [each.key for each in found]
    assert OLD in keys(short_lists(with_quote(f"drives/{OLD}"), 0, CATALOGUE), "/capacity/key")
    # The smallest profile of the vendor's guide asks for drives of 1.6 TB with one write a day.
    assert min(each.capacity_gb for each in found) >= 1_600
    assert min(each.rated_dwpd or 1 for each in found) >= 1
    on_ceph = new_plan().configurations[0].model_copy(update={"storage_stack": "ceph-proxmox"})
    elsewhere = short_lists(new_plan().model_copy(update={"configurations": (on_ceph,)}), 0, CATALOGUE)
    assert min(CATALOGUE.drives[each].capacity_gb for each in keys(elsewhere, "/capacity/key")) < 1_600


def test_a_processor_without_a_price_would_look_cheap() -> None:
    (usual,) = (each for each in usual_choices(new_plan(), 0, CATALOGUE) if each.name == "Processor")
    rows = [CATALOGUE.cpus[each.edits["/cpu/key"]] for each in usual.options]
    unpriced = [each.key for each in rows if each.list_price is None and each.reduced_list_price is None]
    kept = keys(short_lists(new_plan(), 0, CATALOGUE), "/cpu/key")
    assert set(kept) == {each.key for each in rows} - set(unpriced)
    for key in unpriced[:1]:
        assert key in keys(short_lists(with_quote(f"cpus/{key}"), 0, CATALOGUE), "/cpu/key")
