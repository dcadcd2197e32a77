"""Lines of licences as vendors and resellers word them: what each is, which rows it may be, its term and its cores."""

import doctest
import random
from dataclasses import dataclass

import pytest

import hostwise.quotes.hardware_choice
import hostwise.quotes.licence_choice
import hostwise.quotes.line_reading
import hostwise.quotes.line_words
import hostwise.quotes.product_wordings
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.proposal import LineMeaning
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.price_matching import Matcher

CATALOGUE = load_catalogue()
MATCHER = Matcher(CATALOGUE)

VCF_ANY, VVF_ANY = ("vcf-1-year", "vcf", "vcf-5-year"), ("vvf-1-year", "vvf-3-year", "vvf-5-year")
DATACENTER = ("windows-server-2022-datacenter", "windows-server-2025-datacenter")
STANDARD = ("windows-server-2022-standard", "windows-server-2025-standard")
NCI, PLATFORM = ("nutanix-nci",), ("openshift-platform",)
ENTERPRISE, SQL_STANDARD = ("sql-server-2022-enterprise",), ("sql-server-2022-standard",)


@dataclass(frozen=True)
class Said:
    """A line and what it says: the rows that fit, its years, and the cores that it names."""

    words: str
    rows: tuple[str, ...]
    years: float | None = None
    cores: int | None = None
    number: str = ""


