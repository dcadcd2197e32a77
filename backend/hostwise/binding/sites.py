"""Sites of a stretched cluster, and the capacity that is reserved, which depends on them."""

from __future__ import annotations

from hostwise.binding.origins import NOT_APPLICABLE, Origin, settled
from hostwise.binding.recorder import Recorder
from hostwise.binding.stacks import facts_of
from hostwise.binding.version import fact_of, hypervisor_of
from hostwise.catalogue.rules import Protection
from hostwise.catalogue.stacks import Stack
from hostwise.plan.document import limit_at
from hostwise.plan.policy import ReserveMethod

NODE_PAIR = 2
"""Hosts of a two-node cluster."""


def bind_sites(to: Recorder, pointer: str, row: Protection | None, stack: Stack) -> None:
    """The sites over which a protection mirrors the data, and the hosts that it allows."""
    to.put("sites", pointer, None, to.column(row, "sites"))
    # Two nodes of one site have the spares of the policy.
    pair = row is not None and row.max_hosts == NODE_PAIR and row.sites > 1
    note = "each host is the spare of the other" if pair else "no two nodes at two sites"
    to.put("node_pair_flag", pointer, None, settled(float(pair), note))
    to.put("protection_max_hosts", pointer, None, to.column(row, "max_hosts"))
    to.put("stack_max_hosts", None, None, _most_hosts(to, stack))
    for name in ("inter_site_metadata_factor", "inter_site_resync_factor", "witness_mbit_s", "vm_components_factor"):
        to.put(name, pointer, None, to.assumption(name) if _between(row) else NOT_APPLICABLE)
    to.put("clusters", None, None, settled(1, "one cluster is enough"))
    assert to.current is not None
    index, configuration = to.current
    at = f"/configurations/{index}/fragmentation_hosts"
    to.put("fragmentation_hosts", at, configuration.fragmentation_hosts, settled(0, "no placement needs more hosts"))
    _reserve(to, row, stack)


def _between(row: Protection | None) -> bool:
    """Whether what goes between the sites, and to a witness, follows the vendor's formula: not between racks."""
    return row is not None and row.sites > 1 and (row.site_gbit_s is not None or row.max_hosts == NODE_PAIR)


def _most_hosts(to: Recorder, stack: Stack) -> Origin:
    """The hosts that storage stack and hypervisor allow in a cluster: the smaller limit."""
    assert to.current is not None
    hypervisor = hypervisor_of(to.catalogue, to.current[1])
    rows = (facts_of(to.catalogue).get((stack.key, "max_hosts")), fact_of(to.catalogue, hypervisor, "max_hosts"))
    found = [each for each in rows if each is not None and each.value is not None]
    return to.figure(min(found, key=lambda each: each.value or 0)) if found else NOT_APPLICABLE


def reserve_method(method: ReserveMethod, row: Protection | None) -> ReserveMethod:
    """The method of the policy; across sites only that of slack is available."""
    return ReserveMethod.SLACK if row is not None and row.sites > 1 else method


def _reserve(to: Recorder, row: Protection | None, stack: Stack) -> None:
    """The capacity reserved by the policy's method."""
    if stack.reserve != "by_policy":
        own = settled(0, f"{stack.name} keeps capacity free by a rule of its own")
        for name in ("slack_share", "operations_reserve_tb_per_host", "rebuild_reserve_hosts_per_cluster"):
            to.put(name, None, None, own)
        return
    assert to.current is not None
    reserve = to.policy.capacity_reserve
    method = reserve_method(reserve.method, row)
    replaced = method is not reserve.method
    none = settled(0, f"the method {method} reserves no capacity")
    slack, operations, rebuild = none, none, none
    if method is ReserveMethod.SLACK:
        slack = to.assumption("slack_reserve_share")
    if method is ReserveMethod.OPERATIONS_AND_REBUILD:
        slack = to.assumption("operations_reserve_share")
        rebuild = to.assumption("rebuild_reserve_hosts")
    if reserve.operations_reserve_tb_per_host is not None and not replaced:
        slack = settled(0, "the operations reserve is given per host, and replaces the share of the method")
    if method is ReserveMethod.VENDOR_KB:
        figure = to.catalogue.assumptions["policy_change_space_gb_per_host"]
        origin = to.figure(figure)
        terabytes = None if figure.value is None else figure.value / 1000
        operations = Origin(terabytes, origin.status, origin.source, origin.locator, origin.note, origin.kind)
        rebuild = to.assumption("rebuild_reserve_hosts")
    at = limit_at(to.plan, to.current[0], "capacity_reserve")
    to.put("slack_share", f"{at}/slack_share", reserve.slack_share, slack)
    # Reserves that sites do not have stay out, even if they are given.
    given = reserve.operations_reserve_tb_per_host, reserve.rebuild_reserve_hosts
    terabytes_given, hosts_given = (None, None) if replaced else given
    name = "operations_reserve_tb_per_host"
    to.put(name, f"{at}/{name}", terabytes_given, operations)
    to.put("rebuild_reserve_hosts_per_cluster", f"{at}/rebuild_reserve_hosts", hosts_given, rebuild)
