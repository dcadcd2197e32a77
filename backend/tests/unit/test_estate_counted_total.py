"""The sentence of an import has the figures of the plan's groups; what is off and what is filled in is said apart."""

from __future__ import annotations

import numpy as np
import pytest

from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.building import datastore_columns, host_columns, vm_columns
from hostwise.plan.estate import EstateChoices, EstateScope, GroupBy, Grouping, Inventory, Power, PoweredOff, Source
from tests.estates.agreement import contradictions_of_sentence

NAN, CATALOGUE = np.nan, load_catalogue()
ON, OFF, SUSPENDED = Power.ON, Power.OFF, Power.SUSPENDED
SOURCE = Source(kind="rvtools", label="RVTools", file="x.csv", sha256="0")


def answered(
    *vms: tuple[Power, float, float, float],
    last_is_template: bool = False,
    by: GroupBy = GroupBy.SIZE,
    **scope: object,
) -> EstateAnswer:
    """The answer about VMs by power state, vCPU, GiB and GB."""
    power, vcpu, gib, gb = zip(*vms, strict=True)
    names = [f"vm-{at}" for at in range(len(vms))]
    columns = vm_columns(
        names,
        id=names,
        power=list(power),
        template=[last_is_template and at == len(vms) - 1 for at in range(len(vms))],
        vcpu=np.array(vcpu),
        memory_gib=np.array(gib),
        disk_gb=np.array(gb),
    )
    estate = Inventory(sources=[SOURCE], vms=columns, hosts=host_columns([]), datastores=datastore_columns([]))
    choices = EstateChoices(scope=EstateScope.model_validate(scope), grouping=Grouping(by=by))
    answer = estate_answer(estate, choices, CATALOGUE, with_plan=False)
    assert list(contradictions_of_sentence(answer)) == []
    return answer


def test_what_runs_and_what_is_off_are_said_apart() -> None:
    answer = answered((ON, 4, 16, 100), (ON, 8, 32, 400), (OFF, 16, 64, 3100))
    assert answer.sentence == (
        "2 VMs are counted, with 12 vCPU, 48 GiB of memory and 0.5 TB of disk, and 1 that is off, with its disks "
        "only: 3.1 TB."
    )
    assert (answer.counted.vms, answer.counted.vcpu, answer.counted.disk_gb) == (3, 12, 3600)


@pytest.mark.parametrize("by", [GroupBy.SIZE, GroupBy.NONE])
def test_what_is_filled_in_is_in_the_figures_and_named_with_its_amount(by: GroupBy) -> None:
    answer = answered((ON, 4, 16, 100), (ON, 8, 32, 150), (ON, NAN, NAN, 200), (ON, 6, 24, NAN), by=by)
    assert answer.sentence.startswith("4 VMs are counted, with 24 vCPU, 96 GiB of memory and 0.6 TB of disk. Filled")
    assert answer.sentence.endswith(": 6 vCPU (1 VM), 24 GiB of memory (1 VM) and 0.15 TB of disk (1 VM).")
    assert (answer.counted.vcpu, answer.counted.memory_gib, answer.counted.disk_gb) == (24, 96, 600)


def test_sizes_that_nobody_knows_are_filled_in_by_what_is_usual() -> None:
    answer = answered((ON, NAN, 16, 100), (ON, NAN, 32, 100))
    assert answer.sentence.endswith("Filled in for VMs of unknown size: 8 vCPU (2 VMs).")


def test_disks_that_nobody_knows_are_no_disks_of_zero() -> None:
    answer = answered((ON, 4, 16, NAN), (OFF, 4, 16, NAN), (OFF, 4, 16, NAN))
    assert answer.sentence == (
        "1 VM is counted, with 4 vCPU, 16 GiB of memory and an unknown amount of disk, and 2 that are off, with their "
        "disks only: an unknown amount."
    )


def test_what_is_off_needs_no_size_but_that_of_its_disks() -> None:
    answer = answered((ON, 4, 16, 100), (OFF, NAN, NAN, 100), (SUSPENDED, 8, 64, NAN))
    assert "and 2 that are off or suspended, with their disks only: 0.2 TB." in answer.sentence
    assert answer.sentence.endswith("Filled in for VMs of unknown size: 0.1 TB of disk (1 VM).")


def test_an_estate_in_which_nothing_runs_or_counts_has_a_sentence() -> None:
    off = (OFF, 4.0, 16.0, 100.0)
    assert answered(off, off).sentence == "2 VMs that are off are counted, with their disks only: 0.2 TB."
    assert answered(off).sentence == "1 VM that is off is counted, with its disks only: 0.1 TB."
    assert answered(off, powered_off=PoweredOff.NOTHING).sentence == "No VM is counted."


def test_vms_that_are_off_count_in_full_where_that_is_chosen() -> None:
    answer = answered((ON, 4, 16, 100), (OFF, 8, 32, 100), powered_off=PoweredOff.ALL)
    assert answer.sentence == "2 VMs are counted, with 12 vCPU, 48 GiB of memory and 0.2 TB of disk."


def test_templates_that_count_are_called_so() -> None:
    answer = answered((ON, 4, 16, 100), (OFF, 4, 16, 100), (OFF, 4, 16, 200), last_is_template=True, templates=True)
    assert "and 2 that are off or templates, with their disks only: 0.3 TB." in answer.sentence
