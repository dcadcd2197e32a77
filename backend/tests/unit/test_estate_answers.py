"""What an estate's answer says: nothing that is assumed looks measured, and no average hides what decides."""

import math
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from hostwise.answers.estate_sizing.estate_document import EstateAnswer, EstateGroup
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.suggestions.candidates import cheapest, templates
from hostwise.binding.stacks import protection_key
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.remedies import edited
from hostwise.estate import estate_answer as service
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.building import datastore_columns, host_columns, vm_columns
from hostwise.estate.importers.history.history_reading import read_history
from hostwise.plan.document import Plan, RemarkStatus, ValueRange, plan_json, with_configurations
from hostwise.plan.estate import (
    EstateChoices,
    EstateQuestion,
    EstateScope,
    GroupBy,
    Grouping,
    Inventory,
    Power,
    RightSizing,
    Sizing,
    Source,
)
from hostwise.plan.history import Counter, GrowthBand
from hostwise.plan.new_plan import new_plan
from hostwise.plan.workload import VmGroup, WriteLoadBasis
from hostwise.tables.problems import UnreadableFile
from tests.decisions import detail_on
from tests.estates.history import wide

CATALOGUE = load_catalogue()
RIGHT_SIZED = RightSizing(sizing=Sizing.RIGHT_SIZED)
ONE_GROUP = EstateChoices(grouping=Grouping(by=GroupBy.NONE))


def inventory(number: Any = 100, hosts: Any = 0, *, kind: Any = "rvtools", **columns: Any) -> Inventory:
    """VMs of 4 vCPU, 16 GiB and 100 GB, on hosts of 32 cores and 512 GiB."""
    names = [f"vm-{at}" for at in range(number)]
    vms: dict[str, Any] = {
        "power": [Power.ON] * number,
        "template": [False] * number,
        "cluster": ["A"] * number,
        "vcpu": np.full(number, 4.0),
        "memory_gib": np.full(number, 16.0),
        "disk_gb": np.full(number, 100.0),
        "used_gb": np.full(number, 60.0),
    }
    of_hosts: dict[str, Any] = {
        "cluster": ["A"] * hosts,
        "cpu_model": ["Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz"] * hosts,
        "sockets": np.full(hosts, 2.0),
        "cores": np.full(hosts, 32.0),
        "ghz": np.full(hosts, 2.1),
        "memory_gib": np.full(hosts, 512.0),
    }
    stores = columns.pop("datastores", [])
    of_hosts |= {key.removeprefix("host_"): columns.pop(key) for key in list(columns) if key.startswith("host_")}
    return Inventory(
        sources=[Source(kind=kind, label="Test", file="test.csv", sha256="0" * 64)],
        vms=vm_columns(names, id=names, **vms | columns),
        hosts=host_columns([f"h{at}" for at in range(hosts)], **of_hosts),
        datastores=datastore_columns([f"ds{at}" for at in range(len(stores))], kind=stores),
    )


def figures(usual: float, number: Any = 100, **changed: float) -> Any:
    """A column of one figure, with others at some places: `at3=512`."""
    found = np.full(number, float(usual))
    for at, value in changed.items():
        found[int(at.removeprefix("at"))] = value
    return found


def answered(estate: Inventory, choices: EstateChoices | None = None) -> EstateAnswer:
    return estate_answer(estate, choices or EstateChoices(), CATALOGUE, placed=False)


def grouped(estate: Inventory, choices: EstateChoices | None = None) -> EstateAnswer:
    """The answer without a plan, whose candidates take all of the time."""
    return estate_answer(estate, choices or EstateChoices(), CATALOGUE, with_plan=False)


def sized(estate: Inventory, choices: EstateChoices | None = None) -> tuple[Plan, EstateAnswer]:
    answer = answered(estate, choices)
    assert answer.plan is not None
    return answer.plan, answer


def codes(answer: EstateAnswer) -> list[str]:
    return [each.code for each in answer.findings]


def said(answer: EstateAnswer, code: str) -> str:
    return next(each.message for each in answer.findings if each.code == code)


def only(answer: EstateAnswer) -> EstateGroup:
    (group,) = answer.groups
    return group


# ------------------------------------------------------------------------------------------------- the largest VM


@pytest.mark.parametrize("by", [GroupBy.NONE, GroupBy.SIZE, GroupBy.CLUSTER, GroupBy.LIKENESS])
def test_no_mean_hides_the_largest_vm_from_the_plan(by: GroupBy) -> None:
    choices = EstateChoices(grouping=Grouping(by=by, most=1))
    plan, _ = sized(inventory(hosts=4, memory_gib=figures(16, at3=600, at7=1_800)), choices)
    assert max(each.memory_gib for each in plan.workload.groups) == 1_800
    result = decide(plan, CATALOGUE)
    today, *candidates = result.configurations
    assert not today.feasible
    assert "largest VM" in today.reasons[0].message
    run = run_plan(plan, CATALOGUE)
    for at, each in enumerate(candidates, 1):
        # Memory is chosen so that the VM has room, and not only because it is cheap for the others.
        assert each.feasible
        assert run.evaluation.value("usable_gib_per_host", at) > 1_800


