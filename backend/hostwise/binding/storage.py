"""The inputs of the storage: protection, disk groups, sustained writes, an array outside the hosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from hostwise.binding.origins import MISSING, NOT_APPLICABLE, Origin, settled
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.binding.sites import NODE_PAIR, bind_sites
from hostwise.binding.stacks import bind_stack, protection_key, stack_of
from hostwise.binding.wear_uncertainty import rating_uncertainty
from hostwise.catalogue.hardware import Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Protection
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration, Drives, Layout
from hostwise.plan.document import Plan
from hostwise.plan.workload import PROTECTION_WORDS, KeptAt, ProtectionScheme, VmGroup


def protections_of(plan: Plan, place: int, catalogue: Catalogue, hosts: float = 0) -> list[Protection]:
    """The protections of a configuration's VM groups: the groups' own, else the configuration's.

    Of those that take a wider form with more hosts in a cluster the one that so many build; by default the first.
    """
    configuration = plan.configurations[place]
    external = configuration.layout is Layout.EXTERNAL
    key = protection_key(plan, configuration, catalogue)
    common = catalogue.protection[key]
    # An array protects its data itself.
    own = [None if external else group_row(catalogue, common, each) for each in plan.workload.groups]
    built = (as_built(catalogue, each or common, hosts) for each in own)
    return list({(row.key, row.sites): row for row in built}.values())


def as_built(catalogue: Catalogue, row: Protection, hosts: float) -> Protection:
    """The widest form of a protection that so many hosts of a cluster can build."""
    built = [each for each in wider_forms(catalogue, row) if each.least_hosts <= hosts]
    return built[-1] if built else row


def wider_forms(catalogue: Catalogue, row: Protection) -> list[Protection]:
    """The forms that a protection takes with more hosts, the widest last."""
    return [catalogue.protection[each] for each in row.wider]


def width_of(protection: Protection) -> int:
    """Hosts over which a stripe or a set of copies is spread: m of n parts may be lost, and factor = n / (n - m).

    What is replicated from time to time is on as many hosts as it needs.
    """
    factor, lost = protection.capacity_factor, protection.hosts_lost
    if protection.loses_minutes is not None:
        return protection.minimum_hosts
    return ceil(lost * factor / (factor - 1) - _DUST) if factor > 1 and lost else 1


_DUST = 1e-9


def kept_at_one_site(plan: Plan, place: int, catalogue: Catalogue) -> list[VmGroup]:
    """The VM groups of a stretched configuration whose data is at one of its sites only."""
    configuration = plan.configurations[place]
    common = catalogue.protection[protection_key(plan, configuration, catalogue)]
    return [each for each in plan.workload.groups if _is_at_one_site(common, each)]


def _is_at_one_site(common: Protection, group: VmGroup) -> bool:
    return group.kept_at is KeptAt.ONE_SITE and common.sites > 1 and common.max_hosts != NODE_PAIR


def bind_protection(to: Recorder, at: str, configuration: Configuration) -> None:
    """Cost of the protection in space, hosts and writes."""
    stack = stack_of(to.catalogue, configuration)
    key = protection_key(to.plan, configuration, to.catalogue)
    pointer = "/policy/protection" if key == to.plan.policy.protection else f"{at}/protection"
    row = to.find(to.catalogue.protection, key, pointer)
    if row is not None and row.family != stack.protections:
        fitting = [each.key for each in to.catalogue.protection.values() if each.family == stack.protections]
        text = f"Protection {key!r} does not fit {stack.name}, the storage of {configuration.key!r}."
        hint = f"Set /configurations/{at.rsplit('/', 1)[1]}/protection to one of {', '.join(fitting)}."
        to.mistakes.append(Mistake(pointer, "protection_does_not_fit", text, hint))
        row = None
    hosts = to.binding.built_on.get(configuration.key, 0)
    row = row and as_built(to.catalogue, row, hosts)
    rows = [_of_group(to, configuration, row, place) for place in range(len(to.plan.workload.groups))]
    rows = [replace(each, row=each.row and as_built(to.catalogue, each.row, hosts)) for each in rows]
    _protection_rows(to, pointer, row, rows)
    bind_sites(to, pointer, row, stack)
    bind_stack(to, at, configuration, row)


_ERASURE_CODED = frozenset({ProtectionScheme.RAID5, ProtectionScheme.RAID6})
"""Schemes that a hybrid cluster lacks."""


@dataclass(frozen=True)
class _OfGroup:
    """The protection of a VM group in a configuration, and the field that says it; None for the configuration's."""

    row: Protection | None
    pointer: str | None = None


