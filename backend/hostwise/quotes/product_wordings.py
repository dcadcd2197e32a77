"""The names that vendors and resellers give to software, and the rows of the catalogue that each may be.

A table: whoever meets a new wording adds it here, and nothing else changes. Names are searched in small letters, part
numbers as they stand. The first wording that fits counts, so what is special stands above what is general.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """How one product is written.

    Attributes:
        name: the product in words.
        words: patterns of which a text has all.
        unless: pattern of a text that names another product with the same words.
        number: pattern of its part numbers.
        rows: keys of the catalogue's licences, one for each term or version; none where the catalogue has none.
    """

    name: str
    words: tuple[str, ...]
    unless: str = ""
    number: str = ""
    rows: tuple[str, ...] = ()

    def named_in(self, text: str) -> bool:
        """Whether a text in small letters names the product."""
        named = all(re.search(each, text) for each in self.words)
        return named and not (self.unless and re.search(self.unless, text))

    def numbered_in(self, text: str) -> bool:
        """Whether a text has one of its part numbers."""
        return bool(self.number) and re.search(self.number, text, re.I) is not None


SHORT_FORMS: tuple[tuple[str, str], ...] = (
    (r"\bcld\b", "cloud"),
    (r"\b(?:fnd|fdn|fndn|fndtn|fdtn)\b\.?", "foundation"),
    (r"\bvsphere\+(?!\w)", "vsphere"),
    (r"\bvsph(?:re)?\b", "vsphere"),
    (r"\bws ?(?=1[269]\b|2[0-9]\b)", "windows server 20"),
    (r"\bws\b(?= (?:std|dc|standard|datacenter)\b)", "windows server"),
    (r"\binfra(?:str)?\b\.?", "infrastructure"),
    (r"\bent\b\.?", "enterprise"),
    (r"\bvirt\b\.?(?= engine)", "virtualization"),
    (r"\bmgmt\b", "management"),
)
"""Words that distributors shorten, and the words that they stand for."""

_WINDOWS = r"\bwin(?:dows)?[ -]?(?:server|serv|svr|srv|srvr)|\bws ?20\d\d\b"
_ACCESS = r"\bcals?\b|\b(?:user|device) (?:cal|sal)|remote desktop|rmtdsktp|\brds\b|access licen|client access"
_DATACENTER = r"data ?-?cent(?:er|re|ro)|datactr|dtactr|\bdctr|dtcntr|\bdc ?(?:core|edition|\d|$)|\bdc\b|dccore"
_STANDARD = r"standard|est[aá]ndar|\bstd|stdcore|svrstd"
_SQL = r"\bsql ?-?(?:server|svr|srv)|\bsqlsvr|\bmssql|\bsql (?:ent|std|20\d\d)"
_SUITE = r"(?:\bvcf\b|\bvvf\b|foundation\b)"
_BUNDLED = r"\bincl(?:uded|\.)? (?:with|in)\b|enthalten in\b|in (?:vcf|vvf) enthalten|inklusive"

WORDINGS: tuple[Wording, ...] = (
    # Broadcom: part numbers of the whole division begin with VCF-, and what is sold beside VCF names it.
    Wording(
        "VMware Cloud Foundation Edge",
        (r"(?:\bvcf\b|cloud foundation)(?!.*\bnsx).*\bedge\b|\bedge\b.*(?:\bvcf\b|cloud foundation)",),
        number=r"\bVCF-(?:\w+-)*EDG",
    ),
    Wording("VMware vDefend", (r"\bvdefend\b|advanced threat prevention|distributed firewall",), number=r"\bANS-VDEF"),
    Wording(
        "VMware Avi Load Balancer", (r"\bavi\b.*\b(?:load|lb)|nsx advanced load balancer",), number=r"\bANS-VMW-ALB"
    ),
    Wording(
        "VMware Live Recovery",
        (r"\blive (?:site|cyber)? ?recovery|site recovery manager|\bsrm\b",),
        number=r"\bSRM\d|\bVC-SRM",
    ),
    Wording("VMware Tanzu", (r"\btanzu\b",)),
    Wording("VMware NSX", (r"\bnsx\b",), unless=_SUITE + r".*\bnsx\b"),
    Wording(
        "VMware vSAN add-on",
        (r"\bvsan\b", r"\bti?b\b|add-?on|capacity|kapazit|capacit|capacidad"),
        unless=_SUITE + r".*(?:\bwith\b|\bincl|\binkl|\bmit\b|\(|\+).*\bvsan\b|processor|per cpu|ready ?node",
        number=r"\bVCF-VSAN|\bVSAN-\w*(?:CAP|ADD|TIB)",
        rows=("vsan-add-on",),
    ),
    Wording("VMware vSAN", (r"\bvsan\b",), unless=_SUITE + r"|ready ?node", number=r"\bST\d-"),
    Wording("VMware vCenter Server", (r"\bvcenter\b",), unless=_SUITE + r".*\bvcenter\b", number=r"\bVCS\d"),
    Wording(
        "VMware vSphere Foundation",
        (r"\bvvf\b|v[ -]?sphere[ -](?:\d+ )?foundation|\bvsp[ -]foundation\b",),
        number=r"\bVCF-VSP-F(?:ND|OUND)|\bVSP-FND|\bVVF-",
        rows=("vvf-1-year", "vvf-3-year", "vvf-5-year"),
    ),
    Wording(
        "VMware vSphere Enterprise Plus",
        (r"\bvvep\b|\bvsep\b|v[ -]?sphere[ -](?:\d+ )?(?:enterprise plus|ent(?:erprise|\.)?[ -]?(?:\+|plus))",),
        number=r"\bVCF-VSP-E(?:NT|P)|\bVSP-(?:EP|ENT)|\bVS\d-EPL",
        rows=("vvep",),
    ),
    Wording("VMware vSphere Essentials", (r"v[ -]?sphere[ -](?:\d+ )?essentials",), rows=("vsphere-essentials-plus",)),
    Wording(
        "VMware vSphere Standard",
        (r"\bvvs\b|v[ -]?sphere[ -](?:\d+ )?(?:standard|std\b)",),
        number=r"\bVCF-VSP-STD|\bVSP-STD|\bVS\d-STD",
        rows=("vvs",),
    ),
    Wording(
        "other software of VMware",
        (r"\bhcx\b|\baria (?:suite|auto|oper|univ)|\bvrealize\b|\bvcloud\b|\bhorizon\b|\bvcenter\b",),
    ),
    Wording(
        "VMware Cloud Foundation",
        (r"\bvcf\b|cloud[ -]foundation",),
        unless=r"late renewal|deployment service|" + _BUNDLED,
        number=r"\bVCF-(?:CLD|CLOUD|TD|\d|STD-FND)|\bVCF\d?-",
        rows=("vcf-1-year", "vcf", "vcf-5-year"),
    ),
    # Microsoft: access licences name the server that they are for.
    Wording("Windows Server access licence", (_ACCESS,)),
    Wording("Windows Server Essentials", (_WINDOWS, r"essentials")),
    Wording("Core Infrastructure Suite", (r"core infra\w* s(?:erver )?ui?te|\bcis ?s",), number=r"^CISS"),
    Wording("System Center", (r"system center",)),
    Wording(
        "Windows Server subscription on Azure Local",
        (_WINDOWS, r"azure (?:local|stack)"),
        rows=("azure-local-windows-guests",),
    ),
    Wording(
        "Azure Local", (r"azure (?:local|stack hci)",), unless=r"node|server|ready|appliance", rows=("azure-local",)
    ),
    Wording(
        "SQL Server Enterprise",
        (_SQL, r"\bent(?:erprise|rprs)?(?:core)?\b|\bee\b|sqlsvrent|sqlsvrenterprise|empresarial"),
        number=r"\b7JQ-",
        rows=("sql-server-2022-enterprise",),
    ),
    Wording(
        "SQL Server Standard",
        (_SQL, _STANDARD),
        number=r"\b7NQ-",
        rows=("sql-server-2022-standard",),
    ),
    Wording("SQL Server", (_SQL,)),
    Wording(
        "Windows Server Datacenter",
        (_WINDOWS, _DATACENTER),
        number=r"\b9EA-",
        rows=("windows-server-2022-datacenter", "windows-server-2025-datacenter"),
    ),
    Wording(
        "Windows Server Standard",
        (_WINDOWS, _STANDARD),
        number=r"\b9EM-",
        rows=("windows-server-2022-standard", "windows-server-2025-standard"),
    ),
    Wording("Windows Server", (_WINDOWS,)),
    # Nutanix: editions are one row of the catalogue; edge and end-user editions are sold by VM and by user.
    Wording(
        "Nutanix Cloud Infrastructure Edge",
        (r"\bnci[ -]?e(?:dge)?\b|cloud infrastructure.*\bedge\b",),
        number=r"\bR?SW-NCI-E",
    ),
    Wording("Nutanix Cloud Manager Edge", (r"\bncm[ -]e(?:dge)?\b|cloud manager.*\bedge\b",), number=r"\bR?SW-NCM-E-"),
    Wording(
        "Nutanix Cloud Infrastructure",
        (r"\bnci\b|nutanix cloud infrastructure|\baos\b.*(?:starter|pro|ultimate)",),
        unless=r"\bnci (?:compute|data)|(?:cluster|recovery) deployment|\bncm\b.*\bnci\b.*bundle",
        number=r"\bR?SW-NCI-(?:STR|PRO|ULT)",
        rows=("nutanix-nci",),
    ),
    Wording("Nutanix Cloud Manager", (r"\bncm\b|nutanix cloud manager",), number=r"\bR?SW-NCM"),
    Wording("Nutanix Cloud Platform", (r"\bncp\b|nutanix cloud platform",), number=r"\bR?SW-NCP"),
    Wording(
        "Nutanix Kubernetes Platform",
        (r"\bnkp\b|nutanix (?:kubernetes|central|enterprise ai|data lens|files)",),
        number=r"\bR?SW-NKP",
    ),
    Wording("Nutanix Unified Storage", (r"\bnus\b|nutanix unified storage",), number=r"\bR?SW-NUS"),
    Wording("Nutanix Database Service", (r"\bndb\b|nutanix database",), number=r"\bR?SW-NDB"),
    # Red Hat: three editions of one platform, and the engine for VMs alone.
    Wording("OpenShift Data Foundation", (r"openshift data foundation|\bodf\b|openshift container storage",)),
    Wording(
        "OpenShift Virtualization Engine",
        (r"openshift virtuali[sz]ation|\bove\b",),
        rows=("openshift-virtualization-engine",),
    ),
    Wording("Advanced Cluster Management", (r"advanced cluster (?:management|security)",)),
    Wording(
        "OpenShift Platform",
        (
            r"\bopenshift\b|\brh(?:ocp|oke|opp)\b|red ?hat.*\b(?:opp|ocp|oke)\b|\b(?:opp|ocp|"
            r"oke)\b.*\b(?:red ?hat|core[ -]?pair|subscription|premium|standard)\b",
        ),
        unless=r"dedicated|training|consult|workshop",
        number=r"\bMCT\d{4}",
        rows=("openshift-platform",),
    ),
    Wording(
        "Red Hat Enterprise Linux",
        (r"red ?hat (?:enterprise linux|high availability|resilient storage)|\brhel\b",),
        number=r"\bRH0\d{4}",
    ),
    Wording(
        "other software of Red Hat",
        (r"\bansible\b|red ?hat (?:satellite|quay|smart management|developer|application|integration)",),
    ),
    Wording("SUSE Linux Enterprise Server", (r"suse linux enterprise|\bsles\b",)),
    Wording("SUSE Virtualization", (r"suse virtuali[sz]ation|\bharvester\b",)),
    Wording("SUSE Rancher Prime", (r"\brancher\b",)),
    Wording("SUSE Storage", (r"suse storage|\blonghorn\b",)),
    Wording("Ubuntu Pro", (r"\bubuntu pro\b",)),
    Wording("Oracle Database", (r"oracle (?:database|db\b)",)),
    Wording(
        "Oracle Database option",
        (
            r"^(?:partitioning|database in-memory|real application clusters|diagnostics pack|tuning pack|"
            r"advanced security|active data guard|multitenant)$",
        ),
    ),
    Wording("HPE VM Essentials", (r"\bvm essentials\b|\bhpe vme\b",), rows=("hpe-vm-essentials",)),
    Wording("Proxmox Backup Server", (r"proxmox (?:backup|mail)",)),
    Wording("Proxmox VE Community", (r"proxmox", r"community"), rows=("proxmox-ve-community",)),
    Wording("Proxmox VE Basic", (r"proxmox", r"\bbasic\b"), rows=("proxmox-ve-basic",)),
    Wording("Proxmox VE Standard", (r"proxmox", r"\bstandard\b"), rows=("proxmox-ve-standard",)),
    Wording("Proxmox VE Premium", (r"proxmox", r"\bpremium\b"), rows=("proxmox-ve-premium",)),
    Wording(
        "Proxmox VE",
        (r"proxmox",),
        rows=("proxmox-ve-community", "proxmox-ve-basic", "proxmox-ve-standard", "proxmox-ve-premium"),
    ),
    Wording("XCP-ng", (r"xcp-?ng|\bvates\b",)),
    Wording("Scale Computing HyperCore", (r"hypercore",)),
    Wording("StorMagic SvSAN", (r"\bsvsan\b",)),
    Wording("StarWind Virtual SAN", (r"starwind",)),
    Wording("Veeam", (r"\bveeam\b",), number=r"^V-\w{3,6}\d?-"),
    Wording("backup software", (r"\b(?:commvault|zerto|rubrik|cohesity|nakivo|acronis|networker|avamar)\b",)),
)
"""Products of which a quote may have licences."""


def full_words(words: str) -> str:
    """A description in small letters, with whole words for short ones.

    >>> full_words("vmware cld fndtn 3yr"), full_words("ws25 dc 16c")
    ('vmware cloud foundation 3yr', 'windows server 2025 dc 16c')
    """
    for short, whole in SHORT_FORMS:
        words = re.sub(short, whole, words)
    return words


def wording_of(part_number: str, words: str) -> Wording | None:
    """The product that a line names.

    Args:
        part_number: the vendor's number, as it stands.
        words: the description, in small letters.
    """
    # A part number in the description may begin with the name of another product.
    bare = re.sub(r"\b[a-z0-9]+(?:-[a-z0-9]+){2,}\b", _kept, words)
    bare = full_words(bare)
    named = next((each for each in WORDINGS if each.named_in(bare)), None)
    if named is not None and (named.rows or not named.words or named.name not in _GENERAL):
        return named
    text = f"{part_number} {words}"
    return next((each for each in WORDINGS if each.numbered_in(text)), named)


_GENERAL = frozenset({"Windows Server", "SQL Server"})
"""Names without an edition: the part number may tell it."""


def _kept(found: re.Match[str]) -> str:
    """A joined name of words stays, a part number with a digit or of short pieces does not."""
    pieces = found[0].split("-")
    is_number = any(map(str.isdigit, found[0])) or sum(len(each) <= 3 for each in pieces) > 1
    is_term = re.search(r"\d-(?:year|core|socket|month|port|jahr|proc)", found[0]) is not None
    return found[0] if is_term or not is_number else " "
