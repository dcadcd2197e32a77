"""The platform that the existing hosts run, by their version or else by the kind of export, and its licence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from hostwise.catalogue.hypervisors import ESXI
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Remark, RemarkStatus
from hostwise.plan.estate import EstateFinding

_HYPER_V, _PROXMOX, _AHV, _XCP, _KVM = "hyper-v", "proxmox-ve", "ahv", "xcp-ng", "kvm"

_OF_KIND = {
    **dict.fromkeys(("rvtools", "vcenter", "govc"), ESXI),
    "hyperv": _HYPER_V,
    "proxmox": _PROXMOX,
    **dict.fromkeys(("nutanix", "prism"), _AHV),
    "xenserver": _XCP,
    **dict.fromkeys(("openstack", "libvirt", "kubevirt"), _KVM),
}
"""Families of hypervisors by kind of export; other kinds, such as tables of people, say nothing of it."""

_OF_VERSION = (
    (re.compile(r"\besxi?\b", re.IGNORECASE), ESXI),
    (re.compile(r"\bhyper-?v\b|windows server", re.IGNORECASE), _HYPER_V),
    (re.compile(r"\bahv\b|\bnutanix\b", re.IGNORECASE), _AHV),
)
"""Families by what hosts name as their version: exports of Nutanix also hold hosts of VMware."""

_LICENCES = {
    _HYPER_V: "windows-server-2025-datacenter",
    _PROXMOX: "proxmox-ve-standard",
    _AHV: "nutanix-nci",
}
"""The usual licence of a platform; without one the hosts may have any, or none."""


class PlatformToday(NamedTuple):
    """What the hosts run.

    Attributes:
        values: fields of the configuration.
        remarks: where they come from, by pointer below the configuration.
        findings: what is assumed.
    """

    values: dict[str, Any]
    remarks: dict[str, Remark]
    findings: list[EstateFinding]


def platform_today(kinds: Collection[str], versions: Iterable[str], catalogue: Catalogue, paid: str) -> PlatformToday:
    """Hypervisor and licence of the existing hosts.

    Args:
        kinds: kinds of the exports that the estate is from.
        versions: what the hosts say that they run.
        catalogue: the catalogue.
        paid: remark on a price that was paid.
    """
    family = _family(kinds, versions)
    hypervisor = next((each for each in catalogue.hypervisors.values() if each.family == family and each.usual), None)
    if family == ESXI or hypervisor is None:
        note = Remark(status=RemarkStatus.ASSUMED, note="as the candidates")
        return PlatformToday({"licence": {"key": "vcf"}}, {"/licence/key": note}, [])
    assumed = Remark(status=RemarkStatus.ASSUMED, note="assumed from the kind of export: choose what the hosts run")
    values: dict[str, Any] = {"hypervisor": hypervisor.key}
    remarks = {"/hypervisor": assumed}
    licence = catalogue.licences.get(_LICENCES.get(family, ""))
    if licence is None:
        words = "Which licence they have is not known and none is stated: enter what is paid for it, or 0"
    else:
        values["licence"] = {"key": licence.key}
        remarks["/licence/key"] = assumed
        words = f"{licence.name} is assumed to be the licence: choose another one if yours differs"
        if licence.billing == "once":
            values["licence"]["price_per_core_once"] = 0
            remarks["/licence/price_per_core_once"] = Remark(status=RemarkStatus.ASSUMED, note=paid)
            words += ". What it cost counts as paid"
    message = (
        f"The hosts as they are run {hypervisor.name}, judged by the export. {words}. Their storage is compared as if "
        "it were an array, since the export does not hold its drives."
    )
    return PlatformToday(values, remarks, [EstateFinding(code="as_is_platform", kind="warning", message=message)])


def _family(kinds: Collection[str], versions: Iterable[str]) -> str:
    """The family of hypervisors; that of the candidates where exports differ or say nothing."""
    named = {family for each in set(versions) for words, family in _OF_VERSION if words.search(each)}
    found = named or {_OF_KIND[each] for each in kinds if each in _OF_KIND}
    return next(iter(found)) if len(found) == 1 else ESXI