def _of_group(to: Recorder, configuration: Configuration, common: Protection | None, place: int) -> _OfGroup:
    group, layout = to.plan.workload.groups[place], configuration.layout
    # An array protects its data itself; and a mistake in the configuration's protection is already recorded.
    if layout is Layout.EXTERNAL or common is None:
        return _OfGroup(common)
    scheme, alone = group.protection, _is_at_one_site(common, group)
    if scheme is None and not alone:
        return _OfGroup(common)
    at = f"/workload/groups/{place}"
    pointer = f"{at}/kept_at" if scheme is None else f"{at}/protection"
    row = group_row(to.catalogue, common, group)
    what = "Data at one site" if scheme is None else PROTECTION_WORDS[scheme]
    reason = None
    if layout is Layout.HYBRID and scheme in _ERASURE_CODED:
        reason = "a hybrid cluster has no erasure coding"
    elif common.max_hosts == NODE_PAIR:
        reason = f"{common.label} protects all of its data alike"
    elif row is None and scheme is None:
        reason = f"{common.label} has no protection within a site, so that the group must say which it has there"
    elif row is None:
        sites = " over sites" if common.sites > 1 and not alone else ""
        reason = f"{stack_of(to.catalogue, configuration).name} does not have it{sites}"
    if reason is None:
        return _OfGroup(row, pointer)
    text = f"{what} does not fit configuration {configuration.key!r}: {reason}."
    to.mistakes.append(Mistake(pointer, "protection_does_not_fit", text, "Leave it out, or change the configuration."))
    return _OfGroup(None, pointer)


def group_row(catalogue: Catalogue, common: Protection, group: VmGroup) -> Protection | None:
    """The protection of a VM group of its own; None if it has the configuration's, or the storage does not have it.

    Data at one site has the local protection of the configuration unless it names one, in a site of its own: each site
    needs the hosts of that.
    """
    scheme = group.protection
    if not _is_at_one_site(common, group):
        return None if scheme is None else scheme_row(catalogue, common, scheme)
    local = scheme or next((ProtectionScheme(each) for each in common.schemes), None)
    row = None if local is None else scheme_row(catalogue, common.model_copy(update={"sites": 1}), local)
    if row is None:
        return None
    counts = {name: getattr(row, name) for name in _HOSTS_OF_A_SITE}
    return row.model_copy(update={name: each and common.sites * each for name, each in counts.items()})


_HOSTS_OF_A_SITE = (
    "minimum_hosts",
    "rebuild_capable_hosts",
    "wide_minimum_hosts",
    "wide_kept_hosts",
    "built_from_hosts",
)
"""What a protection within a site asks of each site."""


def scheme_row(catalogue: Catalogue, common: Protection, scheme: ProtectionScheme) -> Protection | None:
    """The protection of a scheme as a storage stack builds it, over as many sites as the configuration's."""
    rows = (each for each in catalogue.protection.values() if scheme in each.schemes)
    return next((each for each in rows if (each.family, each.sites) == (common.family, common.sites)), None)


