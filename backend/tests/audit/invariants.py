"""What holds in every answer, whatever its plan: asked of the documents of answers alone, blind to any formula.

Each would have found a fault where two rules meet. Those that are known to be broken and are mended later are
*expected*: they are counted and printed apart, and are no error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from re import findall
from time import process_time
from typing import Any

from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.evaluation.parts import Parts
from hostwise.binding import PlanError
from hostwise.binding.storage import protections_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Protection
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.plan.answers.result import Band, ConfigurationResult
from hostwise.plan.document import Plan
from tests.audit.search_invariant import counts_that_do_not_sum_up
from tests.audit.variants import LITTLE_GROWTH, MORE, TINY, Copies

GRAIN = 1e-9
NEAR = 1e-4
"""A limit is at its boundary where it has less room than this share."""
SMOOTH = ("cpu_ghz", "cpu_ratio", "memory", "capacity", "write_performance", "endurance", "network", "write_buffer")
"""Limits of demand that grows continuously: it may cross a boundary by any growth."""
LEAST_CORES = 16
"""Below so many cores of a processor a licence may count more than there are."""
HEALED_BY_HOSTS = ("spare_hosts", "losses")
"""Stacks that keep so many hosts free that their data has room when these are lost."""
EXACT_KINDS = 4
"""Kinds of VMs up to which a placement is exact."""
DOUBTED_EVERY, SEARCHED_EVERY, SHOWN_EVERY, GROWN_EVERY = 60, 5, 10, 2
"""What is dear is asked of one plan in so many: simulations, a search, the card with its bill, growth of 0."""

Check = Callable[["Asked"], Iterator[str]]


@dataclass(frozen=True)
class Invariant:
    """What must hold, and whether it is known that it does not yet."""

    name: str
    check: Check
    expected: bool = False

    @property
    def note(self) -> str:
        """What is said of it where it is known to be broken."""
        return "  expected: is mended later" if self.expected else ""


@dataclass
class Breaches:
    """How often an invariant was asked, and where it does not hold."""

    asked: int = 0
    seconds: float = 0.0
    found: list[tuple[int, str]] = field(default_factory=list)

    def first(self, number: int) -> list[tuple[int, str]]:
        """The first breach of each of so many plans."""
        return list(dict(reversed(self.found)).items())[::-1][:number]


class Asked(Copies):
    """A plan with what is asked of its answers."""

    def __init__(self, seed: int, plan: dict[str, Any], catalogue: Catalogue) -> None:
        super().__init__(plan, catalogue)
        self.seed = seed

    @property
    def stack(self) -> str:
        """What the stack keeps free."""
        return self.catalogue.stacks[self.configuration["storage_stack"]].reserve

    @property
    def protection(self) -> Protection:
        """The protection of the data."""
        return self.catalogue.protection[self.configuration["protection"]]

    @property
    def healed(self) -> float:
        """Hosts for which room is kept free: the spares, and of a stack that heals its losses no more than these."""
        spares = float(self.policy["spare_hosts"])
        return spares if self.stack != "losses" else min(spares, self.protection.losses_served or 0)

    @property
    def packed_within(self) -> float:
        """Hosts by which a packing may miss the fewest: none up to four kinds of VMs, beyond them one in each part."""
        kinds = sum(each.get("vms") != "mean" for each in self.document["workload"]["groups"])
        return 0.0 if kinds <= EXACT_KINDS else self.number("parts") or 1.0

    def number(self, name: str, of: ConfigurationResult | None = None) -> float | None:
        """A quantity of an answer."""
        return (of or self.base).quantities[name].value


# ------------------------------------------------------------------------------------------- 1: feasible is enough


def feasible_is_enough(asked: Asked) -> Iterator[str]:
    """A feasible configuration lacks nothing, with all hosts running and with those down that the plan allows for."""
    for each in (asked.base, *asked.given.values()):
        if each.feasible:
            yield from _lacking(asked, each)


def _lacking(asked: Asked, answer: ConfigurationResult) -> Iterator[str]:
    named = f"{answer.key}, {answer.hosts.value} hosts"
    used = asked.number("capacity_used_share", answer)
    if used is not None and used > 1 + GRAIN:
        yield f"{named}: {used:.1%} of the usable capacity is used"
    for each in answer.constraints:
        slack = None if each.slack_share is None else each.slack_share.value
        if each.satisfied is False or (slack is not None and slack < -GRAIN):
            yield f"{named}: {each.key} is {slack if slack is not None else 'not satisfied'}"
    for case in answer.failure_cases:
        for limit in case.constraints:
            slack = None if limit.slack_share is None else limit.slack_share.value
            short = limit.satisfied is False or (slack is not None and slack < -GRAIN)
            heals = limit.key == "capacity" and asked.stack in HEALED_BY_HOSTS
            allowed = case.failed_hosts <= asked.healed
            if short and (limit.must_hold or (heals and allowed)):
                yield f"{named}, {case.label}: {limit.key} is {slack if slack is not None else 'not satisfied'}"


# -------------------------------------------------------------------------------------------- 2: sized equals given


def sized_is_given(asked: Asked) -> Iterator[str]:
    """The hosts of an answer are enough when they are given, and one less in each equal part is not."""
    hosts = asked.base.hosts.value
    if not asked.base.feasible:
        for each in asked.given.values():
            if each.feasible:
                yield f"{hosts} hosts are sized and not feasible, and given {each.hosts.value} are: {_why(asked.base)}"
        return
    given, fewer = asked.given.get("given"), asked.given.get("fewer")
    if given is not None and not given.feasible:
        yield f"{hosts} hosts are sized, and given {hosts} are not feasible: {_why(given)}"
    # A coverage level asks of hosts that are sized, and not of those that are given.
    if fewer is not None and fewer.feasible and "coverage_level" not in asked.policy:
        yield f"{hosts} hosts are sized, and {fewer.hosts.value} would be feasible"


def _why(answer: ConfigurationResult) -> str:
    return "; ".join(each.message for each in answer.reasons[:2])


# ------------------------------------------------------------------------------------ 3: more is never worse than less


@dataclass(frozen=True)
class Change:
    """A place where a rule changes with the size of a host, so that more of it may need more hosts."""

    name: str
    why: str
    holds: Callable[[Asked, ConfigurationResult], bool]


def _divided_further(asked: Asked, more: ConfigurationResult) -> bool:
    return (asked.number("parts", more) or 1) > (asked.number("parts") or 1)


def _uneven(asked: Asked, more: ConfigurationResult) -> bool:
    parts = asked.number("parts", more) or 1
    return any((each["hosts"] + each["kept"]) % parts for each in asked.others)


CHANGES = (
    Change("drives", "vSAN takes memory by the capacity of drives", lambda one, _: one.stack == "by_policy"),
    Change("drives", "a drive of each server is kept free, of its size", lambda one, _: one.stack == "drives"),
    Change("drives", "the largest host is kept free, and copies need its like", lambda one, _: bool(one.others)),
    Change("kept", "beyond the most hosts of a cluster each part has spares of its own", _divided_further),
    Change("kept", "hosts that do not divide evenly are more in one of the equal clusters", _uneven),
    Change(
        "kept", "a layout of two nodes has no room for a third one", lambda one, _: one.protection.max_hosts is not None
    ),
)


def more_is_enough(asked: Asked) -> Iterator[str]:
    """Hosts with more cores, cycles, memory or larger drives, or more kept hosts, never need more hosts."""
    if not asked.base.feasible:
        return
    least = asked.document["economics"].get("expansion_minimum_hosts", 1)
    for name in (*MORE, "kept"):
        more = asked.more(name)
        if more is None or any(each.name == name and each.holds(asked, more) for each in CHANGES):
            continue
        if not more.feasible:
            yield f"more {name}: no longer feasible: {_why(more)}"
            continue
        # What is lacking at the start is accepted, so that later purchases are for what is lacking beyond it.
        lacks = (asked.number("initially_demanded_hosts") or 0) > (asked.number("own_hosts") or 0)
        # A cluster that growth adds keeps to the form of the first ones, which is wider on more hosts.
        widens = any(each.wider for each in protections_of(Plan.model_validate(asked.document), 0, asked.catalogue))
        # What no number of hosts carries is not bought, and a finding says so.
        ends = any(
            each.configuration == "c" and "more than any number of hosts" in each.message
            for each in asked.result.findings
        )
        for quantity in ("own_hosts", "final_fleet_hosts")[: 1 if lacks or widens or ends else 2]:
            now, then = asked.number(quantity), asked.number(quantity, more)
            # With a least purchase the last one may be larger than what is lacking.
            over = (least - 1 if quantity == "final_fleet_hosts" else 0) + asked.packed_within
            if now is not None and then is not None and then > now + over:
                yield f"more {name}: {quantity} {then:.0f} instead of {now:.0f}"


# --------------------------------------------------------------------------------------- 6: figures inside their bands


# ------------------------------------------------------------------------------------------- 5: counts of a search


def counts_of_a_search(asked: Asked) -> Iterator[str]:
    """The combinations of a search are admissible, or rejected by a reason."""
    if asked.seed % SEARCHED_EVERY == 0:
        yield from counts_that_do_not_sum_up(Plan.model_validate(asked.document), 0, asked.catalogue)


def inside_its_band(asked: Asked) -> Iterator[str]:
    """A figure lies inside the band that is printed with it, or a sentence says why not."""
    base = asked.base
    yield from _outside("life", base.life_years)
    if asked.seed % DOUBTED_EVERY or not base.feasible:
        return
    uncertainty = uncertainty_of(Plan.model_validate(asked.document), asked.catalogue, number=256)
    outcome = uncertainty.configurations[0]
    for name, band in (("cost", outcome.cost), ("hosts", outcome.hosts), ("life", outcome.life_years)):
        # A cost that lies elsewhere is said to; only hosts that cost so follow.
        if outcome.margin is None:
            yield from _outside(f"{name} of simulations", band)


def _outside(name: str, band: Band) -> Iterator[str]:
    low, middle, high = band.low, band.mid, band.high
    if middle is None:
        return
    if (low is not None and middle < low * (1 - GRAIN)) or (high is not None and middle > high * (1 + GRAIN)):
        yield f"{name}: {middle:,.6g} is outside {low} to {high}"


# ------------------------------------------------------------------------------------------------------ 7: no leaps


def no_leaps(asked: Asked) -> Iterator[str]:
    """A millionth more of growth, demand or price changes nothing but at a boundary, and there by one step."""
    if not asked.base.feasible:
        return
    yield from _leap(asked, "one millionth more", asked.base, asked.a_little_more, grown=False)
    dearer = asked.more("price")
    now, then = asked.number("cluster_tco"), None if dearer is None else asked.number("cluster_tco", dearer)
    if now is not None and then is not None and not now <= then * (1 + GRAIN) <= now * (1 + 3 * TINY):
        yield f"prices one millionth higher: the cost is {then:,.2f} instead of {now:,.2f}"
    if asked.vms < 1_000 and asked.seed % GROWN_EVERY == 0:
        still, little = asked.with_growth(0.0), asked.with_growth(LITTLE_GROWTH)
        smooth = not asked.others and not asked.document["workload"].get("events")
        yield from _leap(asked, "0.001 % of growth", still, little, grown=smooth)


def _leap(
    asked: Asked, what: str, before: ConfigurationResult, after: ConfigurationResult, *, grown: bool
) -> Iterator[str]:
    if before.feasible != after.feasible and not _at_a_boundary(before):
        yield f"{what}: feasible is {after.feasible} instead of {before.feasible}"
    for name in ("hosts", "final_hosts") if grown else ("hosts",):
        now, then = asked.number(name, before), asked.number(name, after)
        if now is None or then is None or now == then:
            continue
        if not _at_a_boundary(before):
            yield f"{what}: {name} {then:.0f} instead of {now:.0f}, and no limit is at its boundary"
        elif abs(then - now) > _step(asked, before, after):
            yield f"{what}: {name} {then:.0f} instead of {now:.0f}, more than a step"


def _at_a_boundary(answer: ConfigurationResult) -> bool:
    """Whether a limit of continuous demand has next to no room."""
    slacks = (each.slack_share for each in answer.constraints if each.key in SMOOTH)
    return any(each is not None and each.value is not None and abs(each.value) < NEAR for each in slacks)


def _step(asked: Asked, before: ConfigurationResult, after: ConfigurationResult) -> float:
    """The least step: a host in each equal part, and with one more cluster its spares and its least hosts."""
    parts = max(asked.number("parts", each) or 1 for each in (before, after))
    more_clusters = asked.number("parts", before) != asked.number("parts", after)
    return parts * (1 + (asked.policy["spare_hosts"] if more_clusters else 0))


# ------------------------------------------------------------------------------------------------ 8: money by month


def what_is_owned_is_paid(asked: Asked) -> Iterator[str]:
    """Hosts that appear are bought in that month."""
    own = asked.own_hosts_by_month()
    if not asked.base.feasible or not own:
        return
    bought = {each.month: each.hosts for each in asked.base.expansion}
    paid = asked.base.monthly.parts["expansion"]
    for month in range(1, len(own)):
        appear, amount = max(own[month] - own[month - 1], 0.0), paid[month]
        if abs(appear - bought.get(month, 0.0)) > GRAIN:
            yield f"month {month}: {appear:g} own hosts appear, {bought.get(month, 0.0):g} are bought"
        if amount is not None and (appear > 0) != (amount > 0):
            yield f"month {month}: {appear:g} own hosts appear, and {amount:,.0f} is paid for hosts"


def bought_when_needed(asked: Asked) -> Iterator[str]:
    """Hosts that stand in for others are bought when these are removed: at first as many as if they stayed."""
    staying, own = asked.more("staying"), asked.own_hosts_by_month()
    if staying is None or not own or not asked.base.feasible or not staying.feasible:
        return
    now = asked.number("own_hosts", staying)
    if now is not None and own[0] > now:
        yield f"{own[0]:g} own hosts at the purchase, and {now:g} if no host were removed later"


def renewed_for_what_is_there(asked: Asked) -> Iterator[str]:
    """A subscription is never paid for cores that are not there at its renewal.

    Asked of licences with no rule but a price per core and year: what they may cost in a year at most.
    """
    licence, own = asked.configuration["licence"], asked.own_hosts_by_month()
    rising = asked.document["economics"]["price_change"].get("licence_rate")
    in_vms = {"guest_licence", "database_licence"} & set(asked.configuration)
    if set(licence) != {"price_per_core_year"} or in_vms or rising or not own or not asked.base.feasible:
        return
    cores = _cores(asked)
    if any(each < LEAST_CORES * 2 for each in cores):
        return
    there = [number * cores[0] + _others_cores(asked, month, cores[1:]) for month, number in enumerate(own)]
    paid = asked.base.monthly.parts["licences"]
    for first in range(1, len(own), 12):
        last, cost = first + 11, sum(each or 0.0 for each in paid[first : first + 12])
        most = licence["price_per_core_year"] * max(there[first - 1 : last + 1])
        if cost > most * (1 + GRAIN):
            yield f"months {first} to {last}: {cost:,.0f} for licences, cores that are there cost {most:,.0f}"


def _cores(asked: Asked) -> list[float]:
    """Cores of a host of the own model, and of each other model."""
    found = []
    for document in (asked.configuration["cpu"], *asked.others):
        row = asked.catalogue.cpus.get(document.get("cpu") or document.get("key") or "")
        cores = document.get("cores") or (row.cores if row is not None else None)
        found.append(float(document.get("sockets", 2) * (cores or 0)))
    return found


def _others_cores(asked: Asked, month: int, cores: list[float]) -> float:
    there = (month < each.get("removed_in_month", 10_000) for each in asked.others)
    return sum(
        float(each["hosts"] * number)
        for each, number, is_there in zip(asked.others, cores, there, strict=True)
        if is_there
    )


# ------------------------------------------------------------------------------------------- 9: one figure everywhere


def one_figure_everywhere(asked: Asked) -> Iterator[str]:
    """Hosts and VMs are the same number wherever an answer has them."""
    base, hosts = asked.base, asked.base.hosts.value
    for name, said in _hosts_said(asked):
        if said is not None and said != hosts:
            yield f"{name} says {said:g} hosts, the answer {hosts}"
    vms = asked.number("present_vms")
    events = sum(each["vms"] for each in asked.document["workload"].get("events", []) if each["month"] == 0)
    if vms is not None and vms != asked.vms + events:
        yield f"{vms:g} VMs at the purchase, the plan has {asked.vms + events}"
    cost, average, of_one = (asked.number(name) for name in ("cluster_tco", "average_vms", "tco_per_vm"))
    if None not in (cost, average, of_one) and abs(average * of_one - cost) > cost * GRAIN:  # type: ignore[operator]
        yield f"{of_one} for each of {average} VMs, and {cost} in all"
    if base.feasible and asked.seed % SHOWN_EVERY == 0:
        yield from _shown(asked)


def _hosts_said(asked: Asked) -> Iterator[tuple[str, float | None]]:
    base = asked.base
    yield "the quantity", asked.number("hosts")
    if base.feasible and asked.number("own_hosts"):
        # Hosts that are there anyway may be more than any limit asks for.
        needed = [each.hosts.value for each in base.constraints if each.binding]
        yield "the binding constraint", needed[0] if needed else None
    if not asked.others:
        yield "the sentence", next(map(float, findall(r"(\d+) hosts? = ", base.hosts_text)), None)
    for row in asked.result.rows:
        if row.key == "hosts":
            yield "the comparison", row.cells[0].value.value


def _shown(asked: Asked) -> Iterator[str]:
    """The card, and what is bought at first by the bill of materials."""
    plan, own = Plan.model_validate(asked.document), asked.number("own_hosts")
    card = decide(plan, asked.catalogue, include=Parts(False, False, (), decision=True)).decision
    on_card = None if card is None or card.rows[0].hosts is None else card.rows[0].hosts.value
    if on_card is not None and on_card != asked.base.hosts.value:
        yield f"the card says {on_card:g} hosts, the answer {asked.base.hosts.value}"
    materials = bill_of_materials_of(plan, asked.catalogue).configurations[0]
    for section in materials.sections:
        for line in section.lines:
            if line.kind == "chassis" and line.hosts is not None and line.hosts != own:
                yield f"the bill of materials has {line.hosts:g} hosts, the answer {own}"


INVARIANTS = (
    Invariant("1 feasible is enough", feasible_is_enough),
    Invariant("2 sized is given", sized_is_given),
    Invariant("3 more is enough", more_is_enough),
    Invariant("5 counts of a search", counts_of_a_search),
    Invariant("6 inside its band", inside_its_band),
    Invariant("7 no leaps", no_leaps),
    Invariant("8 owned is paid", what_is_owned_is_paid),
    Invariant("8 bought when needed", bought_when_needed),
    Invariant("8 renewed for what is there", renewed_for_what_is_there),
    Invariant("9 one figure", one_figure_everywhere),
)


def ask(seed: int, plan: dict[str, Any], catalogue: Catalogue, found: dict[str, Breaches]) -> None:
    """Ask all invariants of a plan; raises `PlanError` where the plan itself is refused."""
    asked = Asked(seed, plan, catalogue)
    began = process_time()
    _ = asked.result
    found.setdefault("evaluated", Breaches()).seconds += process_time() - began
    for invariant in INVARIANTS:
        breaches, began = found.setdefault(invariant.name, Breaches()), process_time()
        breaches.asked += 1
        try:
            breaches.found += [(seed, text) for text in invariant.check(asked)]
        except PlanError as refused:
            breaches.found.append((seed, f"a copy is refused: {refused}"))
        breaches.seconds += process_time() - began
