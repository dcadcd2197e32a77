"""Hosts of other models: what they count for, what of their drives cannot be used, and how long they have support."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hostwise.answers.cost.money import expansions
from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.sentences import shown
from hostwise.answers.wording.words import listed
from hostwise.binding.dates import sizing_moment
from hostwise.binding.models import Models
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.purposes import Supply
from hostwise.numerals.dates import first_day
from hostwise.numerals.writing import counted, money, short
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.other_hosts import OtherHosts

_SUPPLIES: tuple[tuple[Supply, str], ...] = (("memory", "memory"), ("core", "cores"), ("capacity", "capacity"))


def _models(about: About) -> Models:
    return about.run.binding.models[about.index]


def _named(others: Sequence[OtherHosts]) -> str:
    return ", ".join(f"{short(each.hosts)} {each.model}" for each in others)


@finding("other_hosts_removed", Severity.INFO, FindingTopic.HOSTS)
def other_hosts_removed(about: About) -> Iterator[Said]:
    """Hosts of other models that are removed until the horizon, and what stands in for them."""
    last = about.run.plan.economics.horizon_years * MONTHS_PER_YEAR
    removed: dict[int, list[OtherHosts]] = {}
    for each in about.configuration.other_host_models:
        if each.removed_in_month is not None and each.removed_in_month <= last:
            removed.setdefault(each.removed_in_month, []).append(each)
    if not removed:
        return
    bought = {each.month: each.hosts for each in expansions(about.run, about.index) if each.month in removed}
    named: list[str] = []
    for month, some in sorted(removed.items()):
        are = "" if named else " is removed" if sum(each.hosts for each in some) == 1 else " are removed"
        named.append(f"{_named(some)}{are} in month {month}")
    instead = [f"{counted(hosts, 'hosts')} in month {month}" for month, hosts in bought.items()]
    yield say(
        "other_hosts_removed",
        "{named}; {instead}.",
        named=listed(named),
        instead=f"in their place it buys {listed(instead)}" if instead else "no hosts are bought in their place",
        quantity="expansion_hosts",
        pointer=f"{about.at}/other_host_models",
    )


@finding("other_hosts", Severity.INFO, FindingTopic.HOSTS)
def other_hosts(about: About) -> Iterator[Said]:
    """What hosts of other models stand for, in hosts of the own model."""
    models, present = _models(about), [(each, number) for each, number in _present(about) if number]
    if not present:
        return
    month, hosts = sizing_moment(about.run.plan).month, sum(number for _, number in present)
    count = {each: hosts + models.shift(each, month) for each, _ in _SUPPLIES}
    yield say(
        "other_hosts",
        "hosts of other models ({named}) count as {memory} of its own by memory, {core} by cores{capacity}; "
        "spares are the largest hosts.",
        named=_named([each for each, _ in present]),
        memory=shown(short(count["memory"], 3), count["memory"], "memory_shift_hosts"),
        core=shown(short(count["core"], 3), count["core"], "core_shift_hosts"),
        capacity=f" and {short(count['capacity'], 3)} by capacity" if about.configuration.capacity is not None else "",
        quantity="other_hosts",
        pointer=f"{about.at}/other_host_models",
    )


def _present(about: About) -> list[tuple[OtherHosts, float]]:
    """The other models with the hosts of each at the sizing date."""
    present = _models(about).hosts[:, sizing_moment(about.run.plan).month].tolist()
    return list(zip(about.configuration.other_host_models, present, strict=True))


@finding("largest_vm_on_few_hosts", Severity.WARNING, FindingTopic.HOSTS)
def largest_vm_on_few_hosts(about: About) -> Iterator[Said]:
    """A VM that so few hosts can run that none of them may be left when the spares are down."""
    models, spares = _models(about), about.number("spare_hosts")
    gib, vcpu = about.number("largest_vm_gib"), about.number("largest_vm_vcpu")
    if not models or not spares > 0:
        return
    more_gib = about.number("usable_gib_per_host") - about.number("dram_gib")
    threads = about.number("threads_per_core")
    own = gib <= about.number("usable_gib_per_host") and vcpu <= about.number("threads_per_host")
    room = (models.gib + more_gib >= gib) & (models.cores * threads >= vcpu)
    able = float(models.hosts[:, sizing_moment(about.run.plan).month][room].sum())
    able += about.number("own_hosts") if own else 0
    if 0 < able <= spares:
        yield say(
            "largest_vm_on_few_hosts",
            "the largest VM, {vcpu} vCPU and {gib} GiB, fits {hosts} only: when they fail, no other has room for it.",
            vcpu=shown(short(vcpu), vcpu, "largest_vm_vcpu"),
            gib=shown(short(gib), gib, "largest_vm_gib"),
            hosts=shown(counted(able, "hosts"), able),
            quantity="hosts_for_largest_vm",
            pointer=f"{about.at}/other_host_models",
        )


@finding("stranded_capacity", Severity.WARNING, FindingTopic.STORAGE)
def stranded_capacity(about: About) -> Iterator[Said]:
    """Capacity of the largest hosts that copies on different hosts, or even drives, cannot fill."""
    raw, share = about.number("raw_tb_per_host"), about.number("even_drives_share")
    month = sizing_moment(about.run.plan).month
    uneven = _models(about).uneven(month, about.number("own_hosts")) * raw / share if share > 0 else 0.0
    amount = about.number("stranded_hosts") * raw
    why = "copies are on different hosts, and the largest hosts have more than the others can match"
    if uneven > 0:
        amount, why = uneven, "the storage counts no more drives of any host than the smallest one has"
    if not amount > 0:
        return
    yield say(
        "stranded_capacity",
        "{amount} TB of raw capacity cannot be filled: {why}. Divide the drives more evenly, or count on less.",
        amount=shown(short(amount, 3), amount),
        why=why,
        quantity="stranded_hosts",
        pointer=f"{about.at}/other_host_models",
    )


@finding("uneven_drives", Severity.WARNING, FindingTopic.STORAGE)
def uneven_drives(about: About) -> Iterator[Said]:
    """Storage that counts the drives of the smallest host on all: hosts with fewer take capacity away."""
    models, share = _models(about), about.number("even_drives_share")
    hosts, others = about.number("hosts"), about.configuration.other_host_models
    if not models or not share < 1 or not hosts > 0:
        return
    raw = about.number("raw_tb_per_host")
    counted_tb, own = hosts * raw, raw / share if share > 0 else 0.0
    without = (hosts - float(models.hosts[:, sizing_moment(about.run.plan).month].sum())) * own
    better = without > counted_tb
    yield say(
        "uneven_drives",
        "the storage counts no more drives of any host than the smallest one has: {share} of the capacity of its own "
        "hosts counts.{advice}",
        share=shown(f"{short(share * 100, 3)} %", share, "even_drives_share"),
        advice=f" Without {_named(others)} it would count more: leave their drives out of the storage."
        if better
        else "",
        quantity="even_drives_share",
        pointer=f"{about.at}/other_host_models",
    )


@finding("other_hosts_support", Severity.WARNING, FindingTopic.COST)
def other_hosts_support(about: About) -> Iterator[Said]:
    """Support of a model that ends while its hosts are still there."""
    horizon = about.run.plan.economics.horizon_years * MONTHS_PER_YEAR
    begins = about.prices.priced_on
    for at, each in enumerate(about.configuration.other_host_models):
        if each.support_ends is None:
            continue
        leaves = min(each.removed_in_month or horizon, horizon)
        months = None if begins is None else _months_between(first_day(begins), first_day(each.support_ends))
        if months is not None and months >= leaves:
            continue
        yield say(
            "other_hosts_support",
            "the vendor's support of {hosts} {model} ends on {date}, {when}: {cost}.",
            hosts=shown(short(each.hosts), each.hosts),
            model=each.model,
            date=each.support_ends,
            when=_when(months, leaves),
            cost=_going_on(about, each, leaves - max(months or 0, 0)),
            pointer=f"{about.at}/other_host_models/{at}/support_ends",
        )


def _when(months: int | None, leaves: int) -> str:
    if months is None:
        return "and the plan has no date to hold that against"
    return "before the purchase" if months <= 0 else f"in month {months} of {leaves}"


def _going_on(about: About, other: OtherHosts, months: int) -> str:
    """What going on without the vendor's support counts, by the maintenance that the plan has."""
    economics = about.run.plan.economics
    usual = economics.support_price_per_host
    yearly = usual if other.maintenance_per_year is None else other.maintenance_per_year
    if yearly is None:
        return "the cost of continuing is unknown: enter their maintenance, or the month in which they are removed"
    amount = money(yearly * other.hosts * months / MONTHS_PER_YEAR)
    paid = f"{amount} {economics.currency} of maintenance are counted for continuing"
    return f"{paid}; third-party maintenance includes no firmware"