def test_a_vm_with_more_vcpu_than_any_host_has_logical_processors_is_said() -> None:
    plan, answer = sized(inventory(vcpu=figures(4, at3=800)), ONE_GROUP)
    assert [(each.group.name, each.group.count) for each in answer.groups] == [("VMs", 99), ("Largest by vCPU", 1)]
    result = decide(plan, CATALOGUE)
    assert not any(each.feasible for each in result.configurations)
    assert "800 vCPU" in result.sentence


def test_groups_of_one_size_stay_whole() -> None:
    answer = grouped(inventory(memory_gib=figures(512)), ONE_GROUP)
    assert only(answer).group.count == 100


# --------------------------------------------------------------------------------------------- what is not known


def test_disks_that_nobody_knows_are_not_zero() -> None:
    nothing = figures(math.nan)
    plan, answer = sized(inventory(disk_gb=nothing, used_gb=nothing, power=[Power.ON] * 99 + [Power.OFF]))
    assert all(each.group.disk_gb is None for each in answer.groups)
    assert "no_disk" in codes(answer)
    result = decide(plan, CATALOGUE)
    assert all(each.is_lower_bound for each in result.configurations)
    assert "/workload/groups/0/disk_gb" in [each.pointer for each in result.missing]


def test_a_vm_without_a_disk_counts_as_a_mean_one() -> None:
    off = [Power.ON] * 98 + [Power.OFF] * 2
    answer = grouped(inventory(disk_gb=figures(100, at99=math.nan), used_gb=figures(60, at99=math.nan), power=off))
    running, still = answer.groups
    assert (running.group.disk_gb, still.group.disk_gb, still.group.disk_used_share) == (100, 100, 0.6)
    assert said(answer, "no_disk") == "VMs without disks count as a mean one: vm-99."


def test_each_vm_that_counts_as_a_mean_one_is_named() -> None:
    answer = grouped(inventory(vcpu=figures(4, at3=math.nan, at7=math.nan)))
    (told,) = (each for each in answer.findings if each.code == "no_vcpu")
    assert told.message == "VMs without vCPU count as a mean one: vm-3, vm-7."
    assert (told.vms, told.count) == (["vm-3", "vm-7"], 2)


def test_sizes_that_nobody_knows_are_assumed_aloud() -> None:
    plan, answer = sized(inventory(memory_gib=figures(math.nan)))
    assert "16 GiB each are assumed" in said(answer, "no_memory_gib")
    assert plan.remarks["/workload/groups/0/memory_gib"].status is RemarkStatus.ASSUMED


def test_a_vm_of_unknown_size_is_not_small() -> None:
    some = {f"at{at}": math.nan for at in range(40)}
    answer = grouped(inventory(vcpu=figures(16, **some), memory_gib=figures(64, **some)))
    unknown = next(each.group for each in answer.groups if each.group.name == "of unknown size")
    assert (unknown.count, unknown.vcpu, unknown.memory_gib) == (40, 16, 64)


def test_the_mean_of_a_few_says_so() -> None:
    plan, _ = sized(inventory(iops_average=figures(math.nan, at3=500)))
    remark = plan.remarks["/workload/groups/0/iops_average"]
    assert remark.note == "known of 1 of 100 VMs; the others count as their mean"


def test_io_that_nobody_gave_is_not_invented() -> None:
    """An export of sizes only, whose assumed I/O is left out: no life of drives, no write buffer, and one remedy."""
    plan, answer = sized(inventory(), EstateChoices(assume_io=False))
    group = plan.workload.groups[0]
    assert (group.iops_average, group.iops_peak, group.read_share, group.io_kib) == (None,) * 4
    assert [each.code for each in answer.findings if each.code.startswith("io_")] == ["io_not_given"]
    result = decide(plan, load_catalogue())
    for each in result.configurations:
        assert each.quantities["flash_life_years"].value is None
        assert each.quantities["hosts"].value is not None
        assert each.quantities["cluster_tco"].value is not None or not each.key.startswith("candidate")
    assert "last" not in result.sentence.replace("at least", "")
    (finding,) = [each for each in result.findings if each.code == "io_not_given"]
    assert finding.remedy is not None
    assert finding.remedy.label == "Assume 15 I/O per second of a vCPU"
    document = plan_json(plan)
    for edit in finding.remedy.edits:
        *way, last = [each.replace("~1", "/") for each in edit.pointer.split("/")[1:]]
        part: Any = document
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part.setdefault(step, {})
        part[last] = edit.value
    assumed = decide(Plan.model_validate(document), load_catalogue())
    assert "The I/O is assumed, not measured." in detail_on(Plan.model_validate(document))
    assert "io_not_given" not in {each.code for each in assumed.findings}
    assert assumed.configurations[-1].quantities["flash_life_years"].value is not None


