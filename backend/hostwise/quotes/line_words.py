"""Numbers with their units in the words of a quote's line: cores, sockets, terms, versions and capacities.

Each reader takes a text of `plain_words`, and answers None where the text does not say it.
"""

from __future__ import annotations

import datetime as dt
import re
from math import prod

MONTHS_PER_YEAR = 12
_DAYS_PER_YEAR = 365.25
_MOST_YEARS = 15


def plain_words(text: str) -> str:
    """A text in small letters, with plain dashes and signs, no marks of makers, and thousands without a space.

    >>> plain_words("VMware vSphere\u2013Foundation  2 \u00d7 32 Cores, 1\u202f600")
    'vmware vsphere-foundation 2 x 32 cores, 1600'
    """
    found = re.sub(r"(?<=\d)[\u00a0\u202f\u2009](?=\d{3}\b)", "", text)
    found = re.sub(r"[\u2010-\u2015\u2212]", "-", found).replace("\u00d7", "x").replace("\u2019", "'")
    found = re.sub(r"[\u2122\u00ae\u00a9]|\((?:R|TM)\)", " ", found, flags=re.I)
    return " ".join(found.casefold().split())


_NUMBER = r"(\d{1,3}(?:[.,']\d{3})+(?!\d)|\d+)"
_CORE = (
    r"(?:physical |phys\.? |cpu[ -]|processor |licen[sc]ed |physische[rn]? |lizenzierte )?"
    r"(?:p-?cores?|cores?|(?:cpu-|prozessor)?kerne?n?s?|c(?:oe|\u0153)urs?|n[u\u00fa]cleos?|noyaux|rdzeni)\b"
)
_SOCKET = (
    r"(?:cpus?(?![ -]?(?:core|kern))|sockets?|sockel|prozessor(?:en)?|processors?|procs?|"
    r"processeurs?|procesador(?:es)?)\b"
)
_HOST = r"(?:hosts?|servers?|server|nodes?|knoten|serveurs?|servidores|n[o\u0153]euds?|nodos)"

_CHAIN = re.compile(
    rf"((?:{_NUMBER}(?:[ -]?(?:{_HOST}|{_SOCKET}))?(?: (?:with|mit|avec|con|per|je|pro) |"
    rf" ?[x*@] ?))+){_NUMBER}[ -]?{_CORE}"
)
_TOTAL = re.compile(rf"(?:=|total(?: of)?:?|gesamt:?|insgesamt:?|summe:?) ?{_NUMBER}[ -]?{_CORE}")
_COUNTED = re.compile(rf"(?<![\w.,]){_NUMBER}[ -]?(?:x )?{_CORE}")
_LABELLED = re.compile(rf"{_CORE} ?[:=] ?{_NUMBER}\b|(?:number of|anzahl) {_CORE} ?:? ?{_NUMBER}\b")
_FLOOR_BEFORE = re.compile(
    r"(?:min(?:imum|destens|\.)?|at least|up to|bis(?: zu)?|max(?:imum|\.)?|jusqu'?[a\u00e0]|"
    r"hasta|fino a|mind\.?|floor|>=?)"
    r"(?: of| de| von| order of)?[: ]*$"
)
_FLOOR_BEHIND = re.compile(
    r"^ ?\(?(?:min\b|minimum|mindest|m[i\u00ed]nim|floor|(?:per|pro|je|/|par|por) ?(?:cpu|proc|"
    r"prozessor|socket|sockel|server|host|node|vm)"
    r"|(?:cpus?|processors?|prozessor\w*|xeon|epyc|servers?|hosts?|nodes?)\b)"
)
_SHORT = re.compile(r"\b(\d+) ?lic corelic|\b(?:lsa|sa|lic\w*) (\d+) ?l\b|\b(\d+) ?lic\b")
_EACH = re.compile(
    rf"(?:\bper|\bpro|\bje|/|\bpar|\bpor|\bal?|\bfor (?:1|one|each)|\beach) ?(?:licen[sc]ed |1 )?{_CORE}"
)
_PAIR = re.compile(r"\bcore[ -]?pairs?|pairs? of cores|kernpaar|\b2 cores? or 4 vcpus?")


def cores_of(text: str) -> int | None:
    """The cores that a line names for itself: a pack, or all that are licensed; floors and processors are none.

    >>> [cores_of(each) for each in ("vvf: 4 hosts x 2 cpu x 32 cores", "16 core pack", "per core (72 core min)")]
    [256, 16, None]
    """
    if found := _TOTAL.search(text):
        return _whole(found[1])
    if found := _CHAIN.search(text):
        numbers = re.findall(_NUMBER, found[1])
        return prod([*map(_whole, numbers), _whole(found.groups()[-1])])
    if found := _LABELLED.search(text):
        return _whole(found[1] or found[2])
    for found in _COUNTED.finditer(text):
        if not _FLOOR_BEFORE.search(text[: found.start()]) and not _FLOOR_BEHIND.match(text[found.end() :]):
            return _whole(found[1])
    if found := _SHORT.search(text):
        return _whole(found[1] or found[2] or found[3])
    return None


