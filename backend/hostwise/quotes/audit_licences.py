"""Whether a proposal has as many licences as its hosts need: cores, sockets and their floors, whatever the term."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log

from hostwise.binding.licence_terms import in_force, terms_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.engine.formulas.licences import licensed_cores_per_host
from hostwise.number_format.writing import exact
from hostwise.plan.proposal import ProposalLine, ProposalSide
from hostwise.quotes.audit_notes import Notes, named, net_price
from hostwise.quotes.hardware_lines import Hardware
from hostwise.quotes.licence_choice import family_of, terms_of_row, told
from hostwise.quotes.line_reading import LineReading, read_line

UNITS = {"core": "cores", "core-pair": "pairs of cores", "socket": "sockets", "socket-pair": "pairs of sockets"}
"""What licences count, in words."""

_PER_UNIT = {"core": 1, "core-pair": 2, "socket": 1, "socket-pair": 2}


@dataclass(frozen=True)
class LicenceLine:
    """A line of licences, with the rows of the catalogue that it may be; more than one where its term is open."""

    line: ProposalLine
    rows: tuple[Licence, ...]

    @property
    def reading(self) -> LineReading:
        """What the line says of itself."""
        return read_line(self.line.part_number, self.line.description)

    @property
    def years(self) -> float | None:
        """The years that it is for."""
        return self.line.term_years or self.reading.term_years


def units_of(row: Licence, line: ProposalLine) -> float:
    """Units of a licence that one piece of a line has: as it says, else as the catalogue's price has.

    A number of cores is a pack, or all that are licensed: where it is the quantity of what is sold by the core, or the
    price is one of a single core, one piece is one core.
    """
    said = read_line(line.part_number, line.description)
    if row.metric in ("socket", "socket-pair"):
        return 1.0 if said.sockets is None else max(said.sockets / _PER_UNIT[row.metric], 1.0)
    if row.metric not in ("core", "core-pair"):
        return float(row.price_buys_units)
    per = _PER_UNIT[row.metric]
    if said.cores is None:
        return 1.0 if said.each_core and per == 1 else float(row.price_buys_units)
    # A vendor that sells packs names the pack; one that sells cores names all of them.
    packed = row.price_buys_units > 1
    if per > 1 or said.cores == 1 or (packed and said.cores < _TOLD_BY_PRICE):
        return max(said.cores / per, 1.0)
    years = line.term_years or said.term_years or 1.0
    if not packed and (line.quantity in (float(said.cores), said.cores * years) or said.each_core):
        return 1.0
    net = net_price(line)
    if net is None or row.price is None or line.quantity == 1:
        return float(said.cores)
    usual = [row.price.amount / row.price_buys_units * period for period in (1.0, years)]

    def distance(units: float) -> float:
        return min(abs(log(max(net, 1e-9) / units / each)) for each in usual)

    return min(1.0, float(said.cores), key=distance)


_TOLD_BY_PRICE = 8
"""Cores of a pack from which on no discount makes its price that of one core."""


def audit_licences(
    side: ProposalSide, lines: Sequence[LicenceLine], hardware: Hardware, catalogue: Catalogue, notes: Notes
) -> None:
    """Check the number of licences of each product of a side, over all its terms and versions."""
    of_product: dict[str, list[LicenceLine]] = defaultdict(list)
    for each in lines:
        of_product[family_of(each.rows[0].key)].append(each)
        _ask_open_point(each, notes)
    for product, found in of_product.items():
        _check(side, product, found, hardware, catalogue, notes)


def _ask_open_point(found: LicenceLine, notes: Notes) -> None:
    """Ask for the term, version or edition that a line leaves open."""
    rows, what = found.rows, " ".join(named(found.line).split())
    if len(rows) > 1:
        point = _point(rows)
        # Years that no row has are told all the same.
        if point != "term" or not found.years:
            notes.ask(f"Which {point} does {what} have: {told(rows)}?")
    elif len(terms_of_row(rows[0])) > 1 and not found.years and not found.reading.yearly:
        notes.ask(f"Which term does {what} have: {rows[0].term.replace('-', ' to ')}?")


def _point(rows: Sequence[Licence]) -> str:
    if len({each.versions for each in rows}) > 1:
        return "version"
    return "edition" if len({each.term for each in rows}) == 1 else "term"


def _check(
    side: ProposalSide,
    product: str,
    lines: Sequence[LicenceLine],
    hardware: Hardware,
    catalogue: Catalogue,
    notes: Notes,
) -> None:
    row = lines[0].rows[0]
    name = row.name if all(each.rows == (row,) for each in lines) else product
    need = _needed(row, lines, hardware)
    if isinstance(need, str):
        notes.skip(side, f"number of {name}", need)
        return
    if any(each.line.quantity is None for each in lines):
        notes.skip(side, f"number of {name}", "a line has no quantity")
        return
    pieces = [units_of(row, each.line) for each in lines]
    units = sum((each.line.quantity or 0) * piece for each, piece in zip(lines, pieces, strict=True))
    if row.billing != "once" and any(each.years and units == need * each.years for each in lines):
        # Licences of a whole term may be counted by the year.
        return
    order = _order_minimum(row, catalogue)
    if units < max(order, need) and units >= need and row.metric == "core":
        text = f"{exact(units)} cores of {name} are fewer than the minimum order of {exact(order)}"
        notes.ask(f"Is a minimum order of {exact(order)} cores of {name} charged, as {exact(units)} are offered?")
        notes.skip(side, f"minimum order of {name}", f"{text}, on which sources contradict each other")
    # The price basis may hold more than a host needs: what is left of the last piece is no surplus.
    piece, hosts = max(pieces), hardware.hosts or 1
    most = max(piece * ceil(need / piece), hosts * piece * ceil(need / hosts / piece), order)
    if need <= units < 2 * most:
        if row.vms_per_licensing is not None:
            notes.skip(side, f"number of {name}", "it also depends on the VMs that run on each host")
        return
    each = _charged_per_unit(lines[0], pieces[0])
    notes.differ(
        "licences_short" if units < need else "licences_counted_twice",
        side,
        name,
        stated=units,
        computed=need,
        unit=UNITS[row.metric],
        lines=[each.line.line for each in lines],
        money=None if each is None else abs(units - need) * each,
        rule=_rule(row),
        source=", ".join(row.source),
    )


def _rule(row: Licence) -> str:
    floors = [
        *([f"at least {row.minimum_cores_per_cpu} cores for each processor"] if row.minimum_cores_per_cpu else []),
        *([f"{row.minimum_cores_per_server} for each server"] if row.minimum_cores_per_server else []),
        *([f"in packs of {row.pack}"] if row.pack > 1 else []),
    ]
    return ", ".join([f"all {UNITS[row.metric]} of all hosts", *floors])


def _order_minimum(row: Licence, catalogue: Catalogue) -> float:
    """The least cores of an order by the newest rule, disputed or not."""
    found = in_force(terms_of(catalogue, row.key, "minimum_cores_per_order"), None)
    return 0.0 if found is None else found.value


def _needed(row: Licence, lines: Sequence[LicenceLine], hardware: Hardware) -> float | str:
    """Units of a licence that all hosts need, or why that is not known."""
    if row.metric == "tib" or row.licensed_by == "vm":
        return "it is not counted by the hosts alone"
    said = {each.reading.metric for each in lines} - {None, "core", "socket"}
    by_socket = row.metric in ("core", "core-pair") and any(each.reading.metric == "socket" for each in lines)
    if said or by_socket:
        counted = "socket" if by_socket else sorted(map(str, said))[0]
        return f"it is counted by {counted}, the catalogue's licence by {row.metric}"
    if hardware.hosts is None or hardware.sockets is None or hardware.cores is None:
        return "the lines do not say how many hosts, processors and cores there are"
    hosts, sockets, cores = hardware.hosts, hardware.sockets, hardware.cores
    if row.metric in ("socket", "socket-pair"):
        if row.cores_per_licence is not None and sockets * cores > row.cores_per_licence:
            return "it also depends on the cores of a host"
        return float(hosts * (sockets if row.metric == "socket" else ceil(sockets / 2)))
    of_host = float(
        licensed_cores_per_host(
            sockets=float(sockets),
            cores_per_socket=float(cores),
            licence_minimum_cores_per_socket=float(row.minimum_cores_per_cpu or 0),
            licence_minimum_cores_per_host=float(row.minimum_cores_per_server or 0),
            licence_pack_cores=float(row.pack if row.metric == "core" else 2),
        )
    )
    return hosts * of_host / _PER_UNIT[row.metric]


def _charged_per_unit(found: LicenceLine, piece: float) -> float | None:
    """What one missing unit costs, for the whole term of its line; None where the line has no price of one."""
    net = net_price(found.line)
    if net is None:
        return None
    return net / piece * (found.years or 1 if is_yearly_price(found, piece) else 1)


def is_yearly_price(found: LicenceLine, piece: float) -> bool:
    """Whether the price of a line is for one year of a longer term.

    Its words say so, or it is at most what one year costs by the list: lists are not exceeded.
    """
    row, net, years = found.rows[0], net_price(found.line), found.years
    if row.billing != "year" or years is None or years <= 1 or net is None:
        return False
    listed = [each.price.amount / each.price_buys_units for each in found.rows if each.price is not None]
    if not listed:
        return found.reading.yearly
    return net / piece <= max(listed) * (1 + _ROUNDING)


_ROUNDING = 0.01