LICENCES = [
    # VMware Cloud Foundation
    Said("VMware Cloud Foundation 9, 3-Year Prepaid Commit - Per Core", ("vcf",), 3),
    Said("VCF subscription 12 months, price per core", ("vcf-1-year",), 1),
    Said("VMware VCF 5 Jahre Subscription inkl. Production Support, je Kern", ("vcf-5-year",), 5),
    Said("Cloud Foundation (VCF) core licence", VCF_ANY),
    Said("Abonnement VMware Cloud Foundation, 60 mois, par c\u0153ur", ("vcf-5-year",), 5),
    Said("Suscripci\u00f3n VMware Cloud Foundation 36 meses por n\u00facleo", ("vcf",), 3),
    Said("Broadcom VCF renewal, 768 cores, 01/01/2026 - 12/31/2028", ("vcf",), 3, 768),
    Said("VCF: 12 hosts x 2 sockets x 32 cores, three-year term", ("vcf",), 3, 768),
    Said("VMware by Broadcom - Cloud Foundation 1 core 4 years", ("vcf",), 4, 1),
    Said("Core subscription", ("vcf",), 3, None, "VCF-CLD-FND-3P"),
    # VMware vSphere Foundation
    Said("VMware vSphere Foundation 9 - 5-Year Prepaid - Per Core", ("vvf-5-year",), 5),
    Said("vSphere Foundation, per core", VVF_ANY),
    Said("VVF 3Y core subscription (16 core minimum per CPU)", ("vvf-3-year",), 3),
    Said("VMware vSphere Foundation, Laufzeit 12 Monate, 640 Kerne", ("vvf-1-year",), 1, 640),
    Said("VMware vSphere\u2011Foundation \u2013 1,600 cores \u2013 36M", ("vvf-3-year",), 3, 1600),
    Said("Abo VVF 1 an, 16 c\u0153urs par CPU minimum", ("vvf-1-year",), 1),
    Said("VSPHERE FOUNDATION RENEWAL 1YR CORE", ("vvf-1-year",), 1, None, "VCF-VSP-FND-1Y"),
    Said("VVF, Kerne: 512, 3 Jahre", ("vvf-3-year",), 3, 512),
    Said("VMware vSphere Foundation with 0.25 TiB vSAN per core, five years", ("vvf-5-year",), 5),
    Said("VMware core subscription", VVF_ANY, None, None, "VCF-VSP-FND-9"),
    # Short words, marks of makers, and dates with names of months
    Said("VMWARE CLD FNDTN 3YR SUBS CORE", ("vcf",), 3),
    Said("VMware Cloud Foundation\u2122 9 \u2013 3-Year", ("vcf",), 3),
    Said("VMware vSphere\u00ae Foundation\u2122 - 1-Year Term", ("vvf-1-year",), 1),
    Said("VMware vSphere Fnd 5-Yr Prepaid per Core", ("vvf-5-year",), 5),
    Said("vSphere Fdn. 1Y", ("vvf-1-year",), 1),
    Said("VCF Renewal (01-Jan-2026 to 31-Dec-2028) 320 Cores", ("vcf",), 3, 320),
    Said("VVF Verl\u00e4ngerung 1. M\u00e4rz 2026 - 28. Februar 2029, 192 Kerne", ("vvf-3-year",), 3, 192),
    Said("VMware VVF tr\u00eas anos, por n\u00facleo", ("vvf-3-year",), 3),
    Said("VVF subscription T1Y per core", ("vvf-1-year",), 1),
    # Other editions of Broadcom
    Said("Edge VCF core licence, 3 year", (), 3),
    Said("Core subscription 1yr", (), 1, None, "VCF-EDGE-1Y"),
    Said("VMware vSphere Standard, 1 year, per core", ("vvs",), 1),
    Said("vSphere Enterprise Plus 3 years subscription core", ("vvep",), 3),
    Said("VMware vSAN capacity, per TiB, 3 years", ("vsan-add-on",), 3),
    Said("vSAN Add-on for VVF, 80 TiB, 1-year term", ("vsan-add-on",), 1),
    Said("VCF Edge, per core, 3 years", (), 3),
    Said("VMware vDefend Firewall for VCF, 640 cores", (), None, 640),
    # Windows Server
    Said("Windows Server 2025 Datacenter 16 core licence pack", ("windows-server-2025-datacenter",), None, 16),
    Said("Microsoft Windows Svr 2022 Std 16 Core", ("windows-server-2022-standard",), None, 16),
    Said("WinSvr DC Core 2025 SNGL OLP 2Lic CoreLic", ("windows-server-2025-datacenter",), None, 2),
    Said("Windows Server Datacenter, 2-core pack, LSA", DATACENTER, None, 2),
    Said("MS WINDOWS SERVER 2025 STANDARD ADD. LICENSE 4 CORE", ("windows-server-2025-standard",), None, 4),
    Said("Windows Server Standard Core, 16 Kerne Paket", STANDARD, None, 16),
    Said("Windows Server 2022 Data Center Edition - 24 Core ROK", ("windows-server-2022-datacenter",), None, 24),
    Said("Licence Windows Server Standard 2025, 16 c\u0153urs", ("windows-server-2025-standard",), None, 16),
    Said("Windows Server 2019 Datacenter 16 Core", (), None, 16),
    Said("Windows Server 2025 CAL, 50 users", ()),
    Said("MS WS25 DC 16C OEM", ("windows-server-2025-datacenter",)),
    Said("WS Std 2025, 16 core", ("windows-server-2025-standard",), None, 16),
    # SQL Server
    Said("SQL Server 2022 Enterprise Core - 2 Core License Pack", ENTERPRISE, None, 2),
    Said("Microsoft SQL Server 2022 Standard, 2 cores", SQL_STANDARD, None, 2),
    Said("SQLSvrEntCore ALNG LicSAPk MVL 2Lic CoreLic", ENTERPRISE, None, 2),
    Said("SQL Server Enterprise Edition, per core, 2022", ENTERPRISE),
    Said("SQL Svr Standard Core 2022 OLP 2Lic", SQL_STANDARD, None, 2),
    Said("Lizenz SQL Server 2022 Enterprise, 4 Kerne", ENTERPRISE, None, 4),
    Said("SQL Server Standard Core, Software Assurance included, 2 core pack", SQL_STANDARD, None, 2),
    Said("SQL Server 2022 Est\u00e1ndar, 2 n\u00facleos", SQL_STANDARD, None, 2),
    Said("Core licence pack of two", ENTERPRISE, None, None, "7JQ-01750"),
    Said("SQL Server 2022 Standard device CAL", ()),
    # Nutanix
    Said("Nutanix Cloud Infrastructure Ultimate, per core, 3 years", NCI, 3),
    Said("NCI Pro subscription, 1 CPU core, 60 months", NCI, 5, 1),
    Said("NCI-STR Nutanix Cloud Infrastructure Starter, 640 cores", NCI, None, 640),
    Said("Renewal Nutanix NCI Ultimate 1 year core", NCI, 1),
    Said("Software licence and production support", NCI, None, None, "SW-NCI-ULT-PR"),
    Said("Nutanix Cloud Infrastructure (NCI) Pro, je Core, Laufzeit 36 Monate", NCI, 3),
    Said("Nutanix Cloud Infra. Ultimate 12M per core", NCI, 1),
    Said("Nutanix Cloud Manager Pro, per core, 3 years", (), 3),
    Said("NCI Edge Pro, per VM, 3 years", (), 3),
    # Red Hat
    Said("Red Hat OpenShift Container Platform, Premium (2 cores or 4 vCPUs), 3 years", PLATFORM, 3, 2),
    Said("OpenShift Platform Plus, core pair, 1 year", PLATFORM, 1),
    Said("Red Hat OpenShift Kubernetes Engine, Standard, 2-core", PLATFORM, None, 2),
    Said("OpenShift Container Platform (Bare Metal Node), 1-2 sockets up to 128 cores, 1YR", PLATFORM, 1),
    Said("Red Hat OpenShift Virtualization Engine, 1-2 sockets, 3yr", ("openshift-virtualization-engine",), 3),
    Said("RH OpenShift OPP Premium core-pair 36 Monate", PLATFORM, 3),
    Said("Core subscription, 3 years", PLATFORM, 3, None, "MCT4210F3"),
    Said("Red Hat OpenShift Data Foundation Advanced, core pair", ()),
]