def _whole(text: str) -> int:
    return int(re.sub(r"[.,']", "", text))


def is_each_core(text: str) -> bool:
    """Whether one piece is one core, by words such as "per core"."""
    return _EACH.search(text) is not None


def is_core_pair(text: str) -> bool:
    """Whether one piece is a pair of cores."""
    return _PAIR.search(text) is not None


_SOCKETS = re.compile(rf"(?<![\w.,-])(?:1 ?(?:-|to|or|bis) ?)?(\d) ?(?:x )?{_SOCKET}")
_OTHER_METRICS = (
    ("vm", r"(?:per|pro|je|for 1|for one|/) ?(?:protected )?(?:vm|virtual machine|workload)s?\b"),
    ("user", r"\bper (?:named )?user\b|\bnamed user\b|\bnup\b|\b\d+ user\b"),
    ("tib", r"(?:\bper|\bpro|\bje|/) ?(?:protected )?ti?b\b"),
    ("server", r"\b1 server licen|\bper (?:server|host|node|instance)\b|\(per .*server\)"),
)
_FLOOR = re.compile(rf"(?:\d[ -]?{_CORE}|\bmin)[^,;)]*?(?:\bper|\bpro|\bje|/|\bpar|\bpor) ?{_SOCKET}(?: min\w*)?")
"""A least number of cores for each processor: no count by processors."""
_BY_SOCKET = re.compile(rf"(?:\bper|\bpro|\bje|/|\bfor (?:1|one)) ?{_SOCKET}|\b1 ?proc\b")


def sockets_of(text: str) -> int | None:
    """The sockets that one piece covers: 2 for "1-2 sockets"; None where it is not counted by sockets.

    >>> sockets_of("bare metal, 1-2 sockets, premium"), sockets_of("per cpu"), sockets_of("16 cores")
    (2, 1, None)
    """
    text = _FLOOR.sub(" ", text)
    if _BY_SOCKET.search(text):
        return 1
    found = _SOCKETS.search(text)
    return int(found[1]) if found else None


def metric_of(text: str) -> str | None:
    """What a line is counted by, where it says it: core, socket, vm, user, tib or server."""
    if is_each_core(text) or is_core_pair(text) or cores_of(text) is not None:
        return "core"
    return next(
        (name for name, pattern in _OTHER_METRICS if re.search(pattern, text)),
        None if sockets_of(text) is None else "socket",
    )