def test_io_that_is_assumed_is_unknown_and_said() -> None:
    plan, answer = sized(inventory(), EstateChoices(assume_io=True))
    group = plan.workload.groups[0]
    assert group.vcpu is not None
    assert group.iops_average == 15 * group.vcpu
    assert plan.workload.write_load_basis is WriteLoadBasis.UNKNOWN
    assert [each.code for each in answer.findings if each.code.startswith("io_")] == ["io_assumed"]
    result = decide(plan, load_catalogue())
    assert "The I/O is assumed, not measured." in detail_on(plan)
    assert "io_assumed" in {each.code for each in result.findings}


def test_assumed_io_never_contradicts_what_is_measured() -> None:
    busy = grouped(inventory(iops_average=figures(900)))
    assert (only(busy).group.iops_peak, only(busy).group.iops_average) == (900, 900)
    idle = grouped(inventory(iops_peak=figures(10)))
    assert (only(idle).group.iops_peak, only(idle).group.iops_average) == (10, 10)


def test_one_reading_of_cpu_above_what_is_assumed_counts() -> None:
    plan, answer = sized(inventory(hosts=15, cpu_ghz=figures(3)))
    assert only(answer).group.cpu_ghz == 3
    remark = plan.remarks["/workload/groups/0/cpu_ghz"]
    assert remark.status is RemarkStatus.ASSUMED
    assert "one reading" in (remark.note or "")
    assert "cpu_reading" in codes(answer)
    usual = grouped(inventory(hosts=15, cpu_ghz=figures(0.1)))
    assert only(usual).group.cpu_ghz == pytest.approx(4 * 0.15 * 2.1)
    assert "cpu_reading" not in codes(usual)


def test_the_use_of_vms_that_do_not_run_is_not_diluted() -> None:
    off = [Power.ON] * 50 + [Power.OFF] * 50
    half = np.where(np.arange(100) < 75, 60.0, math.nan)
    answer = grouped(inventory(power=off, used_gb=half))
    assert answer.groups[-1].group.disk_used_share == pytest.approx(0.6)


def test_swap_files_in_what_is_used_are_said() -> None:
    assert "1.72 TB of 6 TB" in said(grouped(inventory()), "swap_files")
    assert "swap_files" not in codes(grouped(inventory(kind="azure_migrate")))


# ------------------------------------------------------------------------------------------------- right-sizing


def test_right_sizing_by_active_memory_is_said_and_keeps_what_is_active() -> None:
    smaller = EstateChoices(right_sizing=RIGHT_SIZED)
    active = {"memory_active_gib": figures(2), "memory_peak_gib": figures(4)}
    answer = grouped(inventory(hosts=4, **active), smaller)
    group = only(answer).group
    assert group.memory_gib == pytest.approx(5.2)
    assert group.memory_gib * (group.memory_active_share or 0) == pytest.approx(2)
    assert "right_sized_by_active" in codes(answer)
    allocated = grouped(inventory(hosts=4, **active))
    assert "right_sized_by_active" not in codes(allocated)


# ------------------------------------------------------------------------------------------- the hosts as they are


def test_what_exists_is_compared_as_paid_and_says_so() -> None:
    _, answer = sized(inventory(hosts=4))
    assert "no purchase, support or repair" in said(answer, "as_is_paid")


def test_hosts_that_growth_outgrows_are_enough_today() -> None:
    _, answer = sized(inventory(hosts=6), EstateChoices(growth_share=0.1))
    assert said(answer, "as_is_outgrown") == (
        "The 6 hosts as they are carry the VMs of today, which need 5 with spares. With growth they need 7 in year 5, "
        "which is why the plan calls them not feasible."
    )
    _, still = sized(inventory(hosts=6), EstateChoices(growth_share=0))
    assert not {"as_is_outgrown", "as_is_too_few"} & set(codes(still))


def test_hosts_that_the_rules_call_too_few_today_are_said() -> None:
    _, answer = sized(inventory(hosts=3), EstateChoices(growth_share=0))
    assert "need 5 hosts" in said(answer, "as_is_too_few")


