"""Every row of an export is counted, left out for a reason, or rejected; other totals than the file's are named."""

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.estate_sizing.columns import Vms
from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.answers.estate_sizing.glance import glance
from hostwise.answers.estate_sizing.platform import of_platform
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.reading import read_inventory
from hostwise.estate.readiness_answer import estate_readiness
from hostwise.plan.estate import EstateChoices, EstateScope, Inventory, Power, PoweredOff
from tests.drawing_examples import some_now
from tests.estates import rvtools
from tests.estates.agreement import contradictions
from tests.estates.estate import drawn
from tests.estates.rvtools import Tab, comma_separated, zipped

CATALOGUE = load_catalogue()
GB_PER_MIB = 1024**2 / 1e9
_OF_PLATFORM = ("vCLS-1a2b", "NTNX-AHV01-A-CVM", "cp-replica-0815", "vSAN File Service Node (3)")


@dataclass
class Export:
    """An export with quirks, and what its rows hold."""

    tabs: dict[str, Tab]
    rows: int
    wrong: int = 0
    strange: set[str] = field(default_factory=set)
    platform: set[str] = field(default_factory=set)
    shared_gb: float = 0.0

    def column(self, tab: str, header: str) -> list[Any]:
        table = self.tabs[tab]
        return [row[table.header.index(header)] for row in table.rows]

    def read(self) -> Inventory:
        files = {f"RVTools_tab{each.name}.csv": comma_separated(each) for each in self.tabs.values()}
        return read_inventory(zipped(files), "r.zip")