_YEAR = (
    r"(?:years?|yrs?|jahre?n?s?|j[a\u00e4]hrig\w*|j|y|ans?|ann[e\u00e9]es?|a[n\u00f1]os?|anni|anno|anos?|jaar|lat|r)"
)
_MONTH = r"(?:months?(?:\(s\))?|mths?|mos?|m|monate?n?|mois|mes(?:es)?|mesi|maanden)"
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
    "ein": 1, "zwei": 2, "drei": 3, "vier": 4, "f\u00fcnf": 5,
    "einj\u00e4hrig": 1, "dreij\u00e4hrig": 3, "f\u00fcnfj\u00e4hrig": 5,
    "um": 1, "dois": 2, "tr\u00eas": 3, "due": 2, "dos": 2,
    "un": 1, "deux": 2, "trois": 3, "cinq": 5, "tres": 3, "cinco": 5, "tre": 3, "cinque": 5,
}  # fmt: skip
_TERM = re.compile(
    rf"(?<![\w.,$\u20ac\u00a3])t?(\d{{1,2}})(?:\.0)?[ -]?(?:({_YEAR})|({_MONTH}))(?![\w])(?! ?(?:wty|"
    rf"warranty|garantie|base))"
)
_TERM_LABEL = re.compile(
    r"\b(?:term|laufzeit|dauer|dur[e\u00e9]e|duraci[o\u00f3]n|durata|durationmonths|"
    r"plazo)[ :=(]*(?:months?|monate)?[ :=)]*(\d{1,2})\b"
)
_TERM_WORD = re.compile(rf"\b({'|'.join(_WORDS)})(?:e[rs]?|[ -](?:{_YEAR}|jahres\w*))\b")
_INSTALMENT = re.compile(
    r"(?:payment|instal?lment|rate|rata|zahlung|paiement|pago|cuota)\D{0,12}\d ?(?:of|von|de|/|di) ?(\d)\b"
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan ene gen", "feb fev f\u00e9v", "mar m\u00e4r mrz", "apr abr avr", "may mai mag", "jun juin giu",
            "jul juil lug", "aug ago ao\u00fb", "sep set", "oct okt ott out", "nov", "dec dez dic d\u00e9c",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
"""Months by the first letters of their names."""
_DATE = re.compile(
    r"\b(?:(\d{1,2})([./])(\d{1,2})\2(\d{4})|(\d{4})-(\d{2})-(\d{2})|"
    rf"(\d{{1,2}})[. -]{{1,2}}({'|'.join(_MONTHS)})[a-z\u00e0-\u00ff]*[. -]{{1,2}}(\d{{4}}))\b"
)
_NUMBER_TERM = re.compile(
    r"[-_](\d)(?:[YP]|YR)(?=[-_.]|$)|[-_](\d{2})M(?=[-_.]|$)|^MCT\d{4}F(\d)|[-_]T(\d)(?=[-_]|$)", re.I
)


def term_of(text: str, part_number: str = "") -> float | None:
    """The years that a line is for: as it says, by its dates, or by its part number.

    >>> [term_of(each) for each in ("36 monate", "vvf 1yr", "01.03.2026 - 28.02.2029", "annual payment 1 of 3")]
    [3.0, 1.0, 3.0, 3.0]
    """
    dates = [day for found in _DATE.finditer(text) if (day := _day(found)) is not None]
    if len(dates) == 2 and dates[1] > dates[0]:
        return round((dates[1] - dates[0]).days / _DAYS_PER_YEAR, 1)
    if found := _INSTALMENT.search(text):
        return float(found[1])
    years: float | None = None
    if found := _TERM.search(text):
        years = int(found[1]) / (1 if found[2] else MONTHS_PER_YEAR)
    elif found := _TERM_WORD.search(text):
        years = float(_WORDS[found[1]])
    elif found := _TERM_LABEL.search(text):
        # A bare number above the longest term is of months.
        years = int(found[1]) / (MONTHS_PER_YEAR if int(found[1]) > 7 or "month" in found[0] else 1)
    elif found := _NUMBER_TERM.search(part_number):
        years = int(found[2]) / MONTHS_PER_YEAR if found[2] else float(found[1] or found[3] or found[4])
    return years if years is not None and 0 < years <= _MOST_YEARS else None


def _day(found: re.Match[str]) -> dt.date | None:
    try:
        if found[5]:
            return dt.date(int(found[5]), int(found[6]), int(found[7]))
        if found[8]:
            return dt.date(int(found[10]), _MONTHS[found[9]], int(found[8]))
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        # With dots the day is first, with slashes the month, unless it cannot be one.
        day, month = (first, second) if found[2] == "." or first > MONTHS_PER_YEAR else (second, first)
        return dt.date(year, month, day)
    except ValueError:
        return None


_YEARLY = re.compile(
    r"(?:\bper|\bpro|\bje|/|\ba|\bpar|\bpor|\bal|\bund|\band|\bx) ?(?:year|yr|jahr|annum|an|"
    r"a[n\u00f1]o|anno)\b|\bp\. ?a\.|\bpa\b"
    r"|\bannual(?:ly)?\b|\byearly\b|j\u00e4hrlich|\bannuel|\banual|\bannuale"
)


def is_yearly(text: str) -> bool:
    """Whether a price is for a year, and not for the term.

    >>> is_yearly("preis je core und jahr, 36 monate"), is_yearly("3-year prepaid commit")
    (True, False)
    """
    return _YEARLY.search(text) is not None


_COUNT_FIRST = re.compile(
    r"^\(?(\d{1,3}) ?(?:x|st(?:\u00fc)?ck\.?|pcs\.?|ea) |\(x ?(\d{1,3})\)|\bqty\.? ?:?(\d{1,3})\b"
)


def count_of(text: str) -> int:
    """The pieces that a description names for itself, as "8x 16GB RDIMM" does; 1 where it names none.

    >>> count_of("8x 16gb rdimm"), count_of("mem-dr532(x12)32gb"), count_of("2x25gbe adapter")
    (8, 12, 1)
    """
    found = _COUNT_FIRST.search(text)
    return max(int(found[1] or found[2] or found[3]), 1) if found else 1


_OF_CPU = re.compile(r"(?<![\w.])(\d{1,3}) ?-?(?:c|cores?|kerne?n?|n[u\u00fa]cleos?|c\u0153urs?)\b")


def cpu_cores_of(text: str) -> int | None:
    """The cores of a processor by the words of its line.

    >>> [cpu_cores_of(each) for each in ("gold 6548y+ 2.5g, 32c/64t", "(2.6ghz/14-core/140w)", "fan")]
    [32, 14, None]
    """
    found = _OF_CPU.search(text)
    return int(found[1]) if found else None


_VERSION = re.compile(r"(?<!\d)(20(?:0[358]|1[2-9]|2[0-9]))(?: ?r2)?\b")


def version_of(text: str) -> str | None:
    """The year in the name of a version, as 2022 of Windows Server 2022."""
    found = _VERSION.search(re.sub(_DATE, " ", text))
    return found[1] if found else None


_SIZE = re.compile(
    r"(?<![\w.])(?<!\d,)(?:\d{1,3} ?x ?)?(\d+(?:[.,]\d+)?) ?(tb|t|gb|gib|tib|go|to(?= (?:nvme|ssd|"
    r"sas|sata|hdd|u\.)))(?![\w/])(?! ?cache)"
)


def size_gb(text: str) -> float | None:
    """The first capacity of a text, in GB; speeds of ports and chips are none.

    >>> size_gb("3,84 tb nvme"), size_gb("8x 16gb rdimm"), size_gb("sas 12gbps")
    (3840.0, 16.0, None)
    """
    found = _SIZE.search(text)
    if found is None:
        return None
    value = float(found[1].replace(",", "."))
    return value * 1000 if found[2][0] == "t" else value
