"""From plan and catalogue to the inputs of the engine, each value with where it comes from.

This is the one place where the plan's unit convention is applied and where defaults stand in for absent fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import nan
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hostwise.catalogue.hardware import Drive, HostPower
from hostwise.catalogue.loader import Catalogue, Table, UnknownKey
from hostwise.catalogue.market import Licence
from hostwise.catalogue.record import Record
from hostwise.catalogue.rules import Protection
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Kind
from hostwise.plan.document import (
    Architecture,
    Configuration,
    Document,
    Drives,
    Plan,
    ReserveMethod,
    UnitConvention,
    WriteLoadBasis,
)
from hostwise.plan.result import Input, InputStatus
from hostwise.services.origins import MISSING, CatalogueOrigins, Origin, default, settled
from hostwise.services.units import unit_symbol

_TAIL_PROBABILITY = 0.05
_KIND_OF_STATUS: Mapping[InputStatus, Kind | None] = {
    InputStatus.GIVEN: "entered",
    InputStatus.IMPORTED: "entered",
    InputStatus.CATALOGUE: "vendor-stated",
    InputStatus.EVIDENCE: "measured",
    InputStatus.ASSUMED: "assumed",
    InputStatus.ILLUSTRATIVE: "assumed",
    InputStatus.CONVENTION: "entered",
    InputStatus.MISSING: None,
}


RowT = TypeVar("RowT", bound=Record)


class Mistake(NamedTuple):
    """Something in a well-formed plan that does not fit the catalogue."""

    pointer: str
    code: str
    message: str
    hint: str | None


class PlanError(Exception):
    """The plan refers to things that do not exist or do not fit; `mistakes` names every one."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        """Collect the mistakes."""
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(each.message for each in self.mistakes))


@dataclass
class Binding:
    """The engine's inputs for a plan, and the origin of each."""

    plan: Plan
    arrays: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    inputs: dict[tuple[str, str | None], list[Input]] = field(default_factory=dict)

    def origins(self, name: str, configuration: str) -> list[Input]:
        """Where an input's values come from, for a configuration."""
        return self.inputs.get((name, configuration)) or self.inputs.get((name, None)) or []


def bind(plan: Plan, catalogue: Catalogue) -> Binding:
    """The engine's inputs for a plan.

    Raises:
        PlanError: keys are not in the catalogue, or choices exclude each other.
    """
    binder = _Binder(plan, catalogue)
    binder.convention()
    binder.workload()
    binder.policy()
    binder.economics()
    for index, configuration in enumerate(plan.configurations):
        binder.configuration(index, configuration)
    if binder.mistakes:
        raise PlanError(dict.fromkeys(binder.mistakes))
    return binder.finish()


