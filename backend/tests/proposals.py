"""Made-up proposals with errors planted from a seed, as files of a vendor."""

import csv
import io
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import xlsxwriter

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
PLAN = sample_plan("nvme-2026")

_TIB = 1.024**4
_DRIVES = {"kioxia-cm7-r-7.68tb": ("Kioxia CM7-R 7.68TB", 7.68), "kioxia-cm7-v-6.4tb": ("Kioxia CM7-V 6.4TB", 6.4)}
_NO_RESERVE = {"method": "operations_and_rebuild", "operations_reserve_tb_per_host": 0, "rebuild_reserve_hosts": 0}

OFFER_ERRORS = (
    "line_total",
    "sum",
    "licences_counted_twice",
    "licences_short",
    "price_outside_range",
    "support_short",
    "hosts_disagree",
    "tb_as_tib",
    "raw_capacity",
    "reserve_forgotten",
    "usable_capacity",
    "spare_forgotten",
    "hosts_short",
    "assumption",
)
COMPARISON_ERRORS = ("one_sided_discount", "one_sided_price", "one_sided_category", "year_total", "sum")


_GUESTS = (
    "Windows Server 2025 Datacenter, {pack} core",
    "Microsoft Windows Server 2025 Datacenter - {pack} Core License Pack",
    "Win Svr 2025 DC {pack} Core Lic",
    "Windows Server Datacenter 2025, Paket f\u00fcr {pack} Kerne",
    "WinSvrDCCore 2025 LicSAPk {pack}Lic CoreLic",
)
_MODULES = ("64GB RDIMM, 6400MT/s, Dual Rank", "DDR5 RDIMM 64GB", "HPE 64GB (1x64GB) Dual Rank x4 DDR5-5600 Memory Kit")
_MODULES_PER_HOST, _MODULE_PRICE = 24, 2284.80
"""The memory that the plan has in a host, at the price that the plan pays."""
_PLATFORMS: dict[str, dict[int, int]] = {"VVF": {1: 150, 3: 135, 5: 120}, "VCF": {1: 395, 3: 350, 5: 315}}
"""List prices of a core and year by the term."""
_TERMS = (
    "{product} {years} years, per core",
    "{product} - {years}-Year Prepaid Commit - Per Core",
    "{product}, Laufzeit {months} Monate, je Kern",
    "{product} core subscription {months} months (16 core minimum per CPU)",
    "Abonnement {product} {years} ans par c\u0153ur",
)
_NAMES = {
    "VVF": ("VMware vSphere Foundation", "VVF", "vSphere Foundation 9"),
    "VCF": ("VMware Cloud Foundation", "VCF", "VMware Cloud Foundation (VCF) 9"),
}


@dataclass
class _Platform:
    """Licences of the hypervisor: the line, and what a core costs over the whole term."""

    words: str
    cores: int
    price: float
    cost: float


def _platform(chance: random.Random, cores: int) -> _Platform:
    product, years = chance.choice(list(_PLATFORMS)), chance.choice((1, 3, 5))
    words = chance.choice(_TERMS).format(product=chance.choice(_NAMES[product]), years=years, months=12 * years)
    yearly = chance.random() < 0.5
    paid = round(_PLATFORMS[product][years] * chance.uniform(0.7, 0.98), 2)
    if yearly:
        return _Platform(f"{words} and year", cores, paid, paid * years)
    return _Platform(words, cores, round(paid * years, 2), round(paid * years, 2))


@dataclass
class Made:
    """A file, and the kinds of errors that are in it with the money that each moves, where that is one figure."""

    data: bytes
    name: str
    planted: dict[str, float | None] = field(default_factory=dict)


@cache
def _needs(drive: str, drives: int, hosts: int | None, spares: int, reserve: bool) -> tuple[int, float]:
    """Hosts that the plan needs of such hosts, and usable TB of so many."""
    document = plan_json(PLAN)
    own = document["configurations"][0]
    own |= {"capacity": {"key": drive, "count": drives}} | ({} if hosts is None else {"hosts": hosts})
    document |= {"configurations": [own], "remarks": {}}
    document["policy"]["spare_hosts"] = spares
    if not reserve:
        document["policy"]["capacity_reserve"] = _NO_RESERVE
    include = Parts(inputs=False, monthly=False, rows=False, quantities=("required_hosts", "usable_tb"))
    found = evaluate_plan(Plan.model_validate(document), CATALOGUE, None, include).configurations[0].quantities
    required, usable = found["required_hosts"].value, found["usable_tb"].value
    assert required is not None
    assert usable is not None
    return int(required), usable


