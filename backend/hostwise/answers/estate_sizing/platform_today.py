"""The platform that the existing hosts run, by their version or else by the kind of export, and its licence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from hostwise.answers.estate_sizing.estate_sizing_messages import message, read, words
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
        note = Remark(status=RemarkStatus.ASSUMED, note=words("estate_as_is_origin.as_candidates"))
        return PlatformToday({"licence": {"key": "vcf"}}, {"/licence/key": note}, [])
    assumed = Remark(status=RemarkStatus.ASSUMED, note=words("estate_as_is_origin.kind_of_export"))
    values: dict[str, Any] = {"hypervisor": hypervisor.key}
    remarks = {"/hypervisor": assumed}
    licence = catalogue.licences.get(_LICENCES.get(family, ""))
    if licence is None:
        said = [message("estate_platform_today.licence_unknown")]
    else:
        values["licence"] = {"key": licence.key}
        remarks["/licence/key"] = assumed
        said = [message("estate_platform_today.licence_assumed", licence=licence.name)]
        if licence.billing == "once":
            values["licence"]["price_per_core_once"] = 0
            remarks["/licence/price_per_core_once"] = Remark(status=RemarkStatus.ASSUMED, note=paid)
            said.append(message("estate_platform_today.licence_paid"))
    told = read(
        message("estate_platform_today.hypervisor", hypervisor=hypervisor.name),
        *said,
        message("estate_platform_today.storage"),
    )
    return PlatformToday(values, remarks, [EstateFinding(code="as_is_platform", kind="warning", message=told)])


def _family(kinds: Collection[str], versions: Iterable[str]) -> str:
    """The family of hypervisors; that of the candidates where exports differ or say nothing."""
    named = {family for each in set(versions) for words, family in _OF_VERSION if words.search(each)}
    found = named or {_OF_KIND[each] for each in kinds if each in _OF_KIND}
    return next(iter(found)) if len(found) == 1 else ESXI
