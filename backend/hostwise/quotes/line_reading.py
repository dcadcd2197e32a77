"""What a line of a quote is, by its words, numbers and units, whoever wrote it.

A line is read by the first rule of a list that fits: what marks a line as something else (sums, options, fillers,
support) stands above the parts that it names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hostwise.plan.proposal import LineMeaning
from hostwise.quotes.line_words import (
    cores_of,
    is_core_pair,
    is_each_core,
    is_yearly,
    metric_of,
    plain_words,
    size_gb,
    sockets_of,
    term_of,
    version_of,
)
from hostwise.quotes.product_wordings import Wording, full_words, wording_of

_CODES: tuple[tuple[LineMeaning, str], ...] = (
    # Part numbers that tell more than the text beside them, which may be cut.
    ("cpu", r"^(?:ucs-cpu-|p4x-)"),
    ("memory", r"^(?:ucs-m[rl]-?x|mem-dr|c-mem-|u-mem-)"),
    ("drive", r"^(?:ucs-(?:sd|hd|nvme|s3260)|hds-|c-(?:hdd|ssd|nvm|sed)-)"),
    ("nic", r"^(?:c-(?:nic|lom)-|aoc-st|ucsc-(?:p-|pcie-)|ucsx?-v4-|mlom)"),
    ("chassis", r"^(?:ucsc-c\d|ucsx-\d|nx-\d{4})"),
    ("support", r"^(?:con-|s-hw-|rs-hw-)"),
)

_TOTALS = (
    r"^(?:sub[- ]?|zwischen|grand |net |page |sous-)?(?:total|summe|sum of|totale|totaal|"
    r"(?:prezzo|prix|precio|importe|pre[c\u00e7]o) totale?|"
    r"gesamt\w*|endsumme|endbetrag)\b(?! cost of)"
    r"|^net(?:to)? ?(?:amount|betrag|price|summe|sum|gesamt)?:?$|^(?:nettobetrag|nettosumme|"
    r"brutto\w*|\u00fcbertrag|carried forward|brought forward)\b"
    r"|page total|^extended price|\bmwst|\bust\.?\b|umsatzsteuer|\b(?:vat|gst|iva|tva|btw|moms|tax(?:es)?)\b"
    r"|imponibile|base imponible|imposta|^montant (?:ht|ttc|total)|^importe (?:total|neto)|"
    r"^shipping|^versand(?:kosten)?\b"
)
_OPTIONS = (
    r"^\(?option(?:al\w*|nel\w*)?\b(?!s? pack)|^alternativ\w*\b|\boptional\b|eventualposition|"
    r"alternativposition|bedarfsposition|"
    r"\bpse\b|\u00e9ventuelle|not included in|nicht in der (?:gesamt)?summe|nicht enthalten|"
    r"^opci[o\u00f3]n|^opzione|opzionale|\balternative offer"
)
_DISCOUNTS = (
    r"\bdiscounts?\b|rabatt\b|nachlass|\bremise\b|descuento|\bsconto\b|^less:|^abzgl|^abz\u00fcglich|\bkorting\b|"
    r"\brebate\b|\bescompte\b|\bcredit$|gutschrift|trade-?in\b|\bskonto\b"
)
_DISCOUNT_FIRST = rf"^(?:[\w./-]+ ){{0,3}}\w*(?:{_DISCOUNTS})(?! (?:included|applied|already))"
_BEFORE_DISCOUNT = r"imponibile|before discount|vor rabatt|avant remise|antes de descuento"
_NEGATIVE = (
    r"^no\b(?! ?\d)|\bblanks?\b|\bblanking\b|\bfillers?\b|\bblende|dummy|^without\b|^ohne\b|^none\b|opt[- ]?out|"
    r"^n/?a$|^poa$|factory integrated|^bundle\b|^selected region|delivery date|^support[ -]term\b|"
    r"^term-months|^months$|not applicable|^note\b|late renewal|renewal fee|registration only"
)
_SUPPORT_FIRST = (
    r"^(?:\w+ )?(?:basic|production|premier|essential|advanced|24 ?[x/] ?7|9x5|nbd|"
    r"post)\b[^,;+]*\b(?:support|coverage)\b(?!.*\+)|"
    r"\bsns\b|support coverage|support/subscription|hw support|hardware support|support[ -]term|"
    r"\bmaintenance\b|wartung|\u00fadr\u017eb|onderhoud|manutenzione|mantenimiento|"
    r"named user plus perpetual.*renewal|(?<![+&] )(?<![+&])\bsa (?:\d+ ?l|only|renewal)\b|"
    r"software assurance (?:only|renewal)|^software assurance"
)
_SUPPORT = (
    r"prosupport|pro support|complete care|service-?pa[kc]k?et|parts (?:and|&) labou?r|"
    r"vor-ort-service|tech ?care|foundation care|proactive care|care ?pack|carepack|\bpremier\b|"
    r"\bnbd\b|next business day|mission critical|\d ?hr?\b.*\bresp|onsite|on-site service|"
    r"warranty|garantie|garant[i\u00ed]a|"
    r"\bsupport\b|\bsupp\b$|\bsvc\b|\bsntc\b|smartnet|solution support|\bkyd\b|keep your (?:drive|hard)|\bdmr\b|"
    r"\b(?:8|9|12|24)x[57]x\w+|\bcx level|"
    r"drive retention|non-?returned|thinkagile? support|\bassistance\b|soporte|assistenza|servicepac|service pack\b"
)
_SERVICE = (
    r"^service\b|\bservices?\b(?!.*\blicen[sc]e)|\bdeployment\b|installation|\binstall service|"
    r"\bmigration\b|consult|training|\beducation\b|"
    r"prodeploy|rack(?:ing)? (?:&|and|\+) stack|knowledge transfer|wissenstransfer|einweisung|"
    r"projekt(?:leitung|management)|project management|\btravel\b|reisekosten|\b\d+ (?:tage|"
    r"man-?days|jours)\b|"
    r"schulung|formation|montage|dienstleistung|freight|fracht|lieferung|delivery|transport|"
    r"\binbetriebnahme|professional|"
    r"flexible credits|\bstartup\b|\bstup\b|instalaci[o\u00f3]n|installazione|mise en service|"
    r"\bimplement(?:ation|ierung)\b|\bmise en (?:place|\u0153uvre)|param[e\u00e9]trage|"
    r"\b(?:person|man|work)[ -]?days?\b|\btrasporto\b|\bfrais de port\b|\bgastos de env[i\u00ed]o|"
    r"\bworkshop\b|rackmontage|handling|verpackung"
)
_INSTALLATION = r"\binstall\w*|\bstart-?up\b|\bstup\b|inbetriebnahme|mise en service|puesta en marcha"
_LICENCE = (
    r"licen[sc]|lizenz|licencia|\bsubscription\b|\bsubskription|suscripci[o\u00f3]n|abonnement|\be?-?ltu\b|\bcals?\b|"
    r"\bsoftware build\b|-fod\b|\bsupport,? subscription"
)
_BY_METRIC = (
    r"(?:\bper|\bpro|\bje|/|\bpar|\bpor) ?(?:physical |cpu )?(?:core|kern|c(?:oe|\u0153)ur|"
    r"n[u\u00fa]cleo|vm|socket|cpu|user)s?\b|core[ -]pair"
)
_ACCESSORY = (
    r"power supply|pwr sply|\bpsu\b|netzteil|alimentation|fuente de|alimentatore|power cord|jumper cord|\bcord\b|"
    r"\bc1[349]\b|\brails?\b|schienen|\bcables?\b|kabel|\bdac\b|transceiver|\boptics?\b|\bsfp\+? (?:sr|lr)|"
    r"heat ?sink|k\u00fchler|\bfans?\b(?! )|\bbezel|\brisers?\b|brackets?|backplane|\bbp kit|"
    r"\bcontroller\b(?!,)|\bcontr\b|"
    r"\bhba\b|\braid\b|\bboss\b|ns204|boot (?:opt|device|drive|module)|\bm\.2\b|"
    r"enablement|\btpm\b|idrac|\bilo\b|\bxcc\b|"
    r"\bswitch(?:es)?\b|\bleaf\b|\bspine\b|\bpdus?\b|\bups\b|\bcartridge|\bgpu\b|nvidia|\bcage\b|"
    r"\bcma\b|\bsupercap|\bbattery"
    r"|\d+x ?\d+ ?g(?:be|b)?\b.*\d+x|\b[sn]\d{4}\w{0,2}-on\b|\b(?:8|12|16|24|32|48|64)p \d"
)
_CPU = (
    r"(?:\bxeon\b|\bepyc\b|processors?\b|prozessor\w*|processeurs?|procesador\w*|processador\w*|"
    r"\bcpus?\b|^prc\b|\bintel\b|\bamd\b).*"
    r"(?:\d ?-?c(?:ores?)?\b|\d-?kerne?|ghz|\d\.?\d*g\b|\b\d{2,3}w\b|\b[ef]?\d{4}[a-z]{0,2}\b)|"
    r"\bghz\b.*\b\d+ ?c\b|\(\d+c/\d\.\d|\b\d+c/\d+t\b|\b\d\.\d ?ghz \d{4}|\bepyc \d{4}|\bxeon\b.*\d{4}"
)
_MEMORY = (
    r"\b[rlu]?[- ]?dimms?\b|\brdimm|\blrdimm|\bddr[345]|\bpc[45]-|\bmemory\b|arbeitsspeicher|"
    r"\bspeicher(?:modul|riegel)|m[e\u00e9]moire|\bmem[o\u00f3]ria\b|\bregistered\b"
)
_DRIVE = (
    r"\bssds?\b|\bhdds?\b|\bnvme\b|\bhard drive|\bhard disk|\bdrives?\b|festplatte|laufwerk|"
    r"\bdis(?:co|que|k)s?\b|\bssdr\b|^hd,|"
    r"\bestado s[o\u00f3]lido|\bu\.[23]\b|\b(?:7\.2|10|15)k\b|\be[13]\.[sl]\b|\b(?:read|"
    r"write)[ -]intensive\b|\bmix(?:ed)?[ -]use\b"
)
_NIC = (
    r"\bnic\b|\bethernet\b|network (?:card|adapter)|netzwerk(?:karte|adapter)|adaptador|\badptr\b|"
    r"\bocp ?3?\b|\bcna\b|\bvic\b|\bmlom\b|\bmcx\d|converged network|"
    r"\b(?:dual|quad|single)[ -]port\b|\b\d ?-?(?:ports?|p)\b|\bporte?s\b|\blom\b|"
    r"carte r[e\u00e9]seau|\bsfp(?:28|56)\b|mellanox|connectx"
)
_PORT = r"\d ?g(?:b|be|bit|bps)?\b|\d ?gbe|/\d+g"
_CHASSIS = (
    r"poweredge|proliant|thinksystem s[rtd]\d|thinkagile|thinkedge|\bucs\b[ -]?[cxb]\d|"
    r"\b[cx]2[0-9]{2}[a-z]? m\d|\bdl\d{3}|\bxl\d{3}|\bsr\d{3}|"
    r"\bnx-?\d{4}|\br\d{3,4}(?:xd|xs|xa|ap)?2?\b|\bsynergy\b|\bchassis\b|compute (?:module|"
    r"node)s?|\bservers?\b|servidor|serveur|"
    r"configure-to-order|\bcto\b|\bvxrail\b|\bframe\b|primergy|\bnode\b|ready ?node|\bsys-\d|"
    r"\bas-\d{4}|\bbarebone|\b\d?u (?:up|dp|sys)\b|-sys$|\bdpe\b"
)


@dataclass(frozen=True)
class LineReading:
    """What a line says of itself.

    Attributes:
        meaning: what it is.
        wording: the product of a licence, where its name is known.
        term_years: the years that it is for; None where it does not say them.
        yearly: whether its price is for one year of them.
        version: year in the name of its version.
        metric: what it is counted by: core, socket, vm, user, tib or server; None where it does not say.
        cores: cores in its words, of one piece or of all; None where it names none.
        sockets: sockets that one piece covers.
        each_core: whether one piece is one core.
        size_gb: its capacity, in GB (of memory: GiB).
    """

    meaning: LineMeaning
    wording: Wording | None = None
    term_years: float | None = None
    yearly: bool = False
    version: str | None = None
    metric: str | None = None
    cores: int | None = None
    sockets: int | None = None
    each_core: bool = False
    size_gb: float | None = None


@lru_cache(maxsize=20_000)
def read_line(part_number: str, description: str) -> LineReading:
    """What a line is, by its part number and its description.

    >>> found = read_line("", "VMware vSphere Foundation, 3-Year Prepaid Commit, Per Core")
    >>> found.meaning, found.wording.name, found.term_years, found.each_core
    ('licence', 'VMware vSphere Foundation', 3.0, True)
    """
    words, number = plain_words(description), part_number.strip()
    wording = wording_of(number, words)
    meaning = _meaning(number, words, wording)
    cores = cores_of(words)
    return LineReading(
        meaning,
        wording if meaning == "licence" else None,
        term_of(words, number),
        is_yearly(words),
        version_of(full_words(words)),
        metric_of(words),
        2 if cores is None and is_core_pair(words) else cores,
        sockets_of(words),
        is_each_core(words),
        size_gb(words or plain_words(number)),
    )


def _meaning(number: str, words: str, wording: Wording | None) -> LineMeaning:
    """The first rule that fits."""

    def has(pattern: str) -> bool:
        return re.search(pattern, words) is not None

    if has(_OPTIONS):
        return "option"
    # A part may name the discount that is taken off it.
    if has(_DISCOUNTS) and not has(_BEFORE_DISCOUNT) and (wording is None or has(_DISCOUNT_FIRST)):
        return "discount"
    if has(_TOTALS):
        return "total"
    if has(_NEGATIVE):
        return "other"
    if has(_SUPPORT_FIRST) and not has(r"\blicen[sc]es? (?:&|and|\+)"):
        return "support"
    hardware = _hardware(number.casefold(), words)
    if wording is not None and not (hardware == "chassis" and has(r"ready ?node|appliance|\bnode\b")):
        return "service" if has(r"^service\b|deployment|consult|training|workshop|migration service") else "licence"
    if hardware is not None and not (hardware == "other" and has(_LICENCE)):
        return hardware
    if has(_LICENCE):
        return "licence"
    if has(_SUPPORT) and not has(_INSTALLATION):
        return "support"
    if has(_SERVICE) or has(_INSTALLATION):
        return "service"
    if has(_CHASSIS) and not has(_ACCESSORY):
        return "chassis"
    # What is counted by cores, VMs or users is software, whatever its name.
    return "licence" if has(_BY_METRIC) and not has(_ACCESSORY) else "other"


def _hardware(number: str, words: str) -> LineMeaning | None:
    """The kind of part that a line is; None for what has words of hardware and is none, or has none at all."""

    def has(pattern: str) -> bool:
        return re.search(pattern, words) is not None

    coded = next((meaning for meaning, pattern in _CODES if re.search(pattern, number)), None)
    if coded is not None:
        return coded
    if has(_INSTALLATION) and has(r"\bservice\b|\bsvc\b"):
        return None
    if has(_SUPPORT) and not has(r"wty|base warranty|warranty digitally|v\d ?- ?\d ?yr warranty"):
        return None
    sized = size_gb(words) is not None
    server = has(rf"^(?:\w+ ?:? ){{0,2}}?(?:{_CHASSIS})")
    if has(r"processor kit|\bprocessor\b.*\bfio\b") or (
        has(_CPU) and not server and not has(r"\bchassis\b|\bnode;|\bsystem with")
    ):
        is_card = has(_NIC) and has(_PORT) and not has(r"ghz|\d ?c(?:ore)?s?\b")
        return "nic" if is_card else "cpu" if not has(_ACCESSORY) else None
    if (
        sized
        and has(_MEMORY)
        and not has(_DRIVE.replace(r"\bdrives?\b|", ""))
        and not has(r"cache|\bgpu\b|nvidia")
        and not server
    ):
        return "memory"
    if (
        has(_CHASSIS)
        and (server or has(r"\bchassis\b"))
        and not has(r"\bkit\b|\bblank")
        and not has(rf"(?:{_PORT}).*\b(?:adapter|nic|adptr)\b")
    ):
        # Bays and slots of a chassis have words of drives, and controllers.
        return (
            "chassis"
            if not has(r"\brail|schiene|power supply|netzteil|bezel|\b(?:for|f\u00fcr|pour|para|per)\b (?!the\b)\w+")
            and not (sized and has(_DRIVE) and not server)
            else None
        )
    if (
        sized
        and has(_DRIVE)
        and not has(r"\bbackup\b|\bdata domain|\bcache\b|\bboot|\bboss\b|\bm\.2\b|ns204|\bdpe\b|base system")
    ):
        return "drive"
    if has(_ACCESSORY):
        return "other"
    if has(_NIC) and has(_PORT):
        return "nic"
    return "other" if has(r"\bkit\b|\blabel\b|\bcarrier\b|\bcaddy\b|\btray\b") else None