@pytest.mark.parametrize(
    "module",
    [
        hostwise.quotes.line_words,
        hostwise.quotes.product_wordings,
        hostwise.quotes.line_reading,
        hostwise.quotes.licence_choice,
        hostwise.quotes.hardware_choice,
    ],
)
def test_examples_in_docstrings(module: object) -> None:
    found = doctest.testmod(module)  # type: ignore[arg-type]
    assert found.failed == 0
    assert found.attempted


@pytest.mark.parametrize("said", LICENCES, ids=lambda said: said.words)
def test_a_licence_is_read_in_any_words(said: Said) -> None:
    reading = read_line(said.number, said.words)
    assert reading.meaning == "licence"
    assert reading.term_years == said.years
    assert reading.cores == said.cores or (said.cores is None and reading.cores == 2)
    found = MATCHER.match(said.number, said.words)
    assert tuple(each.part.removeprefix("licences/") for each in found.candidates) == said.rows
    assert (found.part is not None) == (len(said.rows) == 1)
    assert len(found.parts) == (len(said.rows) if len(said.rows) > 1 else 0)
    assert "has these words" not in (found.why_none or "")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("VMware vSphere Foundation", "its term is open: 1 year, 3 years or 5 years"),
        ("VCF per core", "its term is open: 1 year, 5 years or another term"),
        ("Windows Server Standard 16 core", "its version is open: 2022 or 2025"),
        ("Proxmox VE subscription per CPU", "its edition is open: Community, Basic, Standard or Premium"),
        ("VVF, 2 years", "the catalogue has it for 1 year, 3 years, 5 years, not for 2 years"),
        ("Windows Server 2016 Standard 16 core", "the catalogue has Windows Server Standard 2022 and 2025, not 2016"),
        ("VCF Edge per core", "the catalogue has no licence of VMware Cloud Foundation Edge"),
        ("vSphere Standard for 1 processor", "it is counted by socket, the catalogue's licence by core"),
    ],
)
def test_what_a_licence_leaves_open_is_said(words: str, why: str) -> None:
    assert MATCHER.match("", words).why_none == why


def test_years_of_a_column_choose_the_row() -> None:
    assert MATCHER.match("", "VMware vSphere Foundation per core", 3).part == "licences/vvf-3-year"
    assert MATCHER.match("", "VMware vSphere Foundation per core").part is None


def test_what_is_no_part_says_what_it_is_not() -> None:
    assert (MATCHER.match("", "Rails and cables").why_none or "").startswith("it is no licence, server, processor")