def export(seed: int, vms: int) -> Export:
    """Shared disks, use above the disks, states nobody knows, VMs of the platform, rows without a VM, sums, repeats."""
    random = np.random.default_rng(seed)
    tabs = {each.name: each for each in rvtools.tabs(drawn(vms, seed=seed))}
    info, disks = tabs["vInfo"], tabs["vDisk"]
    found = Export(tabs, 0)
    at = {header: place for place, header in enumerate(info.header)}
    order = random.permutation(len(info.rows)).tolist()
    few = max(1, vms // 25)

    def some(number: int) -> list[list[object]]:
        return [info.rows[order.pop()] for _ in range(number)]

    for row in some(few):
        row[at["Powerstate"]] = "schwebend"
        found.strange.add(str(row[at["VM"]]))
    for row, name in zip(some(min(few, len(_OF_PLATFORM))), _OF_PLATFORM, strict=False):
        for tab in tabs.values():
            if tab.header[0] == "VM":
                for line in tab.rows:
                    line[0] = name if line[0] == row[at["VM"]] and line is not row else line[0]
        row[at["VM"]] = name
        found.platform.add(name)
    for row in some(few):
        row[at["In Use MiB"]] = float(str(row[at["Total disk capacity MiB"]])) * float(random.uniform(1.0, 3.0))
    of = {header: place for place, header in enumerate(disks.header)}
    for first, other in zip(*[iter(random.permutation(len(disks.rows))[: 2 * few].tolist())] * 2, strict=True):
        mine, theirs = disks.rows[first], disks.rows[other]
        if mine[0] != theirs[0]:
            theirs[of["Path"]], theirs[of["Capacity MiB"]] = mine[of["Path"]], mine[of["Capacity MiB"]]
            mine[of["Sharing mode"]] = theirs[of["Sharing mode"]] = "sharingMultiWriter"
            found.shared_gb += float(mine[of["Capacity MiB"]]) * GB_PER_MIB
    for row in some(2):
        # Neither a name nor a size: no VM.
        row[at["VM"]] = ""
    again = list(info.rows[order.pop()])
    info.rows.append(again)
    sums: list[object] = [None] * len(info.header)
    sums[at["VM"]], sums[at["CPUs"]] = "Total", sum(int(row[at["CPUs"]] or 0) for row in info.rows)  # type: ignore[call-overload]
    info.rows.append(sums)
    found.wrong = 4
    found.rows = len(info.rows)
    return found


def total(values: list[float | None] | None) -> float:
    return float(sum(each or 0 for each in values or []))


def said(answer: EstateAnswer, code: str) -> float:
    """The first amount in TB of a finding, in GB; 0 without it."""
    found = next((each.message for each in answer.findings if each.code == code), "")
    amount = re.search(r"([\d.,]+) TB", found)
    return float(amount[1].replace(",", "")) * 1000 if amount else 0.0


@given(
    seed=st.integers(0, 10_000),
    vms=st.integers(30, 150),
    off=st.sampled_from(list(PoweredOff)),
    templates=st.booleans(),
)
def test_each_row_is_counted_left_out_with_a_reason_or_rejected(
    seed: int, vms: int, off: PoweredOff, *, templates: bool
) -> None:
    file = export(seed, vms)
    inventory = file.read()
    for each in inventory.tabs:
        assert each.rows_read == each.rows_accepted + each.rows_repaired + each.rows_rejected
    of_vms = inventory.tabs[0]
    assert of_vms.rows_read == file.rows
    assert of_vms.rows_rejected == file.wrong
    assert sum(each.count for each in inventory.findings if each.kind == "rejected" and "vInfo" in each.place) == 4
    assert len(inventory.vms) == file.rows - file.wrong
    scope = EstateScope(powered_off=off, templates=templates)
    answer = estate_answer(inventory, EstateChoices(scope=scope), CATALOGUE, with_plan=False)
    left = {each.reason: each.vms for each in answer.exclusions}
    assert answer.counted.vms + sum(left.values()) == len(inventory.vms) == answer.glance.totals.vms
    template = dict(zip(inventory.vms.name, inventory.vms.template, strict=True))
    assert left.get("infrastructure", 0) == sum(not template[each] or templates for each in file.platform)
    strange = [each for each in file.strange if each in template and each not in file.platform and not template[each]]
    assert left.get("power", 0) == len(strange)
    assert sum(each.vms for each in answer.glance.power_words if each.state is Power.OTHER) == len(strange)
    groups = sum(each.group.count for each in answer.groups)
    assert groups == answer.counted.vms


@given(seed=st.integers(0, 10_000), vms=st.integers(30, 150))
def test_totals_are_those_of_the_file_or_the_difference_is_named(seed: int, vms: int) -> None:
    file = export(seed, vms)
    inventory = file.read()
    names = set(inventory.vms.name)
    rows = file.tabs["vInfo"].rows
    at = {header: place for place, header in enumerate(file.tabs["vInfo"].header)}
    kept = {str(row[0]): row for row in rows if str(row[0]) in names}
    answer = estate_answer(inventory, EstateChoices(), CATALOGUE, with_plan=False)
    totals = answer.glance.totals
    assert totals.vcpu == sum(int(row[at["CPUs"]]) for row in kept.values())  # type: ignore[call-overload]
    assert totals.memory_gib == pytest.approx(sum(int(row[at["Memory"]]) for row in kept.values()) / 1024)  # type: ignore[call-overload]
    pairs = zip(file.column("vDisk", "VM"), file.column("vDisk", "Capacity MiB"), strict=True)
    capacity = sum(float(mib) for vm, mib in pairs if vm in names) * GB_PER_MIB
    shared = next((each.message for each in inventory.findings if each.code == "disks_shared"), "")
    again = re.search(r"([\d.,]+) TB less", shared)
    assert (totals.disk_gb or 0) + (float(again[1]) * 1000 if again else 0) == pytest.approx(capacity, rel=0.01)
    # What is in use: as the source has it, less what is named as above the disks.
    places = [place for place, name in enumerate(inventory.vms.name) if _counts(inventory, answer, place, name, file)]
    used = [(inventory.vms.used_gb or [])[place] for place in places]
    above = said(answer, "used_above_disks") + said(answer, "swap_above_disks")
    assert (answer.counted.used_gb or 0) + above == pytest.approx(total(used), rel=0.01)


def _counts(inventory: Inventory, answer: EstateAnswer, place: int, name: str, file: Export) -> bool:
    assert answer.counted.vms
    return not inventory.vms.template[place] and name not in file.platform and name not in file.strange


@pytest.mark.parametrize(("seed", "vms"), some_now([(1, 60), (77, 150), (4_711, 400)], now=[(1, 60), (4_711, 400)]))
def test_no_two_surfaces_contradict_each_other(seed: int, vms: int) -> None:
    inventory = export(seed, vms).read()
    choices = EstateChoices(scope=EstateScope(powers={"schwebend": Power.ON}))
    answer = estate_answer(inventory, choices, CATALOGUE)
    vms_of = Vms(inventory.vms)
    page = glance(inventory, vms_of, of_platform(vms_of, CATALOGUE))
    assert answer.plan is not None
    assert list(contradictions(inventory, page, answer, CATALOGUE)) == []
    if vms <= 60:
        # What stops a move is told beside the hosts of a candidate.
        readiness = estate_readiness(inventory, choices, CATALOGUE)
        plan_hosts = {each.name: each.plan_hosts for each in answer.placements}
        assert readiness.hosts == plan_hosts[readiness.configuration or ""]