def test_missing_hosts_are_added_in_the_largest_model_and_every_face_says_the_same_number() -> None:
    # 1,200 vCPU on five hosts of 32 cores and six of 4: at 4 to a core 116 cores more, four hosts of 32, and a spare.
    large = [True] * 5 + [False] * 6
    estate = inventory(
        150,
        hosts=11,
        vcpu=figures(8, 150),
        memory_gib=figures(24, 150),
        cluster=["MAIN"] * 126 + ["EDGE"] * 24,
        host_cluster=["MAIN" if each else "EDGE" for each in large],
        host_cores=np.where(large, 32.0, 4.0),
        host_ghz=np.where(large, 2.3, 3.8),
        host_memory_gib=np.where(large, 768.0, 128.0),
    )
    answer = estate_answer(estate, EstateChoices(), CATALOGUE)
    assert answer.plan is not None
    (today, *_), (placed, *_) = decide(answer.plan, CATALOGUE).configurations, answer.placements
    assert "16 hosts" in str(today.hosts_text) or "needs 16 hosts" in " ".join(map(str, today.reasons))
    assert placed.hosts == 16
    assert said(answer, "as_is_too_few") == (
        "By the plan's rules the VMs of today need 16 hosts with spares, and there are 11: 5 more of 32 cores and "
        "768 GiB. vCPU per core today: 6.3 in MAIN (1,008 on 160), 8 in EDGE (192 on 24)."
    )


@pytest.mark.parametrize("model", range(3))
def test_the_largest_model_is_that_of_the_configuration_however_few_there_are(model: int) -> None:
    cores = [16.0] * 7 + [20.0] * 4 + [(64.0, 24.0, 20.0)[model]]
    memory = [256.0] * 7 + [384.0] * 4 + [(1024.0, 1024.0, 1536.0)[model]]
    plan, _ = sized(inventory(20, hosts=12, host_cores=np.array(cores), host_memory_gib=np.array(memory)))
    own = plan.configurations[0]
    assert own.memory.dram_gib == max(memory)
    assert [(each.hosts, each.dram_gib) for each in own.other_host_models] == [(7, 256), (4, 384)]


def test_a_clock_is_that_of_a_core_and_not_of_a_host() -> None:
    hosts = {"host_cores": np.array([160.0, 24.0]), "host_ghz": np.array([2.3, 3.8])}
    answer = grouped(inventory(hosts=2, **hosts))
    assert only(answer).group.cpu_ghz == pytest.approx(4 * 0.15 * (160 * 2.3 + 24 * 3.8) / 184)


@pytest.mark.parametrize(
    ("gib", "host_gib", "named"),
    [(2_000, 2_048, True), (2_040, 2_048, True), (1_900, 2_048, False), (2_100, 2_048, None)],
)
def test_a_vm_that_runs_fits_the_host_that_it_runs_on(gib: float, host_gib: float, named: bool | None) -> None:
    columns = {"host": ["h0"] + ["h1"] * 9, "memory_gib": figures(16, 10, at0=gib), "vcpu": figures(4, 10, at0=36)}
    estate = inventory(10, hosts=3, host_memory_gib=figures(host_gib, 3), **columns)
    answer = estate_answer(estate, EstateChoices(), CATALOGUE)
    assert answer.plan is not None
    (today, *_), (placed, *_) = decide(answer.plan, CATALOGUE).configurations, answer.placements
    fits = named is not None
    assert placed.unplaced == (not fits)
    assert today.feasible is fits
    assert ("vm_above_reserve" in codes(answer)) is bool(named)
    if named:
        assert said(answer, "vm_above_reserve").startswith(f"vm-0: {gib:,} GiB and ")
        # A candidate keeps free what the plan asks for.
        assert all(each.memory.running_vm_gib is None for each in answer.plan.configurations[1:])


def test_vms_of_unknown_size_are_placed_as_their_group_counts_them() -> None:
    sizes = figures(4, 10, at3=math.nan, at4=8)
    answer = estate_answer(inventory(10, vcpu=sizes), ONE_GROUP, CATALOGUE)
    assert [each.unplaced for each in answer.placements] == [0] * len(answer.placements)
    nobody = estate_answer(inventory(10, vcpu=figures(math.nan, 10)), ONE_GROUP, CATALOGUE)
    assert "4 each are assumed" in said(nobody, "no_vcpu")
    assert [each.unplaced for each in nobody.placements] == [0] * len(nobody.placements)
    assert not [each for placed in nobody.placements for each in placed.findings if each.code == "other_demand"]


def test_without_history_and_choice_nothing_grows_and_that_is_said() -> None:
    plan, answer = sized(inventory())
    assert [each.count_growth_rate for each in plan.workload.groups] == [0]
    assert plan.remarks["/workload/groups/0/count_growth_rate"].note == "no growth entered"
    assert "no_growth" in codes(answer)
    assert "no_growth" not in codes(grouped(inventory(), EstateChoices(growth_share=0)))