class _Binder(CatalogueOrigins):
    def __init__(self, plan: Plan, catalogue: Catalogue) -> None:
        super().__init__(catalogue, plan.economics.currency)
        self.plan = plan
        self.mistakes: list[Mistake] = []
        self.binding = Binding(plan)
        self.by_configuration: dict[str, list[float]] = {}
        self.current: tuple[int, Configuration] | None = None

    # ------------------------------------------------------------------------------------------------ recording

    def put(
        self,
        name: str,
        pointer: str | None,
        given: float | None,
        otherwise: Origin = MISSING,
        *,
        group: str | None = None,
    ) -> float:
        """Record an input: the plan's value if given, else what stands in for it."""
        origin = otherwise
        if given is not None:
            remark = self.plan.remarks.get(pointer) if pointer else None
            status = InputStatus(remark.status) if remark else InputStatus.GIVEN
            origin = (
                Origin(given, status, remark.source, remark.locator, remark.note) if remark else Origin(given, status)
            )
        value = None if origin.value is None else float(origin.value)
        quantity = MODEL.inputs[name]
        key = self.current[1].key if self.current else None
        self.binding.inputs.setdefault((name, key), []).append(
            Input(
                quantity=name,
                label=quantity.label,
                unit=unit_symbol(quantity, self.plan.economics.currency),
                configuration=key,
                group=group,
                pointer=pointer,
                value=value,
                status=origin.status,
                kind=origin.kind or _KIND_OF_STATUS[origin.status],
                source=origin.source,
                locator=origin.locator,
                note=origin.note,
            )
        )
        number = nan if value is None else value
        if self.current is not None:
            self.by_configuration.setdefault(name, []).append(number)
        elif group is None:
            self.binding.arrays[name] = np.array([[number]])
        return number

    def put_field(self, name: str, pointer: str, document: Document, attribute: str) -> None:
        """Record a field that has a default in the plan document: given only if the plan says so."""
        value = float(getattr(document, attribute))
        given = value if attribute in document.model_fields_set else None
        self.put(name, pointer, given, default(value, "default of the plan document"))

    def put_groups(self, name: str, attribute: str, otherwise: Origin = MISSING) -> None:
        """Record an input that every VM group has."""
        values = [
            self.put(
                name, f"/workload/groups/{index}/{attribute}", getattr(each, attribute), otherwise, group=each.name
            )
            for index, each in enumerate(self.plan.workload.groups)
        ]
        self.binding.arrays[name] = np.array([[values]])

    def finish(self) -> Binding:
        for name, values in self.by_configuration.items():
            self.binding.arrays[name] = np.array([values])
        return self.binding

    # --------------------------------------------------------------------------------------------- catalogue

    def find(self, table: Table[RowT], key: str | None, pointer: str) -> RowT | None:
        """A catalogue row by key; an unknown key is a mistake of the plan."""
        if key is None:
            return None
        try:
            return table[key]
        except UnknownKey as error:
            hint = f"Did you mean {error.nearest[0]!r}?" if error.nearest else None
            self.mistakes.append(Mistake(pointer, "unknown_key", f"The catalogue has no {error.kind} {key!r}.", hint))
            return None

    # ------------------------------------------------------------------------------------------------- common

    def convention(self) -> None:
        """The plan's unit convention, applied here and nowhere else."""
        printed = self.plan.unit_convention is UnitConvention.BINARY_AS_PRINTED
        text = f"unit convention {self.plan.unit_convention}"
        at = "/unit_convention"
        mb_per_gb, mb_per_kib = (1024.0, 1 / 1024) if printed else (1000.0, 1024 / 1e6)
        self.put("mb_per_gb", at, None, settled(mb_per_gb, text))
        self.put("mb_per_kib", at, None, settled(mb_per_kib, text))

    def workload(self) -> None:
        workload = self.plan.workload
        for name in (
            "count",
            "vcpu",
            "cpu_ghz",
            "memory_gib",
            "disk_gb",
            "iops_peak",
            "iops_average",
            "read_share",
            "io_kib",
        ):
            self.put_groups(name, name)
        self.put_groups("memory_reserved_share", "memory_reserved_share", default(0, "no memory is reserved"))
        self.put_groups("disk_used_share", "disk_used_share", default(1, "all of the provisioned disk is used"))
        for name in ("count_growth_rate", "disk_growth_rate", "io_growth_rate"):
            self.put_groups(name, name, default(0, "no growth"))
        self.put("total_cpu_ghz", "/workload/totals/cpu_ghz", workload.totals.cpu_ghz)
        self.put("total_used_tb", "/workload/totals/used_tb", workload.totals.used_tb)
        sigma = {
            WriteLoadBasis.MEASURED: "write_load_sigma_measured",
            WriteLoadBasis.ESTIMATED: "write_load_sigma_estimated",
            WriteLoadBasis.UNKNOWN: "write_load_sigma_unknown",
        }[workload.write_load_basis]
        self.put("write_load_sigma", "/workload/write_load_sigma", workload.write_load_sigma, self.assumption(sigma))

    def policy(self) -> None:
        policy = self.plan.policy
        at = "/policy"
        self.put_field("sizing_years", f"{at}/sizing_years", policy, "sizing_years")
        for name in ("vcpu_per_core", "cpu_utilisation_limit", "cache_utilisation_limit"):
            self.put(name, f"{at}/{name}", getattr(policy, name), self.assumption(name))
        self.put(
            "memory_overcommit_limit",
            f"{at}/memory_overcommit_limit",
            policy.memory_overcommit_limit,
            default(1, "memory is not overcommitted"),
        )
        self.put("max_wear_out_probability", f"{at}/max_wear_out_probability", policy.max_wear_out_probability)
        self.put_field("spare_hosts", f"{at}/spare_hosts", policy, "spare_hosts")
        holds = policy.holds_with_spares_down
        for name, attribute in (
            ("cpu_spares_flag", "cpu"),
            ("memory_spares_flag", "memory"),
            ("cache_spares_flag", "cache_performance"),
            ("endurance_spares_flag", "endurance"),
            ("minimum_spares_flag", "minimum_hosts"),
        ):
            self.put_field(name, f"{at}/holds_with_spares_down/{attribute}", holds, attribute)
        limit = self.assumption("maximum_hosts_per_cluster")
        self.put("max_hosts_per_cluster", f"{at}/max_hosts_per_cluster", policy.max_hosts_per_cluster, limit)
        self.put_field("swap_object_share", f"{at}/thick_swap_files", policy, "thick_swap_files")
        self._capacity_reserve()

    def _capacity_reserve(self) -> None:
        reserve = self.plan.policy.capacity_reserve
        none = settled(0, f"the method {reserve.method} keeps none")
        slack, operations, rebuild = none, none, none
        if reserve.method is ReserveMethod.SLACK:
            slack = self.assumption("slack_reserve_share")
        if reserve.method is ReserveMethod.OPERATIONS_AND_REBUILD:
            slack = self.assumption("operations_reserve_share")
            rebuild = self.assumption("rebuild_reserve_hosts")
        if reserve.method is ReserveMethod.VENDOR_KB:
            figure = self.catalogue.assumptions["policy_change_space_gb_per_host"]
            origin = self.figure(figure)
            terabytes = None if figure.value is None else figure.value / 1000
            operations = Origin(terabytes, origin.status, origin.source, origin.locator, origin.note, origin.kind)
            rebuild = self.assumption("rebuild_reserve_hosts")
        at = "/policy/capacity_reserve"
        self.put("slack_share", f"{at}/slack_share", reserve.slack_share, slack)
        name = "operations_reserve_tb_per_host"
        self.put(name, f"{at}/{name}", reserve.operations_reserve_tb_per_host, operations)
        self.put("rebuild_reserve_hosts", f"{at}/rebuild_reserve_hosts", reserve.rebuild_reserve_hosts, rebuild)

    def economics(self) -> None:
        economics = self.plan.economics
        at = "/economics"
        self.put_field("horizon_years", f"{at}/horizon_years", economics, "horizon_years")
        for name in (
            "discount_rate",
            "support_rate",
            "electricity_price_per_kwh",
            "cpu_load_share",
            "rack_unit_price_per_month",
        ):
            self.put(name, f"{at}/{name}", getattr(economics, name))
        self.put("pue", f"{at}/pue", economics.pue, self.assumption("pue_ratio"))
        self.put("tail_probability", None, None, settled(_TAIL_PROBABILITY, "the band holds 90 % of the cases"))
        years = range(economics.horizon_years + 1)
        for year in years:
            self.put("year", None, None, settled(year, "years of the plan"), group=str(year))
        self.binding.arrays["year"] = np.array([[[float(year) for year in years]]])

    # ------------------------------------------------------------------------------------------ configuration

    def configuration(self, index: int, configuration: Configuration) -> None:
        self.current = (index, configuration)
        at = f"/configurations/{index}"
        self.put("fixed_hosts", f"{at}/hosts", configuration.hosts)
        self._processor(f"{at}/cpu", configuration)
        self._memory(f"{at}/memory", configuration)
        self._protection(at, configuration)
        self._storage(at, configuration)
        self._host(at, configuration)
        self._licence(f"{at}/licence", configuration)
        self.current = None

    def _processor(self, at: str, configuration: Configuration) -> None:
        cpu = configuration.cpu
        row = self.find(self.catalogue.cpus, cpu.key, f"{at}/key")
        self.put_field("sockets", f"{at}/sockets", cpu, "sockets")
        self.put("cores_per_socket", f"{at}/cores", cpu.cores, self.column(row, "cores"))
        self.put("base_ghz", f"{at}/base_ghz", cpu.base_ghz, self.column(row, "base_ghz"))
        self.put("cpu_price", f"{at}/price", cpu.price, self.price(row, "reduced_list_price", "list_price"))
        if row is not None and cpu.sockets > row.max_sockets:
            text = f"{row.vendor} {row.model} runs in hosts of at most {row.max_sockets} sockets."
            self.mistakes.append(Mistake(f"{at}/sockets", "too_many_sockets", text, None))

    def _memory(self, at: str, configuration: Configuration) -> None:
        memory = configuration.memory
        self.put("dram_gib", f"{at}/dram_gib", memory.dram_gib)
        self.put("memory_mode_gib", f"{at}/memory_mode_gib", memory.memory_mode_gib)
        self.put("given_storage_stack_gib", f"{at}/storage_stack_gib", memory.storage_stack_gib)
        self.put("given_memory_price_per_host", f"{at}/price", memory.price)
        module = self.find(self.catalogue.memory, memory.module, f"{at}/module")
        per_gib = MISSING
        if module is not None and module.price_per_gib is not None:
            per_gib = self.price(module, "price_per_gib")
        elif module is not None and module.capacity_gib is not None:
            per_gib = self.price(module, "price", per=module.capacity_gib)
        self.put("memory_price_per_gib", f"{at}/module", None, per_gib)
        for name, key in (
            ("hypervisor_minimum_gib", "hypervisor_reserve_minimum_gib"),
            ("hypervisor_memory_share", "hypervisor_reserve_share"),
            ("vm_overhead_mib", "vm_overhead_base_mib"),
            ("vm_memory_overhead_share", "vm_overhead_mib_per_mib"),
            ("vm_overhead_mib_per_vcpu", "vm_overhead_mib_per_vcpu"),
        ):
            self.put(name, None, None, self.assumption(key))
        osa = configuration.architecture is Architecture.OSA_ALL_FLASH
        for name, key in (
            ("stack_host_mib", "vsan_osa_memory_base_mib"),
            ("stack_mib_per_group", "vsan_osa_memory_mib_per_group_all_flash"),
            ("stack_memory_share_per_group", "vsan_osa_memory_host_share"),
            ("stack_mib_per_gb", "vsan_osa_memory_mib_per_cache_gb_all_flash"),
            ("stack_mib_per_drives", "vsan_osa_memory_mib_per_capacity_drive_all_flash"),
        ):
            unknown = self.assumption("vsan_esa_memory_gib_per_host")
            self.put(name, f"{at}/storage_stack_gib", None, self.assumption(key) if osa else unknown)

    def _protection(self, at: str, configuration: Configuration) -> None:
        pointer = f"{at}/protection" if configuration.protection else "/policy/protection"
        key = configuration.protection or self.plan.policy.protection
        row = self.find(self.catalogue.protection, key, pointer)
        osa = configuration.architecture is Architecture.OSA_ALL_FLASH
        if row is not None and row.architecture != ("osa" if osa else "esa"):
            fitting = [
                each.key
                for each in self.catalogue.protection.values()
                if each.architecture == ("osa" if osa else "esa")
            ]
            text = (
                f"Protection {key!r} does not fit architecture {configuration.architecture} of {configuration.key!r}."
            )
            hint = f"Set /configurations/{at.rsplit('/', 1)[1]}/protection to one of {', '.join(fitting)}."
            self.mistakes.append(Mistake(pointer, "protection_does_not_fit", text, hint))
            row = None
        self._protection_row(pointer, row)
        none = settled(0, "counted in the space factor")
        metadata = none if osa else self.assumption("esa_global_metadata_share")
        self.put("metadata_reserve_share", f"{at}/architecture", None, metadata)
        space = self.assumption("osa_space_factor" if osa else "esa_space_factor")
        self.put("metadata_factor", f"{at}/architecture", None, space)
        reduction = self.assumption("data_reduction_ratio")
        self.put("data_reduction_ratio", f"{at}/data_reduction_ratio", configuration.data_reduction_ratio, reduction)

    def _protection_row(self, pointer: str, row: Protection | None) -> None:
        for name in (
            "capacity_factor",
            "wide_capacity_factor",
            "wide_minimum_hosts",
            "minimum_hosts",
            "log_writes_factor",
            "stripe_writes_factor",
        ):
            self.put(name, pointer, None, self.column(row, name))

    def _storage(self, at: str, configuration: Configuration) -> None:
        cache, capacity = configuration.cache, configuration.capacity
        capacity_row = self.find(self.catalogue.drives, capacity.key, f"{at}/capacity/key")
        # In single-tier storage the drives that hold data are also those that absorb the writes.
        write_at = f"{at}/cache" if cache else f"{at}/capacity"
        drives: Drives = cache or capacity
        row = self.find(self.catalogue.drives, cache.key, f"{at}/cache/key") if cache else capacity_row
        if cache:
            self.put_field("disk_groups", f"{at}/cache/disk_groups", cache, "disk_groups")
            self.put_field("cache_drives_per_host", f"{at}/cache/disk_groups", cache, "disk_groups")
        else:
            self.put("disk_groups", None, None, settled(0, "single-tier storage has no disk groups"))
            self.put("cache_drives_per_host", f"{at}/capacity/count", capacity.count)
        self._write_drive(write_at, drives, row)
        self.put("capacity_drives_per_host", f"{at}/capacity/count", capacity.count)
        self.put(
            "capacity_drive_gb",
            f"{at}/capacity/capacity_gb",
            capacity.capacity_gb,
            self.column(capacity_row, "capacity_gb"),
        )
        self.put("capacity_drive_w", f"{at}/capacity/power_w", capacity.power_w, self._drive_power(capacity_row))
        self.put("capacity_drive_price", f"{at}/capacity/price", capacity.price, self.price(capacity_row, "price"))
        groups_limit = self.catalogue.assumptions["maximum_capacity_drives_per_group"].value
        if cache and groups_limit is not None and capacity.count > groups_limit * cache.disk_groups:
            text = f"A disk group takes at most {groups_limit:.0f} capacity drives: {cache.disk_groups} cannot hold "
            text += f"{capacity.count}."
            self.mistakes.append(Mistake(f"{at}/capacity/count", "too_many_drives", text, None))

    def _write_drive(self, at: str, drives: Drives, row: Drive | None) -> None:
        """The drive that absorbs VM writes."""
        self.put("cache_drive_gb", f"{at}/capacity_gb", drives.capacity_gb, self.column(row, "capacity_gb"))
        self.put("rated_dwpd", f"{at}/rated_dwpd", drives.rated_dwpd, self.column(row, "rated_dwpd"))
        self.put("warranty_years", f"{at}/warranty_years", drives.warranty_years, self.column(row, "warranty_years"))
        usual = default(1, "the workload wears the drive as the rating's workload does")
        self.put("endurance_factor", f"{at}/endurance_factor", drives.endurance_factor, usual)
        self.put("given_sustained_write_mb_s", f"{at}/sustained_write_mb_s", drives.sustained_write_mb_s)
        evidence = row.found("sustained_write_mib_s") if row else None
        measured = MISSING
        if evidence is not None:
            found = self.figure(evidence)
            note = "; ".join(each for each in (evidence.formula, evidence.conditions) if each)
            measured = Origin(found.value, InputStatus.EVIDENCE, found.source, found.locator, note, found.kind)
        self.put("measured_sustained_write_mib_s", f"{at}/sustained_write_mb_s", None, measured)
        self.put("spec_write_mb_s", f"{at}/sustained_write_mb_s", None, self.column(row, "seq_write_mb_s"))
        self.put("sustained_derating_factor", None, None, self.assumption("spec_to_sustained_share"))
        self.put("write_buffer_limit_gb", None, None, self.assumption("write_buffer_limit_gb"))
        self.put("cache_drive_w", f"{at}/power_w", drives.power_w, self._drive_power(row))
        self.put("cache_drive_price", f"{at}/price", drives.price, self.price(row, "price"))
        for letter in "abcd":
            self.put(f"class_{letter}_tb", None, None, self.assumption(f"endurance_class_{letter}_tb"))

    def _drive_power(self, row: Drive | None) -> Origin:
        known = self.column(row, "max_w")
        return known if known.value is not None else self._adder("nvme-ssd")

    def _adder(self, key: str) -> Origin:
        row = self.catalogue.power_adders[key]
        note = f"middle of {row.low_w:g} to {row.high_w:g} W for: {row.name}"
        middle = (row.low_w + row.high_w) / 2
        return Origin(middle, InputStatus.ASSUMED, "; ".join(row.source), f"catalogue row {row.key}", note)

    def _host(self, at: str, configuration: Configuration) -> None:
        host, network = configuration.host, configuration.network
        profile = self.find(self.catalogue.host_power, host.power_profile, f"{at}/host/power_profile")
        if host.power_profile is None and configuration.cpu.key is not None:
            profile = next(
                (
                    each
                    for each in self.catalogue.host_power.values()
                    if each.cpu_key == configuration.cpu.key and each.sockets == configuration.cpu.sockets
                ),
                None,
            )
        for name, given, column in (("host_idle_w", host.idle_w, "idle_w"), ("host_full_w", host.full_w, "max_w")):
            field = "idle_w" if name == "host_idle_w" else "full_w"
            self.put(name, f"{at}/host/{field}", given, self._measured_power(at, configuration, profile, column))
        self.put("rack_units_per_host", f"{at}/host/rack_units", host.rack_units)
        self.put("chassis_price", f"{at}/host/chassis_price", host.chassis_price)
        self.put("nic_w", f"{at}/network/power_w", network.power_w, self._adder("nic-2x25gbe"))
        self.put("nic_price", f"{at}/network/price", network.price)

    def _measured_power(self, at: str, configuration: Configuration, profile: HostPower | None, column: str) -> Origin:
        """Power from a measured host: measured for these processors, a stand-in for any other."""
        origin = self.column(profile, column)
        if profile is None or profile.cpu_key == configuration.cpu.key:
            return origin
        remark = self.plan.remarks.get(f"{at}/host/power_profile")
        note = f"measured with {profile.name}, standing in for the processors of this plan"
        if remark is not None and remark.note:
            note += f": {remark.note}"
        return Origin(origin.value, InputStatus.ASSUMED, origin.source, origin.locator, note, "assumed")

    def _licence(self, at: str, configuration: Configuration) -> None:
        licence = configuration.licence
        row = self.find(self.catalogue.licences, licence.key, f"{at}/key")
        per_core, per_socket = MISSING, MISSING
        least_per_host: Origin = settled(0, "no minimum for a host is known")
        if row is None:
            rule = self.assumption("licence_minimum_cores_per_cpu")
            least = Origin(rule.value, InputStatus.ASSUMED, rule.source, rule.locator, "the rule of VMware's products")
        else:
            least = self.column(row, "minimum_cores_per_cpu") if row.minimum_cores_per_cpu else settled(0, "no minimum")
            if row.minimum_cores_per_server:
                least_per_host = self.column(row, "minimum_cores_per_server")
            price = self._yearly_price(row)
            none = settled(0, f"{row.product} is licensed by {row.metric}")
            per_core, per_socket = (none, price) if row.metric == "socket" else (price, none)
        # A price per core alone says that sockets cost nothing, and the other way round.
        if row is None and licence.price_per_core_year is not None:
            per_socket = settled(0, "the plan gives a price per core")
        elif row is None and licence.price_per_socket_year is not None:
            per_core = settled(0, "the plan gives a price per socket")
        self.put("licence_price_per_core", f"{at}/price_per_core_year", licence.price_per_core_year, per_core)
        self.put("licence_price_per_socket", f"{at}/price_per_socket_year", licence.price_per_socket_year, per_socket)
        name = "licence_minimum_cores_per_socket"
        self.put(name, f"{at}/minimum_cores_per_socket", licence.minimum_cores_per_socket, least)
        self.put("licence_minimum_cores_per_host", f"{at}/key", None, least_per_host)

    def _yearly_price(self, row: Licence) -> Origin:
        """The price of a core or socket for a year, where the product is sold like that."""
        periods = {"year": 1, "month": 12}
        if row.metric in ("core", "socket") and row.billing in periods:
            return self.price(row, "price", per=row.price_buys_units / periods[row.billing])
        text = f"{row.product} is sold by {row.metric}, paid {row.billing}: enter the price per core and year"
        return Origin(None, InputStatus.MISSING, note=text)
