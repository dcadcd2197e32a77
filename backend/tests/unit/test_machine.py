"""The machine: memory of single-tier storage, network cards, bays and slots, NUMA nodes, admission control."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import PlanError, evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, Input, InputStatus, QuantityState
from hostwise.plan.document import Plan, plan_json

CARDS = [{"count": 1, "ports": 2, "gbit_s": 25}]


def document(sample: str = "nvme-2026") -> Any:
    return plan_json(sample_plan(sample))


def evaluated(plan: Any, index: int = 0) -> ConfigurationResult:
    return evaluate_plan(Plan.model_validate(plan), load_catalogue()).configurations[index]


def origins(plan: Any, quantity: str, configuration: str) -> list[Input]:
    result = evaluate_plan(Plan.model_validate(plan), load_catalogue())
    return [each for each in result.inputs if each.quantity == quantity and each.configuration == configuration]


def said(result: ConfigurationResult, code: str) -> list[str]:
    return [each.message for each in result.findings if each.code == code]


def against(result: ConfigurationResult, code: str) -> list[str]:
    """The reasons of a code; a configuration that has one is not buildable."""
    found = [each.message for each in result.reasons if each.code == code]
    assert result.buildable is not bool(found)
    return found


def number(result: ConfigurationResult, quantity: str) -> float:
    value = result.quantities[quantity].value
    assert value is not None
    return value


class TestMemoryOfSingleTierStorage:
    def test_is_assumed_and_says_so(self) -> None:
        plan = document()
        result = evaluated(plan)
        assert result.quantities["storage_stack_gib"].value == 64
        assert result.quantities["hosts_for_memory"].state is QuantityState.EVALUATED
        (share,) = origins(plan, "stack_memory_assumed_share", "mixed-use")
        assert share.status is InputStatus.ASSUMED
        assert said(result, "storage_stack_assumed") == [
            "EPYC with mixed-use NVMe: single-tier storage: 64 GiB of memory per host assumed (5\u00a0% of DRAM, at "
            "most 64 GiB; none is published). 6 to 100 GiB: it needs 12 hosts."
        ]

    def test_band_moves_the_hosts_where_memory_binds(self) -> None:
        plan = document()
        plan["configurations"][0]["memory"]["dram_gib"] = 1024
        result = evaluated(plan)
        hosts = []
        for gib in (6, 51.2, 100):
            plan["configurations"][0]["memory"]["storage_stack_gib"] = gib
            hosts.append(number(evaluated(plan), "hosts"))
        assert hosts[1] == result.hosts.value
        assert hosts[0] < hosts[2]
        (text,) = said(result, "storage_stack_assumed")
        assert f"6 to 100 GiB: {hosts[0]:.0f} to {hosts[2]:.0f} hosts." in text

    def test_a_given_figure_is_used_without_a_finding(self) -> None:
        plan = document()
        plan["configurations"][0]["memory"]["storage_stack_gib"] = 45
        result = evaluated(plan)
        assert result.quantities["storage_stack_gib"].value == 45
        assert not said(result, "storage_stack_assumed")

    def test_two_tiers_have_a_formula_and_no_finding(self) -> None:
        result = evaluated(document(), 2)
        assert result.quantities["storage_stack_gib"].value == pytest.approx(49.01234375)
        assert not said(result, "storage_stack_assumed")
        assert result.quantities["stack_memory_assumed_gib"].value is None

    def test_a_version_without_a_formula_is_still_not_evaluated(self) -> None:
        plan = document("moderate-io")
        plan["configurations"][0]["hypervisor"] = "esxi-5"
        value = evaluated(plan).quantities["storage_stack_gib"]
        assert value.state is QuantityState.NOT_EVALUATED
        assert value.missing == ["/configurations/0/memory/storage_stack_gib"]

    def test_a_vm_too_large_for_a_host_is_an_answer(self) -> None:
        plan = document()
        plan["workload"]["groups"][1]["memory_gib"] = 4000
        assert any("GiB more memory" in each.message for each in evaluated(plan).reasons)


class TestReadyNodeProfile:
    def test_smallest_profile_is_checked_where_none_is_named(self) -> None:
        plan = document()
        plan["configurations"][0]["cpu"] = {"sockets": 1, "cores": 12, "base_ghz": 3}
        plan["configurations"][0]["memory"]["dram_gib"] = 96
        found = said(evaluated(plan), "below_readynode_profile")
        assert any("AF-0, the smallest, asks for 16 cores per host; this host has 12." in each for each in found)
        assert any("asks for 128 GiB per host; this host has 96." in each for each in found)

    def test_named_profile_is_checked(self) -> None:
        plan = document()
        plan["configurations"][0]["ready_node_profile"] = "af-4"
        plan["configurations"][0]["capacity"]["count"] = 3
        found = said(evaluated(plan), "below_readynode_profile")
        assert ["4 drives per host; this host has 3" in each for each in found] == [True]

    @pytest.mark.parametrize(("speed", "codes"), [(1, ["below"]), (10, ["usual"]), (25, [])])
    def test_network_speed(self, speed: float, codes: list[str]) -> None:
        plan = document()
        plan["configurations"][0]["network"]["cards"][0]["gbit_s"] = speed
        result = evaluated(plan)
        below = said(result, "below_readynode_profile")
        usual = said(result, "network_below_profile")
        assert (["below"] if below else []) + (["usual"] if usual else []) == codes
        if usual:
            assert "needs ports of 25 Gbit/s or more by its vendor's rule; 10 are allowed" in usual[0]

    def test_named_larger_profile_refuses_10_gbit(self) -> None:
        plan = document()
        plan["configurations"][0]["ready_node_profile"] = "af-8"
        plan["configurations"][0]["network"]["cards"][0]["gbit_s"] = 10
        (text,) = said(evaluated(plan), "below_readynode_profile")
        assert "AF-8 asks for 25 Gbit/s for a port; this host has 10." in text

    def test_advice_is_no_rule(self) -> None:
        plan = document()
        plan["configurations"][0]["ready_node_profile"] = "af-8"
        result = evaluated(plan)
        assert not said(result, "below_readynode_profile")
        assert said(result, "network_below_advice")

    def test_unknown_profile_is_a_mistake_at_the_field(self) -> None:
        plan = document()
        plan["configurations"][0]["ready_node_profile"] = "af-5"
        with pytest.raises(PlanError) as error:
            evaluated(plan)
        assert [each.pointer for each in error.value.mistakes] == ["/configurations/0/ready_node_profile"]

    def test_other_layouts_have_none(self) -> None:
        plan = document("moderate-io")
        plan["configurations"][0]["ready_node_profile"] = "af-4"
        with pytest.raises(ValueError, match="has no ReadyNode profile"):
            Plan.model_validate(plan)


class TestNetwork:
    def test_without_cards_it_is_not_evaluated_and_the_cure_is_named(self) -> None:
        plan = document()
        del plan["configurations"][0]["network"]["cards"]
        result = evaluated(plan)
        value = result.quantities["hosts_for_network"]
        assert value.state is QuantityState.NOT_EVALUATED
        assert value.missing == ["/configurations/0/network/cards"]
        assert "not evaluated: network" in result.hosts_reason

    def test_it_cannot_bind_where_no_io_is_given(self) -> None:
        plan = document()
        del plan["configurations"][0]["network"]["cards"]
        for group in plan["workload"]["groups"]:
            for name in ("iops_peak", "iops_average"):
                del group[name]
        plan["remarks"] = {}
        (network,) = (each for each in evaluated(plan).constraints if each.key == "network")
        assert not network.undecided

    def test_867_000_iops_a_host_are_not_on_two_ports_of_25_gbit(self) -> None:
        plan = document()
        plan["workload"]["groups"] = [
            {"name": "load", "count": 4, "vcpu": 8, "memory_gib": 64, "disk_gb": 100, "iops_peak": 867_000,
             "iops_average": 1000, "read_share": 0.7, "io_kib": 8}
        ]  # fmt: skip
        plan["remarks"] = {}
        plan["policy"] |= {"sizing_years": 0, "spare_hosts": 0}
        plan["policy"] |= {"network_utilisation_limit": 1, "vmotion_network_share": 0, "resync_network_share": 0}
        plan["configurations"] = [plan["configurations"][0] | {"hosts": 4}]
        result = evaluated(plan)
        assert result.quantities["stored_write_gbit_s"].value == pytest.approx(4 * 59.66, rel=1e-3)
        assert result.quantities["network_utilisation"].value == pytest.approx(99.43 * 0.75 / 50, rel=1e-3)
        (network,) = (each for each in result.constraints if each.key == "network")
        assert (network.satisfied, network.hosts.value) == (False, 7)
        assert not result.feasible
        # Seven are enough, six are not.
        for hosts, enough in ((6, False), (7, True)):
            plan["configurations"][0]["hosts"] = hosts
            assert (number(evaluated(plan), "network_utilisation") <= 1) is enough

    def test_slack_is_zero_where_one_more_bit_needs_another_host(self) -> None:
        plan = document()
        base = evaluated(plan)
        slack = number(base, "network_slack_share")
        hosts = base.hosts.value
        assert hosts is not None
        for group in plan["workload"]["groups"]:
            group["iops_peak"] *= (1 + slack) * (1 - 1e-6)
        assert evaluated(plan).quantities["hosts_for_network"].value == hosts
        for group in plan["workload"]["groups"]:
            group["iops_peak"] *= 1 + 1e-5
        assert evaluated(plan).quantities["hosts_for_network"].value == hosts + 1

    def test_cards_have_count_speed_and_price_each(self) -> None:
        plan = document()
        network = {
            "cards": [
                {"count": 2, "ports": 2, "gbit_s": 25, "price": 300, "power_w": 12},
                {"count": 1, "ports": 4, "gbit_s": 10, "price": 150, "power_w": 9, "carries_storage": False},
            ]
        }
        plan["configurations"][0]["network"] = network
        plan["remarks"] = {}
        (bandwidth,) = origins(plan, "network_gbit_s_per_host", "mixed-use")
        assert (bandwidth.value, bandwidth.note) == (100, "4 x 25 Gbit/s")
        assert [each.value for each in origins(plan, "nic_price", "mixed-use")] == [750]
        assert [each.value for each in origins(plan, "nic_w", "mixed-use")] == [33]
        del network["cards"][1]["price"]
        (price,) = origins(plan, "nic_price", "mixed-use")
        assert price.pointer == "/configurations/0/network/cards/1/price"
        assert price.status in (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)
        assert price.value is not None
        assert price.value > 600

    def test_documents_without_cards_keep_their_price_and_power(self) -> None:
        plan = document()
        plan["configurations"][0]["network"] = {"description": "2 x 25 GbE", "price": 500, "power_w": 14}
        assert [each.value for each in origins(plan, "nic_price", "mixed-use")] == [500]
        assert [each.value for each in origins(plan, "nic_w", "mixed-use")] == [14]

    def test_no_card_for_storage_is_no_answer_but_a_reason(self) -> None:
        plan = document()
        plan["configurations"][0]["network"]["cards"][0]["carries_storage"] = False
        assert any("constraint network" in each.message for each in evaluated(plan).reasons)

    def test_an_array_has_a_network_of_its_own_unless_cards_carry_it(self) -> None:
        plan = document()
        one = plan["configurations"][0] | {"layout": "external", "array": {"price": 100_000}}
        del one["capacity"], one["protection"]
        plan["configurations"], plan["remarks"] = [one], {}
        del one["network"]
        assert evaluated(plan).quantities["hosts_for_network"].state is QuantityState.DOES_NOT_APPLY
        one["network"] = {"cards": CARDS}
        value = evaluated(plan).quantities["hosts_for_network"]
        assert value.state is QuantityState.EVALUATED


class TestBounds:
    def test_unknown_bays_and_slots_are_not_evaluated(self) -> None:
        result = evaluated(document())
        assert result.quantities["free_bays_per_host"].state is QuantityState.NOT_EVALUATED
        assert result.quantities["free_bays_per_host"].missing == ["/configurations/0/host/drive_bays"]
        assert result.feasible

    def test_more_drives_than_bays(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "cisco-ucs-c245-m8"
        plan["configurations"][0]["capacity"]["count"] = 10
        result = evaluated(plan)
        assert result.quantities["free_bays_per_host"].value == -2
        assert any(
            "Cisco UCS C245 M8 has 8 bays for such drives, the plan 10" in each.message for each in result.reasons
        )

    def test_two_tiers_take_bays_of_any_kind(self) -> None:
        plan = document()
        plan["configurations"][2]["host"]["chassis"] = "cisco-ucs-c245-m8"
        assert evaluated(plan, 2).quantities["free_bays_per_host"].value == 28 - 4 - 2

    def test_more_sockets_than_the_chassis_has(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "dell-poweredge-r6615"
        assert any("has 1 socket, the plan 2" in each.message for each in evaluated(plan).reasons)

    def test_more_modules_than_slots(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "dell-poweredge-r7625"
        plan["configurations"][0]["memory"]["module_gib"] = 32
        assert any(
            "24 slots for memory, 1,536 GiB take 48 modules of 32 GiB" in x.message for x in evaluated(plan).reasons
        )
        plan["configurations"][0]["memory"]["module_gib"] = 64
        result = evaluated(plan)
        assert result.feasible
        assert result.quantities["free_slots_per_host"].value == 0
        assert result.quantities["modules_per_channel"].value == 1
        assert not said(result, "memory_not_of_equal_modules")

    @pytest.mark.parametrize(
        ("dram", "module", "found"), [(1000, None, True), (1536, None, False), (1000, 64, True), (1536, 96, False)]
    )
    def test_memory_is_made_of_equal_modules(self, dram: float, module: float | None, found: bool) -> None:
        plan = document()
        plan["configurations"][0]["memory"]["dram_gib"] = dram
        if module:
            plan["configurations"][0]["memory"]["module_gib"] = module
        assert bool(said(evaluated(plan), "memory_not_of_equal_modules")) is found

    def test_where_usual_modules_have_no_room_larger_ones_are_assumed_and_said_to_cost_more(self) -> None:
        plan = document()
        configuration = plan["configurations"][0]
        configuration["host"]["chassis"] = "dell-poweredge-r7625"
        assert not said(evaluated(plan), "memory_modules_large")
        configuration["memory"]["dram_gib"] = 2048
        result = evaluated(plan)
        assert result.feasible
        assert result.quantities["modules_per_host"].value == 16
        assert result.quantities["free_slots_per_host"].value == 8
        (found,) = said(result, "memory_modules_large")
        assert "2,048 GiB take modules of 128 GiB in 24 slots. They cost more per GiB" in found
        # Of modules that are chosen, and of a price of all memory, nothing is assumed.
        configuration["memory"]["price"] = 80_000
        assert not said(evaluated(plan), "memory_modules_large")
        del configuration["memory"]["price"]
        configuration["memory"]["module_gib"] = 128
        assert not said(evaluated(plan), "memory_modules_large")

    def test_a_reason_leads_to_the_field(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "cisco-ucs-c245-m8"
        plan["configurations"][0]["capacity"]["count"] = 10
        pointers = [each.pointer for each in evaluated(plan).findings if each.code == "infeasible"]
        assert "/configurations/0/capacity/count" in pointers

    def test_the_modules_of_a_kit_count_one_by_one(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "dell-poweredge-r7625"
        plan["configurations"][0]["memory"] |= {"module": "ddr5-6400-rdimm-kit-4tb-2025-12", "dram_gib": 4096}
        result = evaluated(plan)
        assert result.quantities["modules_per_host"].value == 16

    def test_more_memory_than_the_chassis_takes(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "dell-poweredge-r7625"
        plan["configurations"][0]["memory"]["dram_gib"] = 8192
        assert any("R7625 take at most 6,144 GiB" in x for x in said(evaluated(plan), "memory_above_maximum"))

    def test_channels_are_filled_evenly(self) -> None:
        plan = document()
        plan["configurations"][0]["memory"] |= {"dram_gib": 1024, "module_gib": 64}
        assert said(evaluated(plan), "memory_channels_uneven")

    def test_the_chassis_gives_the_height(self) -> None:
        plan = document()
        plan["remarks"] = {}
        plan["configurations"][0]["host"] = {"chassis": "dell-poweredge-r6725"}
        assert [each.value for each in origins(plan, "rack_units_per_host", "mixed-use")] == [1]

    def test_a_vm_larger_than_a_numa_node_fits_but_says_so(self) -> None:
        plan = document()
        plan["workload"]["groups"][1] |= {"vcpu": 40, "memory_gib": 900}
        result = evaluated(plan)
        assert result.quantities["hosts_for_largest_vm"].value == 1
        texts = said(result, "largest_vm_spans_nodes")
        assert len(texts) == 2
        assert "40 vCPU, one processor 32 cores" in texts[0]


class TestFailureCases:
    def test_every_constraint_has_what_remains_with_the_spare_failed(self) -> None:
        result = evaluated(document())
        running, failed = result.failure_cases
        assert (running.label, failed.label) == ("all hosts running", "1 host down (the spares)")
        keys = [each.key for each in result.constraints]
        assert keys == [each.key for each in running.constraints] == [each.key for each in failed.constraints]
        for was, each in zip(result.constraints, running.constraints, strict=True):
            assert (was.slack_share, was.satisfied) == (each.slack_share, each.satisfied)

    def test_what_remains_is_what_a_cluster_of_the_remaining_hosts_has(self) -> None:
        plan = document()
        result = evaluated(plan)
        assert result.hosts.value is not None
        plan["configurations"][0]["hosts"] = int(result.hosts.value) - 1
        plan["policy"] |= {"spare_hosts": 0, "capacity_reserve": {"method": "operations_and_rebuild"}}
        plan["policy"]["capacity_reserve"]["rebuild_reserve_hosts"] = 0
        alone = {each.key: each.slack_share for each in evaluated(plan).constraints}
        known = 0
        for each in result.failure_cases[1].constraints:
            if each.slack_share is not None and each.slack_share.value is not None:
                other = alone[each.key]
                assert other is not None
                assert each.slack_share.value == pytest.approx(other.value, rel=1e-9), each.key
                known += 1
        assert known >= 6

    def test_a_limit_that_need_not_hold_says_so(self) -> None:
        plan = document()
        plan["policy"]["holds_with_spares_down"] = {"cpu": False}
        result = evaluated(plan)
        (cores,) = (each for each in result.failure_cases[1].constraints if each.key == "cpu_ratio")
        (memory,) = (each for each in result.failure_cases[1].constraints if each.key == "memory")
        assert (cores.must_hold, memory.must_hold) == (False, True)
        assert memory.satisfied

    def test_one_host_is_failed_where_the_plan_has_no_spares(self) -> None:
        plan = document()
        plan["policy"]["spare_hosts"] = 0
        result = evaluated(plan)
        assert [each.failed_hosts for each in result.failure_cases] == [0, 1]
        (cores,) = (each for each in result.failure_cases[1].constraints if each.key == "cpu_ratio")
        assert (cores.satisfied, cores.must_hold) == (False, False)

    def test_a_single_host_leaves_nothing(self) -> None:
        plan = document()
        plan["configurations"][0]["hosts"] = 1
        assert [each.failed_hosts for each in evaluated(plan).failure_cases] == [0]

    def test_the_numbers_of_a_case_are_explained(self) -> None:
        plan = Plan.model_validate(document())
        (cores,) = (
            each
            for each in evaluate_plan(plan, load_catalogue()).configurations[0].failure_cases[1].constraints
            if each.key == "cpu_ratio"
        )
        assert cores.slack_quantity is not None
        assert cores.slack_share is not None
        node = explain_number(plan, load_catalogue(), "mixed-use", cores.slack_quantity, failed_hosts=1).nodes[0]
        assert node.values == [cores.slack_share.value]


class TestAdmissionControl:
    def test_what_is_admitted_stands_beside_what_is_sized_for(self) -> None:
        result = evaluated(document())
        assert number(result, "failover_memory_share") == number(result, "failover_ghz_share") == pytest.approx(1 / 12)
        vms = number(result, "planned_vms")
        assert number(result, "percentage_admitted_vms") > vms
        assert number(result, "slot_admitted_vms") < vms
        assert any("under its slot policy" in each for each in said(result, "admission_refuses"))

    def test_without_reservations_both_admit_far_more(self) -> None:
        plan = document()
        del plan["workload"]["groups"][1]["memory_reserved_share"]
        result = evaluated(plan)
        assert number(result, "percentage_admitted_vms") > 10 * number(result, "planned_vms")
        assert not said(result, "admission_refuses")

    def test_the_comparison_has_the_vms_admitted_where_any_reserve_memory(self) -> None:
        about_vms = {"slots_per_host", "slot_admitted_vms", "percentage_admitted_vms"}
        plan = document()
        reserving = {each.quantity for each in evaluate_plan(Plan.model_validate(plan), load_catalogue()).rows}
        assert about_vms <= reserving
        del plan["workload"]["groups"][1]["memory_reserved_share"]
        assert not about_vms & {
            each.quantity for each in evaluate_plan(Plan.model_validate(plan), load_catalogue()).rows
        }


class TestWhatCannotBeBuilt:
    @pytest.mark.parametrize(
        ("chassis", "processor", "fits"),
        [
            ("hpe-proliant-dl385-gen11", "intel-xeon-6767p", False),
            ("dell-poweredge-r770", "amd-epyc-9355", False),
            ("hpe-proliant-dl385-gen11", "amd-epyc-9355", True),
            # One socket, and updates of the machine that the catalogue does not know of: not sure.
            ("dell-poweredge-r7625", "amd-epyc-9355", True),
            ("dell-poweredge-r7725", "amd-epyc-9354", True),
            ("cisco-ucs-c240-m8", "intel-xeon-6740e", True),
            ("dell-poweredge-r7625", "amd-epyc-7763", False),
            ("lenovo-thinkedge-se455-v3", "amd-epyc-9355", False),
            ("dell-poweredge-r760", "intel-xeon-gold-6430", True),
            ("dell-poweredge-r760", "intel-xeon-platinum-8592plus", True),
            ("dell-poweredge-r760", "intel-xeon-gold-6338", False),
            ("dell-poweredge-r760", "intel-xeon-6767p", False),
            ("dell-poweredge-r770", "intel-xeon-6767p", True),
            ("dell-poweredge-r770", "intel-xeon-6980p", False),
            ("dell-poweredge-r770ap", "intel-xeon-6980p", True),
            ("dell-poweredge-r770ap", "intel-xeon-gold-6530", False),
            # What a system on a chip takes is no family that has a socket here.
            ("cisco-ucs-xe130c-m8", "intel-xeon-6767p", True),
            ("cisco-ucs-xe130c-m8", "amd-epyc-9355", False),
        ],
    )
    def test_a_processor_of_another_maker_or_socket(self, chassis: str, processor: str, fits: bool) -> None:
        catalogue = load_catalogue()
        assert catalogue.chassis[chassis].excludes(catalogue.cpus[processor]) is not fits

    def test_each_processor_has_one_family_and_fits_some_machines_or_none(self) -> None:
        catalogue = load_catalogue()
        for cpu in catalogue.cpus.values():
            taken = {each.processors for each in catalogue.chassis.values() if not each.excludes(cpu)}
            assert all(each.split()[0] == cpu.model.split()[0] for each in taken), cpu.key
            assert len(taken) <= 3, cpu.key

    def test_a_processor_that_does_not_fit_is_said(self) -> None:
        plan = document()
        plan["configurations"][0]["host"]["chassis"] = "hpe-proliant-dl385-gen11"
        assert not against(evaluated(plan), "processor_does_not_fit")
        plan["configurations"][0]["cpu"] = {"key": "intel-xeon-6767p", "sockets": 2}
        (text,) = against(evaluated(plan), "processor_does_not_fit")
        assert "HPE ProLiant DL385 Gen11 takes EPYC 9004/9005 (" in text
        assert "the plan has Intel Xeon 6767P: such a host cannot be built." in text
        plan["configurations"][0]["cpu"] = {"sockets": 2, "cores": 32, "base_ghz": 2.4}
        assert not against(evaluated(plan), "processor_does_not_fit")

    @pytest.mark.parametrize("key", ["samsung-pm893-3.84tb", "samsung-pm1653-7.68tb", "micron-realssd-p320h-700gb"])
    def test_single_tier_storage_of_drives_that_are_not_nvme(self, key: str) -> None:
        plan = document()
        assert not against(evaluated(plan), "drives_not_nvme")
        plan["configurations"][0]["capacity"]["key"] = key
        (text,) = against(evaluated(plan), "drives_not_nvme")
        assert load_catalogue().drives[key].interface in text
        plan["configurations"][2]["capacity"]["key"] = key
        assert not against(evaluated(plan, 2), "drives_not_nvme")