@finding("other_hosts_maintenance", Severity.WARNING, FindingTopic.COST)
def other_hosts_maintenance(about: About) -> Iterator[Said]:
    """Kept hosts of other models whose maintenance has no figure."""
    usual = about.run.plan.economics.support_price_per_host
    for at, each in enumerate(about.configuration.other_host_models):
        if each.kept and each.maintenance_per_year is None and usual is None:
            yield say(
                "other_hosts_maintenance",
                "the maintenance of {hosts} {model} has no figure and is not in the cost; 0 confirms that it costs "
                "nothing.",
                hosts=shown(short(each.hosts), each.hosts),
                model=each.model,
                pointer=f"{about.at}/other_host_models/{at}/maintenance_per_year",
            )


@finding("other_hosts_drives", Severity.INFO, FindingTopic.WEAR)
def other_hosts_drives(about: About) -> Iterator[Said]:
    """Drives of other models take writes by the data they hold; how worn they are is not known."""
    models = _models(about)
    if not models or about.configuration.capacity is None:
        return
    some = [each for each in about.configuration.other_host_models if each.drives != 0]
    if not some:
        return
    number = sum(each.hosts for each in some)
    yield say(
        "other_hosts_drives",
        "the life of drives is that of its own hosts. Drives of {hosts} of other models take as many writes for each "
        "TB, but how worn they are already is not known.",
        hosts=shown(counted(number, "hosts"), number),
        pointer=f"{about.at}/other_host_models",
    )


def _months_between(begin: tuple[int, int, int], end: tuple[int, int, int]) -> int:
    return (end[0] - begin[0]) * MONTHS_PER_YEAR + end[1] - begin[1]
