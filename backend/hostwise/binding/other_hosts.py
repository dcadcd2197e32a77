"""Hosts of other models: what they give and take, found with the formulas of the model.

Each model is looked at as a configuration of one host, bound and evaluated like any other, so that its processors,
memory, drives, power and licences follow the same rules. The sums over models become inputs of the run: what hosts give
in hosts of the own model, what they take as amounts by month.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, get_args

import numpy as np

from hostwise.binding.dates import Moment, last_month, sizing_moment
from hostwise.binding.models import Models, OwnHosts
from hostwise.binding.origins import MISSING, settled
from hostwise.binding.recorder import Binding, Mistake, PlanError, Recorder
from hostwise.binding.stacks import stack_of
from hostwise.binding.storage import protections_of, width_of
from hostwise.engine.constants import MONTHS_PER_YEAR, W_PER_KW
from hostwise.engine.purposes import Supply
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import counted, short
from hostwise.plan.configuration import Capacity, Configuration, ExternalArray, Host, Memory, Processor
from hostwise.plan.document import Plan, policy_of, with_configurations
from hostwise.plan.other_hosts import OtherHosts

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostwise.catalogue.loader import Catalogue

SUPPLIES: Mapping[Supply, str] = {
    "core": "vm_cores_per_host",
    "ghz": "cpu_ghz_per_host",
    "memory": "usable_gib_per_host",
    "operations": "planned_opm_per_host",
    "capacity": "raw_tb_per_host",
}
"""What one host gives, by quantity."""

_AMOUNTS = {
    "present_other_w": "host_w",
    "present_other_peak_kw": "host_peak_w",
    "present_other_rack_units": "rack_units",
    "present_other_cores": "cores_per_host",
    "present_other_licensed_cores": "licensed_cores_per_host",
    "present_other_licensed_sockets": "licensed_sockets_per_host",
    "present_other_claimed_tib": "claimed_tib_per_host",
    "present_other_guest_licensed_cores": "guest_licensed_cores_per_host",
    "present_other_database_licensed_cores": "database_licensed_cores_per_host",
    "present_other_second_database_licensed_cores": "second_database_licensed_cores_per_host",
}
"""What hosts take or are, by month: the input, and the quantity of one host."""

_SPARED: tuple[Supply, ...] = ("core", "ghz", "memory", "capacity")
"""What spare hosts must carry."""

_OF_DRIVES = ("raw_tb_per_host", "claimed_tib_per_host", "capacity_drive_gb")
"""What a host that only computes has nothing of."""

_GHZ_DEMAND = "hosts_for_cpu_ghz_unrounded"
_WANTED = (
    *SUPPLIES.values(),
    *_AMOUNTS.values(),
    _GHZ_DEMAND,
    "first_tier_gib_per_host",
    "capacity_drive_gb",
    "purchase_capex_per_host",
    "server_price_per_host",
    "embodied_kgco2e_per_host",
)
_NONE = "all hosts are of one model"


def bind_other_hosts(to: Recorder, bind: Callable[[Plan, Catalogue], Binding]) -> None:
    """The hosts of other models of all configurations; `bind` is what binds a plan."""
    plan = to.plan
    months, until = MONTHS_PER_YEAR * plan.economics.horizon_years + 1, round(last_month(plan)) + 1
    if not any(each.other_host_models for each in plan.configurations):
        none = Models.none(until)
        to.binding.models.extend([none] * len(plan.configurations))
        for name, value in (*_scalars(none, 0, OwnHosts(), (0.0, 0.0), 0.0), *_WITHOUT.items()):
            to.put(name, None, None, settled(value, _NONE))
        for name in _MONTHLY:
            value = months if name == "until_removal_months" else 0
            to.note(name, None, settled(value, _NONE))
            to.binding.arrays[name] = np.full((1, 1, months), float(value))
        return
    if to.mistakes or not _fits(to):
        return
    found = _evaluated(to, bind)
    if found is None:
        return
    for index, configuration in enumerate(plan.configurations):
        to.current = (index, configuration)
        at = f"/configurations/{index}/other_host_models"
        _bind_one(to, at, found[index], months, until)
    to.current = None


def _bind_one(to: Recorder, at: str, numbers: _Numbers, months: int, until: int) -> None:
    configuration = to.current[1] if to.current else None
    assert configuration is not None
    others = configuration.other_host_models
    ever = _present(others, until)
    present = ever[:, :months]
    models = _models(to, numbers, ever)
    to.binding.models.append(models)
    words = _in_words(others)
    reserves = [float(to.by_configuration[name][-1]) for name in RESERVES]
    month, spares = sizing_moment(to.plan).month, float(to.policy.spare_hosts)
    # How many hosts of its own there are is found later.
    for name, value in _scalars(models, month, OwnHosts(), reserves, spares):
        to.put(
            name, at, None, settled(value, _EVEN if name == "even_drives_share" and models.even is not None else words)
        )
    bought = [each.hosts * (not each.kept) for each in others]
    of_bought = ", ".join(f"{counted(n, 'hosts')} {each.model}" for n, each in zip(bought, others, strict=True) if n)
    prices, servers = _prices(others, numbers), numbers.of("server_price_per_host")[1:]
    # What is given for a host stands in where its parts have no price.
    servers = np.where(np.isnan(servers), prices, servers)
    _put_sum(to, "other_hosts_price", at, prices, bought, of_bought or "no host of another model is bought")
    carbon = numbers.sum("embodied_kgco2e_per_host", bought)
    to.put("other_embodied_kgco2e", at, None, settled(carbon, words) if isfinite(carbon) else MISSING)
    series = {"present_other_hosts": present.sum(axis=0)}
    for name, quantity in _AMOUNTS.items():
        scale = 1 / W_PER_KW if name == "present_other_peak_kw" else 1.0
        series[name] = numbers.by_month(quantity, present) * scale
    by_share = np.array([not each.kept and each.maintenance_per_year is None for each in others])
    # A share of a price that nobody knows is not known; of hosts without such a share it is no matter.
    series["other_supported_price"] = (present * np.where(by_share, servers, 0)[:, np.newaxis]).sum(axis=0)
    series["other_maintenance_price_per_month"] = _maintenance(to, others, present)
    series["present_other_capacity_hosts"] = (present * models.stands_for["capacity"][:, np.newaxis]).sum(axis=0)
    # Found with the demand by month.
    series["standing_in_hosts"] = np.zeros(months)
    series["until_removal_months"] = _until_removal(others, months)
    unpriced = [place for place, price in enumerate(servers) if by_share[place] and np.isnan(price)]
    for name, values in series.items():
        if name == "other_supported_price" and unpriced:
            to.put_months(name, f"{at}/{unpriced[0]}/price", values, MISSING)
            continue
        to.put_months(name, at, values, settled(float(values[0]) if np.isfinite(values[0]) else 0.0, words))


def _models(to: Recorder, numbers: _Numbers, hosts: Array) -> Models:
    """The other models of the current configuration, whose hosts by month are given."""
    assert to.current is not None
    place, configuration = to.current
    stands_for = {each: numbers.stands_for(each) for each in SUPPLIES}
    even, width = None, 1
    if stack_of(to.catalogue, configuration).same_drives:
        # No host counts for more than the smallest one, and so all count alike.
        even, stands_for["capacity"] = stands_for["capacity"], np.ones(len(hosts))
    elif configuration.capacity is not None:
        built_on = to.binding.built_on.get(configuration.key, 0)
        width = max((width_of(each) for each in protections_of(to.plan, place, to.catalogue, built_on)), default=1)
    cores, gib = numbers.of("cores_per_host")[1:], numbers.of("first_tier_gib_per_host")[1:]
    drive_gb = np.nan_to_num(numbers.of("capacity_drive_gb")[1:])
    prices = _prices(configuration.other_host_models, numbers)
    return Models(hosts, stands_for, cores, gib, drive_gb, prices, even, width)


_EVEN = "the storage counts no more of any host than of the one with the least capacity"
RESERVES = ("rebuild_reserve_hosts_per_cluster", "stack_reserve_hosts")
_MONTHLY = (
    "present_other_hosts",
    *_AMOUNTS,
    "other_supported_price",
    "other_maintenance_price_per_month",
    "present_other_capacity_hosts",
    "standing_in_hosts",
    "until_removal_months",
)


_WITHOUT = {
    "other_hosts_price": 0.0,
    "other_embodied_kgco2e": 0.0,
}
"""What is no matter of the date and of failed hosts, where all hosts are of one model."""


def _scalars(
    models: Models, month: int, own: OwnHosts, reserves: Sequence[float], spares: float, failed: float = 0.0
) -> Iterator[tuple[str, float]]:
    """The inputs that say what hosts of other models stand for at a date, while the largest hosts are down."""
    present, free = own.present, max(reserves)
    yield "other_hosts", models.number(month)
    yield "unequal_rooms_flag", float(models.differ(month))
    yield "largest_capacity_hosts", 1.0 + models.largest("capacity", month, 1, present)
    yield "largest_other_cores", models.most(models.cores, month)
    yield "largest_other_gib", models.most(models.gib, month)
    yield "largest_other_drive_gb", models.most(models.drive_gb, month)
    yield "even_drives_share", models.even_share(month, present)
    yield "stranded_hosts", models.stripes(month, free, present).stranded
    yield from zip(("copies_demand_share", "copies_counted_hosts"), models.capacity_rule(month, free, own), strict=True)
    for name, each in zip(("rebuild_reserve_larger_hosts", "stack_reserve_larger_hosts"), reserves, strict=True):
        yield name, models.largest("capacity", month, each, present)
    for supply in get_args(Supply):
        yield f"{supply}_shift_hosts", models.shift(supply, month)
    for supply in _SPARED:
        yield f"spare_{supply}_hosts", models.largest(supply, month, spares, own.least)
        lost = models.largest(supply, month, failed, present)
        yield f"left_{supply}_hosts", models.largest(supply, month, max(spares, failed), present) - lost
        yield f"failed_{supply}_hosts", lost


def at_moments(binding: Binding, moments: Sequence[Moment]) -> dict[str, Array]:
    """What hosts of other models stand for at some moments: (moments, configurations); empty where there are none."""
    if not any(binding.models):
        return {}
    every = [(each.month, own_hosts_at(binding, each)) for each in moments]
    # Mostly they are the same in many months.
    hosts = [tuple(tuple(models.hosts[:, month]) for models in binding.models) for month, _ in every]
    kinds = [(present, *own) for present, (_, own) in zip(hosts, every, strict=True)]
    rows = dict[tuple[object, ...], dict[str, list[float]]]()
    for kind, (month, own) in zip(kinds, every, strict=True):
        if kind not in rows:
            rows[kind] = _changes(binding, month, own)
    return {name: np.array([rows[kind][name] for kind in kinds]) for name in OF_DATE}


def largest_reserve(binding: Binding, place: int) -> float:
    """Hosts of a configuration that policy or storage keep free."""
    return max(float(binding.arrays[name][0, place]) for name in RESERVES)


def own_hosts_at(binding: Binding, moment: Moment) -> Sequence[OwnHosts]:
    """The hosts of its own that each configuration has at a moment; never too few where they are not found yet."""
    return binding.own_hosts.get(moment) or [OwnHosts()] * len(binding.models)


def as_sized(binding: Binding, failed: float | Sequence[float] = 0.0, spares: float | None = None) -> dict[str, Array]:
    """What hosts of other models stand for beside the hosts of the sizing, the largest down: (1, configurations).

    Args:
        binding: the plan.
        failed: hosts that are down in each cluster, of all configurations or of each.
        spares: hosts that may fail; by default as many as each configuration has spares.
    """
    if not any(binding.models):
        return {}
    moment = sizing_moment(binding.plan)
    row = _changes(binding, moment.month, own_hosts_at(binding, moment), spares, failed)
    return {name: np.array([values]) for name, values in row.items()}


def _changes(
    binding: Binding,
    month: int,
    own: Sequence[OwnHosts],
    spares: float | None = None,
    failed: float | Sequence[float] = 0.0,
) -> dict[str, list[float]]:
    plan, down = binding.plan, np.broadcast_to(failed, len(binding.models)).tolist()
    found: dict[str, list[float]] = {name: [] for name in OF_DATE}
    for place, models in enumerate(binding.models):
        reserves = [float(binding.arrays[name][0, place]) for name in RESERVES]
        asked = float(policy_of(plan, plan.configurations[place]).spare_hosts if spares is None else spares)
        for name, value in _scalars(models, month, own[place], reserves, asked, down[place]):
            found[name].append(value)
    return found


OF_FAILED = tuple(f"{what}_{supply}_hosts" for supply in _SPARED for what in ("failed", "left"))
"""The inputs that differ with the failed hosts."""

OF_DATE = tuple(name for name, _ in _scalars(Models.none(1), 0, OwnHosts(), (0.0, 0.0), 0.0))
"""The inputs that differ with the date."""


# ------------------------------------------------------------------------------------------------ each model alone


class _Numbers:
    """Quantities of one host of the own model, and of each other one."""

    def __init__(self, values: Mapping[str, Array], places: Sequence[int], others: Sequence[OtherHosts]) -> None:
        self._values, self._places = values, places
        self._holds_data = np.array([1.0, *(float(each.drives != 0) for each in others)])

    def of(self, name: str) -> Array:
        """A quantity of the own model, and of the others."""
        array = self._values[name]
        found = array[0, [min(each, array.shape[1] - 1) for each in self._places]].reshape(len(self._places))
        return np.asarray(found * self._holds_data if name in _OF_DRIVES else found)

    def stands_for(self, supply: Supply) -> Array:
        """The hosts of the own model that one host of each other one stands for; 1 where neither is known."""
        own, *others = self.of(SUPPLIES[supply]).tolist()
        if supply == "ghz":
            # By what the demand asks of each, so that generations are converted as the demand is.
            asked = self.of(_GHZ_DEMAND)
            if np.isfinite(asked).all() and (asked > 0).all():
                return np.asarray(asked[0] / asked[1:])
        known = [each / own if own > 0 and np.isfinite(each) else 1.0 for each in others]
        return np.array(known)

    def sum(self, name: str, hosts: Sequence[float]) -> float:
        """A quantity of all hosts of the other models; those of which there are none need not be known."""
        return float(sum(value * number for value, number in zip(self.of(name)[1:], hosts, strict=True) if number))

    def by_month(self, name: str, present: Array) -> Array:
        """A quantity of all hosts of the other models in each month."""
        values = self.of(name)[1:, np.newaxis]
        return np.asarray(np.where(present == 0, 0, present * values).sum(axis=0))


def _evaluated(to: Recorder, bind: Callable[[Plan, Catalogue], Binding]) -> list[_Numbers] | None:
    """The quantities of one host of each model; None where a model does not fit the catalogue, which is told."""
    alone: list[Configuration] = []
    places: list[list[int]] = []
    pointers: list[str] = []
    for index, configuration in enumerate(to.plan.configurations):
        models: list[tuple[OtherHosts | None, str]] = [(None, f"/configurations/{index}")]
        models += [
            (each, f"/configurations/{index}/other_host_models/{at}")
            for at, each in enumerate(configuration.other_host_models)
        ]
        places.append([])
        for other, pointer in models:
            places[-1].append(len(alone))
            alone.append(_alone(configuration, other, len(alone), to.by_configuration["cpu_tdp_w"][index]))
            pointers.append(pointer)
    try:
        binding = bind(with_configurations(to.plan, alone), to.catalogue)
    except PlanError as error:
        for each in error.mistakes:
            part = each.pointer.split("/")
            place = int(part[2]) if len(part) > 2 and part[1] == "configurations" else 0
            to.mistakes.append(Mistake(pointers[place], each.code, each.message, each.hint))
        return None
    values = binding.evaluate(_WANTED).values
    pairs = zip(places, to.plan.configurations, strict=True)
    return [_Numbers(values, each, configuration.other_host_models) for each, configuration in pairs]


def _alone(configuration: Configuration, other: OtherHosts | None, place: int, tdp_w: float) -> Configuration:
    """One host of a model as a configuration, without an array."""
    changes: dict[str, object] = {
        "key": f"model-{place}",
        "hosts": 1,
        "other_host_models": (),
        "fragmentation_hosts": 0,
    }
    if configuration.array is not None:
        changes["array"] = ExternalArray(price=0, power_w=0, rack_units=0)
    if other is not None:
        changes |= {
            "cpu": _processor(configuration.cpu, other, tdp_w),
            "memory": _memory(configuration.memory, other),
            "capacity": _capacity(configuration.capacity, other),
            "host": _host(configuration.host, other),
        }
        if configuration.write_tier is not None and other.drives == 0:
            # What has no data has no disk groups either.
            changes["write_tier"] = configuration.write_tier.model_copy(update={"disk_groups": 0})
    return configuration.model_copy(update=changes)


def _processor(own: Processor, other: OtherHosts, tdp_w: float) -> Processor:
    """The processor of another model; one of other figures is not the one that the catalogue knows."""
    named = {"key": other.cpu, "cores": other.cores, "base_ghz": other.base_ghz, "spec_per_core": other.spec_per_core}
    given = {name: value for name, value in named.items() if value is not None}
    sockets = {"sockets": other.sockets or own.sockets}
    if other.cpu is not None:
        return Processor.model_validate(sockets | given)
    if not given:
        return own.model_copy(update=sockets)
    # Nobody says what it takes: the own one's power stands in.
    known = {"key": None, "tdp_w": tdp_w if isfinite(tdp_w) else None, "price": own.price, "spec_per_core": None}
    return own.model_copy(update=known | sockets | given)


def _memory(own: Memory, other: OtherHosts) -> Memory:
    if other.dram_gib is None or other.dram_gib == own.dram_gib:
        return own
    return own.model_copy(
        update={"dram_gib": other.dram_gib, "price": None, "largest_host_gib": None, "running_vm_gib": None}
    )


def _capacity(own: Capacity | None, other: OtherHosts) -> Capacity | None:
    if own is None:
        return None
    drive: dict[str, object] = {} if other.drives is None else {"count": other.drives}
    if other.drive is not None:
        drive |= {"key": other.drive, "capacity_gb": other.drive_gb, "price": None}
    elif other.drive_gb is not None:
        drive |= {"capacity_gb": other.drive_gb, "price": None}
    return own.model_copy(update=drive)


_OTHER_POWER = ("cpu", "sockets", "cores", "base_ghz", "dram_gib", "chassis")


def _host(own: Host, other: OtherHosts) -> Host:
    """The host around them: what is measured of the own one holds only for the same parts."""
    named = {"idle_w": other.idle_w, "full_w": other.full_w, "rack_units": other.rack_units, "chassis": other.chassis}
    given = {name: value for name, value in named.items() if value is not None}
    same = all(getattr(other, name) is None for name in _OTHER_POWER)
    kept: tuple[str, ...] = ("chassis", "rack_units", "chassis_price") if other.chassis is None else ()
    kept += ("idle_w", "full_w", "power_profile") if same else ()
    return Host.model_validate(
        {"model": other.model} | {name: value for name in kept if (value := getattr(own, name)) is not None} | given
    )


# --------------------------------------------------------------------------------------------------------- the sums


def _present(others: Sequence[OtherHosts], months: int) -> Array:
    month = np.arange(months)
    rows = [np.where(month < (each.removed_in_month or months), each.hosts, 0) for each in others]
    return np.array(rows, dtype=np.float64).reshape(len(others), months)


def _until_removal(others: Sequence[OtherHosts], months: int) -> Array:
    """Months from each one until the next in which some are removed; all of them where none are."""
    removed = np.array([each.removed_in_month or np.inf for each in others]).reshape(-1, 1)
    left = removed - np.arange(months)
    return np.asarray(np.minimum(np.where(left > 0, left, np.inf).min(axis=0, initial=np.inf), months))


def _put_sum(to: Recorder, name: str, at: str, prices: Array, hosts: Sequence[float], words: str) -> None:
    """Put what so many hosts of each model cost; where one has no price, the sum is missing, and the field is named."""
    priced = [
        (place, number * price) for place, (number, price) in enumerate(zip(hosts, prices, strict=True)) if number
    ]
    without = next((place for place, amount in priced if np.isnan(amount)), None)
    if without is None:
        to.put(name, at, None, settled(float(sum(amount for _, amount in priced)), words))
        return
    to.put(name, f"{at}/{without}/price", None, MISSING)


def _prices(others: Sequence[OtherHosts], numbers: _Numbers) -> Array:
    """The price of one host of each, as given or of its parts."""
    given = np.array([np.nan if each.price is None else each.price for each in others])
    return np.where(np.isnan(given), numbers.of("purchase_capex_per_host")[1:], given)


def _maintenance(to: Recorder, others: Sequence[OtherHosts], present: Array) -> Array:
    """What their maintenance costs in each month: an amount of their own, else the plan's for each host."""
    usual = to.plan.economics.support_price_per_host or 0.0
    yearly = [usual if each.maintenance_per_year is None else each.maintenance_per_year for each in others]
    return np.asarray((present * np.array(yearly).reshape(-1, 1)).sum(axis=0) / MONTHS_PER_YEAR)


def _fits(to: Recorder) -> bool:
    """Whether other models can be sized beside what a configuration has; what cannot is told at the field."""
    for index, each in enumerate(to.plan.configurations):
        if not each.other_host_models:
            continue
        at = f"/configurations/{index}/other_host_models"
        whole = sum(other.hosts for other in each.other_host_models)
        if each.memory.tier is not None or each.memory.memory_mode_gib is not None:
            text = "Hosts of several models cannot be sized beside a second memory tier or memory mode."
            to.mistakes.append(Mistake(at, "other_hosts_with_tier", text, None))
        if to.by_configuration["sites"][index] > 1:
            text = "Hosts of several models cannot be sized in a stretched or two-node cluster."
            to.mistakes.append(Mistake(at, "other_hosts_with_sites", text, None))
        if each.hosts is not None and each.hosts < whole:
            text = f"The cluster has {counted(each.hosts, 'hosts')} in all, and {whole} of them are of other models."
            to.mistakes.append(Mistake(f"/configurations/{index}/hosts", "fewer_than_other_hosts", text, None))
    return not to.mistakes


def _in_words(others: Sequence[OtherHosts]) -> str:
    return ", ".join(f"{short(each.hosts)} {each.model}" for each in others) if others else _NONE