def test_clusters_of_today_count_as_one() -> None:
    _, answer = sized(inventory(400, hosts=8, host_cluster=["A", "B"] * 4))
    assert "2 clusters" in said(answer, "as_is_one_cluster")


def test_more_hosts_than_one_cluster_holds() -> None:
    plan, answer = sized(inventory(2_000, hosts=70))
    assert "64" in said(answer, "as_is_too_many")
    assert plan.configurations[0].key != "as-is"


def test_more_hosts_than_any_plan_holds() -> None:
    plan, answer = sized(inventory(100, hosts=1_001, host_cluster=[f"c{at}" for at in range(1_001)]))
    assert "1,001 hosts" in said(answer, "as_is_too_many")
    assert plan.configurations[0].key != "as-is"


def test_a_part_of_the_vms_is_not_compared_with_all_hosts_in_silence() -> None:
    choices = EstateChoices(scope=EstateScope(names=["vm-1*"]))
    answer = grouped(inventory(hosts=4), choices)
    assert "also carry 89 VMs" in said(answer, "hosts_carry_others")
    assert "hosts_carry_others" not in codes(grouped(inventory(hosts=4)))


def test_vsan_of_today_is_said() -> None:
    assert "vSAN" in said(grouped(inventory(hosts=4, datastores=["vsan", "VMFS"])), "existing_vsan")


@pytest.mark.parametrize(
    "hosts",
    [
        {"host_sockets": [1e9], "host_cores": [1.0], "host_memory_gib": [1e9], "host_ghz": [1e9]},
        {"host_sockets": [0.0], "host_cores": [1e-300], "host_memory_gib": [1e-300], "host_ghz": [1e-300]},
        {"host_ghz": [0.0]},
        {"host_cores": [1e6], "host_memory_gib": [1e7]},
        {"host_model": ["x" * 400], "host_cpu_model": ["\0"]},
    ],
)
def test_hosts_that_cannot_be_are_left_out(hosts: dict[str, Any]) -> None:
    columns = {key: np.array(each) if isinstance(each[0], float) else each for key, each in hosts.items()}
    plan, _ = sized(inventory(hosts=1, **columns))
    assert len(plan.configurations) in (3, 4)


def test_memory_that_firmware_keeps_is_installed_all_the_same() -> None:
    plan, _ = sized(inventory(hosts=2, host_memory_gib=np.full(2, 767.905)))
    assert plan.configurations[0].memory.dram_gib == 768
    run = decide(plan, CATALOGUE)
    assert not [each for each in run.findings if "equal modules" in each.message and each.configuration == "as-is"]


# ------------------------------------------------------------------------------------------------------- placement


def test_the_band_of_growth_of_a_history_is_the_uncertainty_of_all_groups() -> None:
    band = GrowthBand(
        counter=Counter.CPU_GHZ, days=120, share_per_year=0.12, share_per_year_low=0.04, share_per_year_high=0.21
    )
    known = read_history(wide({"cpuUsageMhz": {"vm-0": [1000.0] * 288}}), "h.csv", for_sizing=False)
    known = known.model_copy(update={"growth": [band]})
    choices = EstateChoices(grouping=Grouping(by=GroupBy.SIZE))
    sizes = figures(4, at3=16, at4=16)
    answer = estate_answer(inventory(vcpu=sizes), choices, CATALOGUE, history=known, placed=False)
    assert answer.plan is not None
    groups = answer.plan.workload.groups
    assert len(groups) > 1
    for place, group in enumerate(groups):
        remark = answer.plan.remarks[f"/workload/groups/{place}/count_growth_rate"]
        assert (group.count_growth_rate, remark.range) == (
            0.12,
            ValueRange(low=0.04, high=0.21, confidence=0.95, cause="growth of the history"),
        )
    (cause,) = (
        each
        for each in uncertainty_of(answer.plan, CATALOGUE, number=256).uncertain_inputs
        if each.name == "growth of the history"
    )
    assert len(cause.pointers) == len(groups)


def test_growth_of_a_few_vms_is_no_other_demand() -> None:
    """Three VMs grow to 4.83, of which 4 are whole."""
    answer = estate_answer(inventory(3, hosts=2), EstateChoices(growth_share=0.1), CATALOGUE)
    assert [each.vms for each in answer.placements] == [4] * len(answer.placements)
    assert not [each for placed in answer.placements for each in placed.findings if each.code == "other_demand"]


def test_very_many_vms_are_not_placed_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_PLACED", 99)
    answer = estate_answer(inventory(100), EstateChoices(), CATALOGUE)
    assert answer.placements == []
    assert "not_placed" in codes(answer)