def _protection_rows(to: Recorder, pointer: str, common: Protection | None, of_groups: Sequence[_OfGroup]) -> None:
    """The configuration's protection, for data given as a total, and that of each VM group."""
    rows = [common, *(each.row for each in of_groups)]
    _losses(to, pointer, [each.row for each in of_groups])
    to.put("capacity_factor", pointer, None, to.column(common, "capacity_factor"))
    to.put("wide_capacity_factor", pointer, None, to.column(common, "wide_capacity_factor"))
    # Of several layouts the one that needs most hosts decides for all.
    wide = (each for each in rows if each is not None and each.wide_minimum_hosts)
    adaptive = max(wide, key=lambda each: each.wide_minimum_hosts or 0, default=None)
    to.put("wide_minimum_hosts", pointer, None, to.column(adaptive, "wide_minimum_hosts"))
    keeps = adaptive is not None and adaptive.wide_kept_hosts is not None
    to.put("wide_kept_hosts", pointer, None, to.column(adaptive, "wide_kept_hosts" if keeps else "wide_minimum_hosts"))
    # That of the configuration needs hosts for what no group says otherwise, and for data given as a total.
    has_total = to.plan.workload.totals.used_tb is not None
    used = [each for each in (rows if has_total or not of_groups else rows[1:]) if each is not None]
    least = max(used, key=lambda each: each.least_hosts, default=None)
    later = least is not None and least.built_from_hosts is not None
    to.put("built_from_hosts", pointer, None, to.column(least, "built_from_hosts" if later else "minimum_hosts"))
    left = max((each.left_hosts for each in used), default=None)
    pair = "of two nodes with a witness one goes on" if left == 1 else "as many as the protection needs"
    to.put("minimum_left_hosts", pointer, None, MISSING if left is None else settled(left, pair))
    if not any(each.pointer for each in of_groups):
        for name, origin in _factors(to, common).items():
            to.put_alike(name, pointer, origin)
        return
    for group, own in zip(to.plan.workload.groups, of_groups, strict=True):
        for name, origin in _factors(to, own.row).items():
            to.put(name, own.pointer or pointer, None, origin, group=group.name)


def _losses(to: Recorder, pointer: str, rows: Sequence[Protection | None]) -> None:
    """What the weakest of the protections survives; nothing is known of data that is not in the hosts."""
    of_hosts = [each for each in rows if each is not None and each.hosts_lost is not None]
    names = ("protection_kept_hosts", "protection_served_hosts", "rebuild_capable_hosts")
    if not of_hosts or len(of_hosts) < len(rows):
        for name in names:
            to.put(name, pointer, None, NOT_APPLICABLE)
        return
    kept = min(of_hosts, key=lambda each: each.hosts_lost or 0)
    served = min(of_hosts, key=lambda each: each.losses_served or 0)
    rebuilt = max(of_hosts, key=lambda each: each.rebuild_capable_hosts)
    column = "hosts_lost" if served.hosts_served is None else "hosts_served"
    found = (to.column(kept, "hosts_lost"), to.column(served, column), to.column(rebuilt, "rebuild_capable_hosts"))
    for name, origin in zip(names, found, strict=True):
        to.put(name, pointer, None, origin)


def _factors(to: Recorder, row: Protection | None) -> Mapping[str, Origin]:
    """The inputs of a group's protection."""
    wide = to.column(row, "wide_capacity_factor")
    columns = {
        f"group_{name}": to.column(row, name)
        for name in ("capacity_factor", "minimum_hosts", "log_writes_factor", "stripe_writes_factor")
    }
    return columns | {"group_wide_capacity_factor": columns["group_capacity_factor"] if wide.value is None else wide}


def _groups(to: Recorder, at: str, configuration: Configuration) -> None:
    """The disk groups of a host, and the drives that hold data."""
    write_tier, capacity = configuration.write_tier, configuration.capacity
    if capacity is None:
        # External storage: the hosts have no drives for it.
        none = settled(0, "the data is on an external array")
        for name in ("disk_groups", "capacity_drives_per_host"):
            to.put(name, f"{at}/layout", None, none)
        to.put("single_tier_flag", f"{at}/layout", None, none)
        return
    single = settled(0, "cache drives absorb the writes") if write_tier else settled(1, "its drives absorb the writes")
    to.put("single_tier_flag", f"{at}/layout", None, single)
    if write_tier:
        to.put_field("disk_groups", f"{at}/write_tier/disk_groups", write_tier, "disk_groups")
    else:
        to.put("disk_groups", None, None, settled(0, "single-tier storage has no disk groups"))
    to.put("capacity_drives_per_host", f"{at}/capacity/count", capacity.count)
    groups_limit = to.catalogue.assumptions["maximum_capacity_drives_per_group"].value
    if write_tier and groups_limit is not None and capacity.count > groups_limit * write_tier.disk_groups:
        text = f"A disk group takes at most {fixed(groups_limit)} capacity drives: "
        text += f"{write_tier.disk_groups} cannot hold {capacity.count}."
        to.mistakes.append(Mistake(f"{at}/capacity/count", "too_many_drives", text, None))