def offer(seed: int, errors: int) -> Made:
    """A vendor's offer for the plan with so many errors: parts, licences, support, sums and assumptions."""
    chance = random.Random(seed)
    made: dict[str, float | None] = dict.fromkeys(chance.sample(OFFER_ERRORS, errors))
    # Two errors about the same figure hide each other.
    for one, *others in (
        ("licences_counted_twice", "licences_short"),
        ("spare_forgotten", "hosts_short"),
        ("tb_as_tib", "raw_capacity"),
        ("reserve_forgotten", "usable_capacity"),
    ):
        if one in made:
            for other in others:
                made.pop(other, None)
    drive = chance.choice(list(_DRIVES))
    words, tb = _DRIVES[drive]
    drives = chance.choice((4, 6))
    need, _ = _needs(drive, drives, None, 1, True)
    hosts = need + chance.choice((0, 1, 2))
    if "spare_forgotten" in made:
        hosts, _ = _needs(drive, drives, None, 0, True)
    if "hosts_short" in made:
        hosts = _needs(drive, drives, None, 0, True)[0] - 2
    cores, core_price = 64 * hosts, 6771 / 16
    pack = chance.choice((2, 16))
    packs = cores // pack
    price = round(core_price * pack * chance.uniform(0.62, 0.98), 2)
    platform = _platform(chance, cores)
    # Either the guests or the hypervisor are licensed wrongly.
    of_guests = chance.random() < 0.5
    if "licences_counted_twice" in made:
        made["licences_counted_twice"] = packs * price if of_guests else platform.cores * platform.cost
        packs, platform.cores = (packs * 2, platform.cores) if of_guests else (packs, platform.cores * 2)
    if "licences_short" in made:
        less = chance.randint(1, packs // 2) if of_guests else chance.randint(1, cores // 2)
        made["licences_short"] = less * (price if of_guests else platform.cost)
        packs, platform.cores = (packs - less, platform.cores) if of_guests else (packs, platform.cores - less)
    discount = chance.choice((0, 5, 12.5))
    cpu_price = round(3694 * chance.uniform(0.9, 1.3), 2)
    if "price_outside_range" in made:
        cpu_price = round(3694 * 1.35 * 1.4 / (1 - discount / 100), 2)
    support = 5 if "support_short" not in made else 3
    chassis = chance.randint(3000, 6000)
    rows: list[list[Any]] = [
        ["S-1", "Dell PowerEdge R7725", hosts, chassis, 0],
        ["S-2", "AMD EPYC 9355", 2 * hosts, cpu_price, discount],
        ["S-3", words, drives * hosts, chance.randint(900, 3000), 0],
        ["S-4", chance.choice(_GUESTS).format(pack=pack), packs, price, 0],
        ["S-5", f"Premier support {support} years", 1, chance.randint(20, 90) * 1000, 0],
        ["S-6", "Rails and cables", hosts, 95.5, discount],
        ["", "Shipping", 1, chance.randint(100, 900), 0],
        ["S-7", chance.choice(_MODULES), _MODULES_PER_HOST * hosts, _MODULE_PRICE, 0],
        ["S-8", platform.words, platform.cores, platform.price, 0],
    ]
    for row in rows:
        row.append(round(row[2] * row[3] * (1 - row[4] / 100), 2))
    if "support_short" in made:
        made["support_short"] = rows[4][5] / 3 * 2
    right = round(sum(row[5] for row in rows), 2)
    if "line_total" in made:
        wrong = chance.randint(200, 5000) * chance.choice((1, -1))
        row = rows[chance.choice((0, 2, 5))]
        row[5] = round(row[5] + wrong, 2)
        made["line_total"] = abs(wrong)
    total = right if chance.random() < 0.5 else round(sum(row[5] for row in rows), 2)
    if "sum" in made:
        wrong = chance.randint(700, 9000)
        # A sum is held against the lines as they are written.
        total = round(sum(row[5] for row in rows) + 10_000 + wrong, 2)
        made["sum"] = 10_000.0 + wrong
    rows.append(["", "Total", "", "", "", total])
    _, usable = _needs(drive, drives, hosts, 1, True)
    stated = usable * chance.uniform(0.9, 1)
    if "reserve_forgotten" in made:
        _, stated = _needs(drive, drives, hosts, 1, False)
    if "usable_capacity" in made:
        # Not by the share that a TiB is larger than a TB, which would be another error.
        stated = usable * 1.17
    raw, unit = drives * tb * hosts, chance.choice(("TB", "TiB"))
    raw_stated = raw / (_TIB if unit == "TiB" else 1)
    if "tb_as_tib" in made:
        raw_stated, unit = raw, "TiB"
    if "raw_capacity" in made:
        raw_stated *= 1.25
    told = chance.choice(("TB", "TiB"))
    said: list[list[Any]] = [
        ["Number of hosts", hosts + (1 if "hosts_disagree" in made else 0)],
        ["Raw capacity", f"{raw_stated:.2f} {unit}"],
        ["Usable capacity", f"{stated / (_TIB if told == 'TiB' else 1):.2f} {told}"],
        ["Growth per year", "2 %" if "assumption" in made else "10 %"],
        ["vCPU per core", "4:1"],
        ["Spare hosts", "N+1"],
    ]
    return Made(*_written(rows, said, chance), made)


def _written(rows: list[list[Any]], said: list[list[Any]], chance: random.Random) -> tuple[bytes, str]:
    header = chance.choice(
        (
            ["Part no.", "Description", "Qty", "Unit price USD", "Discount %", "Line total"],
            ["Artikelnummer", "Bezeichnung", "Menge", "Einzelpreis USD", "Rabatt %", "Gesamtpreis"],
        )
    )
    table = [["Offer 2026-118"], header, *rows, *said] if chance.random() < 0.5 else [*said, header, *rows]
    if chance.random() < 0.5:
        text = io.StringIO()
        csv.writer(text).writerows(table)
        return text.getvalue().encode(), "offer.csv"
    return workbook({"Offer": table}), "offer.xlsx"


def workbook(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """A workbook of these sheets."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)
    return out.getvalue()


def comparison(seed: int, errors: int) -> Made:
    """Costs by year of two sides, each on a sheet of a workbook, with so many errors."""
    chance = random.Random(seed)
    made: dict[str, float | None] = dict.fromkeys(chance.sample(COMPARISON_ERRORS, errors))
    if "one_sided_discount" in made:
        made.pop("one_sided_price", None)
    sides: dict[str, list[list[Any]]] = {}
    licence, cores = chance.randint(300, 900), 16 * chance.randint(4, 20)
    favoured, yearly = chance.choice(("Stay", "Leave")), chance.random() < 0.5
    for name in ("Stay", "Leave"):
        own = cores * (1 if name == "Stay" else 2)
        off, price = 0.0, licence
        if name == favoured and "one_sided_discount" in made:
            off, made["one_sided_discount"] = 0.15, 0.15 * licence * own
        if name == favoured and "one_sided_price" in made:
            price, made["one_sided_price"] = licence - 40, 40.0 * own
        first = price * (1 - off) * own
        again = [first, first] if yearly else [0, 0]
        rows: list[list[Any]] = [
            ["Hardware", "Hosts", "", "", "", chance.randint(100, 900) * 1000, 0, 0],
            ["Licences", "Windows Server Datacenter, core", own, price, off, first, *again],
            ["Support", "Support of hosts", "", "", "", *[chance.randint(10, 40) * 1000] * 3],
            ["Energy", "Electricity", "", "", "", *[chance.randint(10, 40) * 1000] * 3],
        ]
        if name == favoured and "one_sided_category" in made:
            made["one_sided_category"] = None
            rows.pop()
        for row in rows:
            row.append(sum(row[5:8]))
        if name == favoured and "year_total" in made:
            made["year_total"] = 5000.0
            rows[2][8] -= 5000
        total = [sum(row[place] for row in rows) for place in (5, 6, 7, 8)]
        if name == favoured and "sum" in made:
            made["sum"] = 12_345.0
            total[1] -= 12_345
        rows.append(["Total", "", "", "", "", *total])
        sides[name] = [
            ["Category", "Item", "Quantity", "Unit price", "Discount", "Year 1", "Year 2", "Year 3", "Total"],
            *rows,
        ]
    return Made(workbook(sides), "tco.xlsx", made)