# --------------------------------------------------------------------------------------------- names and candidates


@pytest.mark.parametrize(
    ("clusters", "names"),
    [
        (["c" * 399 + "a", "c" * 399 + "b"], {"c" * 200, "c" * 196 + " (2)"}),
        ([" ", "\t\n"], {"Unnamed", "Unnamed (2)"}),
        (["a\0b", "a b"], {"a b", "a b (2)"}),
        (["=1+1", "<b>"], {"=1+1", "<b>"}),
    ],
)
def test_any_text_of_a_source_makes_a_group(clusters: list[str], names: set[str]) -> None:
    plan, _ = sized(inventory(2, cluster=clusters), EstateChoices(grouping=Grouping(by=GroupBy.CLUSTER)))
    assert {each.name for each in plan.workload.groups} == names


@pytest.mark.parametrize(
    ("columns", "choices"),
    [
        ({"read_share": np.full(100, 50.0), "iops_average": np.full(100, 5.0)}, {}),
        ({"memory_reserved_gib": np.full(100, 1e-9)}, {}),
        ({"memory_gib": np.full(100, math.nan), "memory_peak_gib": np.full(100, 1e9)}, {"right_sizing": RIGHT_SIZED}),
        ({"vcpu": np.full(100, math.nan), "cpu_peak_ghz": np.full(100, 1e9)}, {"right_sizing": RIGHT_SIZED}),
        ({"vcpu": np.full(100, 1_024.0)}, {"assume_io": True, "iops_peak_per_vcpu": 1e6, "iops_average_per_vcpu": 1e6}),
    ],
)
def test_any_figure_of_a_source_makes_a_plan(columns: dict[str, Any], choices: dict[str, Any]) -> None:
    answer = estate_answer(inventory(hosts=2, **columns), EstateChoices(**choices), CATALOGUE, with_plan=False)
    assert [each.group.count for each in answer.groups] == [100]


@pytest.mark.filterwarnings("error")
def test_vms_that_are_alike_in_what_is_unknown_have_a_name() -> None:
    nothing = np.full(100, math.nan)
    vcpu = np.where(np.arange(100) < 50, 1.0, 64.0)
    choices = EstateChoices(grouping=Grouping(by=GroupBy.LIKENESS))
    answer = estate_answer(inventory(vcpu=vcpu, memory_gib=nothing), choices, CATALOGUE, with_plan=False)
    assert {each.group.name for each in answer.groups} == {
        "about 1 vCPU and unknown memory",
        "about 64 vCPU and unknown memory",
    }


def test_no_error_of_a_document_shows_what_was_entered() -> None:
    """An error that nobody expects is logged, and names of VMs and clusters do not belong there."""
    with pytest.raises(ValidationError) as group:
        VmGroup.model_validate({"name": "secret" * 100, "count": 1, "vcpu": 1, "memory_gib": 1})
    with pytest.raises(ValidationError) as estate:
        Inventory.model_validate({"sources": [], "vms": {"name": "secret"}, "hosts": {"name": 1}, "datastores": {}})
    assert "secret" not in f"{group.value} {estate.value}"


def test_any_name_of_a_source_is_the_origin_of_values() -> None:
    estate = inventory()
    estate.sources[:] = [Source(kind="x", label="\0" + "l" * 9_000, file="f", sha256="0")]
    plan, _ = sized(estate)
    assert len(plan.remarks["/workload/groups/0/vcpu"].source or "") == 2_000


@pytest.mark.parametrize(("disk_gb", "number", "io"), [(100, 100, 15), (2_000, 100, 60), (400, 300, 60)])
def test_no_memory_and_drives_of_the_grid_are_cheaper(disk_gb: float, number: int, io: float) -> None:
    """Memory and drives are chosen together: the memory that suits the template's drives is not the one for others."""
    estate = inventory(number, disk_gb=np.full(number, disk_gb), used_gb=np.full(number, disk_gb))
    plan, _ = sized(estate, EstateChoices(assume_io=True, iops_average_per_vcpu=io, iops_peak_per_vcpu=4 * io))
    run = run_plan(plan, CATALOGUE)
    for at, chosen in enumerate(plan.configurations):
        cost = run.value("cluster_tco", at).value
        assert cost is not None
        assert chosen.capacity is not None
        for gib in (768.0, 1_536.0):
            for count in (2, 6):
                other = chosen.model_copy(
                    update={
                        "memory": chosen.memory.model_copy(update={"dram_gib": gib}),
                        "capacity": chosen.capacity.model_copy(update={"count": count}),
                    }
                )
                found = run_plan(with_configurations(plan, [other]), CATALOGUE)
                least = found.value("cluster_tco", 0).value
                assert least is None or cost <= least * (1 + 1e-9)