HARDWARE: list[tuple[str, LineMeaning, str | None]] = [
    ("Dell PowerEdge R7725 Server", "chassis", "chassis/dell-poweredge-r7725"),
    ("HPE ProLiant DL380 Gen11 24SFF NVMe CTO Svr", "chassis", "chassis/hpe-proliant-dl380-gen11"),
    ("Lenovo ThinkSystem SR650 V3 - 3yr Warranty", "chassis", "chassis/lenovo-thinksystem-sr650-v3"),
    ("Cisco UCS C240 M8 Rack Server w/o CPU, memory, drives", "chassis", "chassis/cisco-ucs-c240-m8"),
    ("AMD EPYC 9355 3.55GHz 32C/64T 280W", "cpu", "cpus/amd-epyc-9355"),
    ("Intel Xeon-Gold 6530 2.1GHz 32-core 270W Processor for HPE", "cpu", "cpus/intel-xeon-gold-6530"),
    ("ThinkSystem Intel Xeon 6730P 32C 250W 2.5GHz Processor", "cpu", "cpus/intel-xeon-6730p"),
    ("64GB RDIMM, 6400MT/s, Dual Rank", "memory", "memory/ddr5-rdimm-64gb-2025-12"),
    ("HPE 96GB (1x96GB) Dual Rank x4 DDR5-6400 Registered Memory", "memory", "memory/ddr5-rdimm-96gb-2025-12"),
    ("48GB DDR5 RDIMM", "memory", None),
    ("Kioxia CM7-R 7.68TB NVMe SSD", "drive", "drives/kioxia-cm7-r-7.68tb"),
    ("7.68TB NVMe Read Intensive 2.5in Gen5", "drive", None),
    ("Dual Port 25GbE SFP28 OCP 3.0", "nic", "indicative_prices/2x25gbe-adapter"),
    ("ConnectX-6 2-port 100GbE QSFP56 adapter", "nic", "indicative_prices/2x100gbe-adapter"),
    ("ProSupport Plus 4 hour mission critical, 5 years, R7725", "support", None),
    ("HPE 5Y Tech Care Essential DL380 Gen11 SVC", "support", None),
    ("Wartung 24x7, 36 Monate", "support", None),
    ("CX LEVEL 1 8X5XNBD UCS C240 M8", "support", None),
    ("Implementation, 10 person days", "service", None),
    ("Frais de port", "service", None),
    ("Escompte 2 %", "discount", None),
    ("Prezzo totale", "total", None),
    ("ThinkSystem M.2 5450 480GB Read Intensive SATA 6Gb NHS SSD", "other", None),
    ("Intel\u00ae E810-XXVDA2 2x25/10 GbE SFP28", "nic", "indicative_prices/2x25gbe-adapter"),
    ("Software Assurance for Windows Server, renewal only", "support", None),
    ("Inbetriebnahme vor Ort, 5 PT", "service", None),
    ("Schienen f\u00fcr PowerEdge R7725", "other", None),
    ("Power supply 1400W redundant (1+1)", "other", None),
    ("DIMM blank", "other", None),
    ("No operating system", "other", None),
    ("Optional: 2 further years of ProSupport", "option", None),
    ("Projektrabatt 8 %", "discount", None),
    ("TVA 20 %", "total", None),
    ("Sous-total", "total", None),
]


@pytest.mark.parametrize(("words", "meaning", "part"), HARDWARE)
def test_other_lines_are_told_apart(words: str, meaning: LineMeaning, part: str | None) -> None:
    assert read_line("", words).meaning == meaning
    assert MATCHER.match("", words).part == part


@pytest.mark.parametrize("seed", range(20))
def test_case_dashes_and_words_around_a_licence_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    said = chance.choice([each for each in LICENCES if len(each.rows) == 1 and not each.number])
    words = chance.choice((said.words.upper, said.words.lower, said.words.strip))()
    around = f"{chance.choice(('New', 'Renewal:', 'Pos. 4 -', 'Lot 2'))} {words} {chance.choice(('(EMEA)', 'net', ''))}"
    assert MATCHER.match("", around).part == f"licences/{said.rows[0]}"