_TABLE = {
    "table_write_share_limit": "cache_table_write_share",
    "table_dwpd": "cache_table_dwpd",
    "table_lower_dwpd": "cache_table_lower_dwpd",
    "table_lower_factor": "cache_table_lower_factor",
    **{f"af{size}_{mix}_gb": f"cache_table_af{size}_{mix}_gb" for mix in ("mixed", "random") for size in (4, 6, 8)},
}
"""The endurance table of all-flash storage, by the engine's inputs."""


def bind_cache_rules(to: Recorder, at: str, configuration: Configuration) -> None:
    """Third-party rules for the size of a cache; each holds for one layout."""
    kind, at = configuration.layout, f"{at}/layout"
    hybrid, flash = kind is Layout.HYBRID, kind is Layout.TWO_TIER
    to.put("write_tier_rule_share", at, None, to.assumption("write_tier_rule_share") if hybrid else NOT_APPLICABLE)
    for name, key in _TABLE.items():
        to.put(name, at, None, to.assumption(key) if flash else NOT_APPLICABLE)


def _writes(to: Recorder, at: str, configuration: Configuration) -> None:
    """The drives that absorb the writes: of single-tier storage those that hold the data, of an array none."""
    write_tier, capacity = configuration.write_tier, configuration.capacity
    if capacity is not None:
        name, drives = ("write_tier", write_tier) if write_tier else ("capacity", capacity)
        row = to.find(to.catalogue.drives, drives.key, f"{at}/{name}/key")
        _write_drive(to, f"{at}/{name}", drives, row)
        return
    for name in (
        "endurance_factor_low",
        "endurance_factor_high",
        "rating_sigma",
        "drive_spread_sigma",
        "resync_mb_s",
        "rebuild_network_share",
        "staggered_replacement_share",
        "given_sustained_write_mb_s",
        "measured_sustained_write_mib_s",
        "spec_write_mb_s",
        "sustained_derating_factor",
        *(f"class_{letter}_tb" for letter in "abcd"),
    ):
        to.put(name, f"{at}/layout", None, NOT_APPLICABLE)


def _write_drive(to: Recorder, at: str, drives: Drives, row: Drive | None) -> None:
    """The drive that absorbs VM writes: figures that only drives of this role have."""
    factor = 1 if drives.endurance_factor is None else drives.endurance_factor
    exact = settled(factor, "no range is given: the correction is taken as exact")
    to.put("endurance_factor_low", f"{at}/endurance_factor_low", drives.endurance_factor_low, exact)
    to.put("endurance_factor_high", f"{at}/endurance_factor_high", drives.endurance_factor_high, exact)
    rating_uncertainty(to, at)
    for name in (
        "drive_spread_sigma",
        "resync_mb_s",
        "rebuild_network_share",
        "staggered_replacement_share",
    ):
        to.put(name, None, None, to.assumption(name))
    to.put("given_sustained_write_mb_s", f"{at}/sustained_write_mb_s", drives.sustained_write_mb_s)
    evidence = row.found("sustained_write_mib_s") if row else None
    measured = MISSING
    if evidence is not None:
        found = to.figure(evidence)
        note = "; ".join(each for each in (evidence.formula, evidence.conditions) if each)
        measured = Origin(found.value, InputStatus.EVIDENCE, found.source, found.locator, note, found.kind)
    to.put("measured_sustained_write_mib_s", f"{at}/sustained_write_mb_s", None, measured)
    to.put("spec_write_mb_s", f"{at}/sustained_write_mb_s", None, to.column(row, "seq_write_mb_s"))
    to.put("sustained_derating_factor", None, None, to.assumption("spec_to_sustained_share"))
    for letter in "abcd":
        to.put(f"class_{letter}_tb", None, None, to.assumption(f"endurance_class_{letter}_tb"))


STORAGE_STEPS = (_groups, _writes)
"""The drives of a host: how many there are, and those that absorb writes."""