def test_no_other_parts_of_a_server_are_cheaper() -> None:
    """Processors of as many cores, memory and drives are chosen together, each against the plan run with others."""
    estate = inventory(200, disk_gb=np.full(200, 500.0), used_gb=np.full(200, 500.0))
    plan, _ = sized(estate, EstateChoices(assume_io=True))
    run = run_plan(plan, CATALOGUE)
    chosen, cost = plan.configurations[0], run.value("cluster_tco", 0).value
    assert chosen.capacity is not None
    assert cost is not None
    assert CATALOGUE.cpus[chosen.cpu.key or ""].cores == 32
    others = [
        chosen.model_copy(
            update={
                "key": f"{cpu}-{drive}-{count}",
                "cpu": chosen.cpu.model_copy(update={"key": cpu}),
                "capacity": chosen.capacity.model_copy(update={"key": drive, "count": count}),
            }
        )
        for cpu in ("amd-epyc-9355", "amd-epyc-9335")
        # The newest drive of a price and size stands for the others, which differ in the power that is known of them.
        for drive in ("kioxia-cm7-r-7.68tb", "samsung-pm9d3a-15.36tb", "micron-9550-max-6.4tb")
        for count in (4, 6)
    ]
    found = run_plan(with_configurations(plan, others), CATALOGUE)
    costs = [found.value("cluster_tco", at).value for at in range(len(others))]
    known = [each for each in costs if each is not None]
    assert known
    assert cost <= min(known) * (1 + 1e-9)
    # A price from before prices rose is no offer.
    drive = CATALOGUE.drives[chosen.capacity.key or ""]
    assert drive.price is None or (drive.price.date or "") >= "2025-08"


def test_io_that_one_click_assumes_needs_no_more_hosts() -> None:
    """Without I/O the fewest drives look enough, and would wear out with any."""
    estate = inventory(300, disk_gb=np.full(300, 400.0), used_gb=np.full(300, 400.0))
    unknown, _ = sized(estate, EstateChoices(assume_io=False))
    without = decide(unknown, CATALOGUE)
    (remedy,) = (each.remedy for each in without.findings if each.code == "io_not_given")
    assert remedy is not None
    assumed = edited(unknown, remedy)
    assert assumed is not None
    after = decide(assumed, CATALOGUE)
    assert [each.hosts.value for each in after.configurations] == [each.hosts.value for each in without.configurations]
    assert all(each.feasible for each in after.configurations)


def test_an_estate_of_more_clusters_than_a_search_tells_apart_has_candidates() -> None:
    whole = new_plan()
    (group,) = whole.workload.groups
    workload = whole.workload.model_copy(update={"groups": (group.model_copy(update={"count": 1_000_000}),)})
    many, template = whole.model_copy(update={"workload": workload}), whole.configurations[0]
    found = cheapest(many, template, CATALOGUE).configuration
    assert found == cheapest(whole, template, CATALOGUE).configuration
    assert found != template


def test_candidates_can_be_built() -> None:
    plan, _ = sized(inventory(300, disk_gb=np.full(300, 8_000.0), used_gb=np.full(300, 8_000.0)))
    result = decide(plan, CATALOGUE)
    assert all(each.feasible for each in result.configurations)
    # Ten drives of the servers that they begin with would not do.
    run = run_plan(plan, CATALOGUE)
    assert max(run.evaluation.value("raw_tb_per_host", at) for at in range(len(plan.configurations))) > 10 * 7.68


# -------------------------------------------------------------------------------------------------------- whole VMs


def test_groups_of_an_import_are_means_with_their_largest_vm() -> None:
    answer = grouped(inventory(memory_gib=figures(16, at3=30, at7=24)), ONE_GROUP)
    (group,) = (each.group for each in answer.groups)
    assert (group.vms, group.largest_vm_gib, group.largest_vm_vcpu) == ("mean", 30, None)
    answer = grouped(inventory(memory_gib=figures(16)), ONE_GROUP)
    assert only(answer).group.vms is None


def test_an_estate_is_sized_by_its_placement_where_that_needs_more_hosts() -> None:
    # VMs of more and of less than half of the host that is chosen leave gaps that the bound does not see.
    sizes = [(900.0, 650.0, 350.0)[at % 3] for at in range(40)]
    growing = ONE_GROUP.model_copy(update={"growth_share": 0.1})
    plan, answer = sized(inventory(40, memory_gib=sizes), growing)
    gaps = {each.key: each.fragmentation_hosts or 0 for each in plan.configurations}
    result = decide(plan, CATALOGUE)
    for each in result.configurations:
        if gaps[each.key]:
            assert each.hosts.value == each.quantities["hosts_for_vm_placement"].value
            assert "whole VMs" in each.hosts_text
    assert any(gaps.values())
    assert "one by one" not in said(answer, "sized_by_placement")
    # The plan that follows has as many hosts as the VMs one by one need.
    placed = estate_answer(inventory(40, memory_gib=sizes), growing, CATALOGUE).placements
    assert all(each.plan_hosts >= each.hosts for each in placed if each.plan_hosts is not None)


# ---------------------------------------------------------------------------------------------- candidates elsewhere


@pytest.mark.parametrize(
    ("storage", "licence", "protection"),
    [
        (None, "vcf", "RAID-5 adaptive"),
        ("vsan-esa", "vcf", "RAID-5 adaptive"),
        ("ceph-proxmox", "proxmox-ve-standard", "Replica 3"),
        ("s2d-azure-local", "azure-local", "Three-way mirror"),
        ("s2d-windows-server", "windows-server-2025-datacenter", "Three-way mirror"),
        # Quotes only: its price is missing, and that is said.
        ("aos-nutanix", "nutanix-nci", "Replication factor 2"),
        # No licence at all.
        ("longhorn-harvester", None, "3 replicas"),
    ],
)
def test_candidates_stand_on_the_storage_that_is_chosen(
    storage: str | None, licence: str | None, protection: str
) -> None:
    plan = new_plan().model_copy(update={"configurations": templates(CATALOGUE, storage), "remarks": {}})
    found = decide(plan, CATALOGUE).configurations
    assert len(found) == 3
    for each, result in zip(plan.configurations, found, strict=True):
        assert (each.storage_stack, each.licence.key) == (storage, licence)
        assert (result.buildable, result.feasible) == (True, True)
        assert CATALOGUE.protection[protection_key(plan, each, CATALOGUE)].label.startswith(protection)


def test_candidates_of_an_estate_stand_on_the_storage_that_is_chosen() -> None:
    answer = estate_answer(inventory(hosts=4), EstateChoices(storage="ceph-proxmox"), CATALOGUE, placed=False)
    assert answer.plan is not None
    candidates = answer.plan.configurations
    assert [each.storage_stack for each in candidates] == ["ceph-proxmox"] * 3


def test_candidates_on_an_array_have_no_drives() -> None:
    for each in templates(CATALOGUE, "array-shared-lvm"):
        assert (each.layout, each.capacity, each.licence.key) == ("external", None, "proxmox-ve-standard")


@pytest.mark.parametrize(
    ("storage", "said"), [("larch", "There is no storage stack 'larch'"), ("vsan-osa", "needs cache drives")]
)
def test_storage_without_candidates_is_refused_with_its_reason(storage: str, said: str) -> None:
    for with_plan in (True, False):
        with pytest.raises(UnreadableFile, match=said):
            estate_answer(inventory(), EstateChoices(storage=storage), CATALOGUE, with_plan=with_plan)


# ------------------------------------------------------------------------------------- the processor of the measurement


def test_the_processor_of_the_hosts_is_what_the_demand_was_measured_on() -> None:
    plan, _ = sized(inventory(hosts=4, cpu_peak_ghz=figures(2)), EstateChoices(question=EstateQuestion.NEW_CLUSTER))
    measured_on = plan.workload.measured_on
    assert (measured_on.key, measured_on.model, measured_on.base_ghz) == ("intel-xeon-gold-6230", None, 2.1)
    candidates = decide(plan, CATALOGUE).configurations
    # Of some processors no results are published.
    converted = [each for each in candidates if (each.quantities["cpu_generation_factor"].value or 1) < 1]
    assert converted
    for each in candidates:
        code = "cpu_demand_converted" if each in converted else "cpu_demand_not_converted"
        assert code in {finding.code for finding in each.findings}, each.key


def test_processors_that_are_not_known_are_named_and_not_converted() -> None:
    for models in (["Xeon 0815"] * 4, ["Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz", *["Xeon 0815"] * 3]):
        plan, _ = sized(inventory(hosts=4, cpu_peak_ghz=figures(2), host_cpu_model=models))
        assert plan.workload.measured_on.key is None
        assert "Xeon 0815" in (plan.workload.measured_on.model or "")
        _, *candidates = decide(plan, CATALOGUE).configurations
        for each in candidates:
            assert each.quantities["cpu_generation_factor"].value == 1
            (message,) = (one.message for one in each.findings if one.code == "cpu_demand_not_converted")
            assert "Xeon 0815" in message


def test_consumed_memory_of_the_source_is_in_the_plan() -> None:
    plan, _ = sized(inventory(hosts=4, memory_consumed_gib=figures(9)))
    assert [each.memory_consumed_gib for each in plan.workload.groups] == [9]
