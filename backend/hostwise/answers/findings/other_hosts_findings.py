"""Hosts of other models: what they count for, what of their drives cannot be used, and how long they have support."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hostwise.answers.cost.money import expansions
from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import listing, message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.dates import sizing_moment
from hostwise.binding.models import Models
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.purposes import Supply
from hostwise.number_format.dates import first_day
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity
from hostwise.plan.other_hosts import OtherHosts

_SUPPLIES: tuple[tuple[Supply, str], ...] = (("memory", "memory"), ("core", "cores"), ("capacity", "capacity"))


def _models(about: About) -> Models:
    return about.run.binding.models[about.index]


def _named(about: About, others: Sequence[OtherHosts]) -> Phrase:
    at = f"{about.at}/other_host_models"
    return listing(
        [message("hosts_of_model", hosts=Number(each.hosts, pointer=at), model=each.model) for each in others]
    )


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
    pointer = f"{about.at}/other_host_models"
    bought = {each.month: each.hosts for each in expansions(about.run, about.index) if each.month in removed}
    named = listing(
        [
            message("hosts_removed_in_month", named=_named(about, some), month=Number(month, pointer=pointer))
            for month, some in sorted(removed.items())
        ]
    )
    if bought:
        instead = listing(
            [message("hosts_bought_in_month", hosts=hosts, month=month) for month, hosts in bought.items()]
        )
        sentence = message("other_hosts_removed.replaced", named=named, instead=instead)
    else:
        sentence = message("other_hosts_removed.not_replaced", named=named)
    yield say_phrase("other_hosts_removed", sentence, quantity="expansion_hosts", pointer=pointer)


@finding("other_hosts", Severity.INFO, FindingTopic.HOSTS)
def other_hosts(about: About) -> Iterator[Said]:
    """What hosts of other models stand for, in hosts of the own model."""
    models, present = _models(about), [(each, number) for each, number in _present(about) if number]
    if not present:
        return
    month, hosts = sizing_moment(about.run.plan).month, sum(number for _, number in present)
    count = {each: hosts + models.shift(each, month) for each, _ in _SUPPLIES}
    named, memory, core = _named(about, [each for each, _ in present]), count["memory"], count["core"]
    if about.configuration.capacity is None:
        sentence = message("other_hosts.without_storage", named=named, memory=memory, core=core)
    else:
        capacity = count["capacity"]
        sentence = message("other_hosts.with_storage", named=named, memory=memory, core=core, capacity=capacity)
    yield say_phrase("other_hosts", sentence, quantity="other_hosts", pointer=f"{about.at}/other_host_models")


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
            vcpu=vcpu,
            gib=gib,
            hosts=able,
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
    if uneven > 0:
        amount = uneven
    if not amount > 0:
        return
    yield say(
        "stranded_capacity.even_drives" if uneven > 0 else "stranded_capacity.copies",
        amount=amount,
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
    sentence = (
        message("uneven_drives.better_without", share=share, others=_named(about, others))
        if better
        else message("uneven_drives.counted", share=share)
    )
    yield say_phrase("uneven_drives", sentence, quantity="even_drives_share", pointer=f"{about.at}/other_host_models")


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
        pointer = f"{about.at}/other_host_models/{at}/support_ends"
        yield say_phrase("other_hosts_support", _support(about, each, months, leaves), pointer=pointer)


def _support(about: About, other: OtherHosts, months: int | None, leaves: int) -> Phrase:
    """When support ends, and what going on without it counts, by the maintenance that the plan has."""
    economics = about.run.plan.economics
    usual = economics.support_price_per_host
    yearly = usual if other.maintenance_per_year is None else other.maintenance_per_year
    values: dict[str, Given] = {"hosts": other.hosts, "model": other.model, "date": other.support_ends or ""}
    known = yearly is not None
    code: AnswerCode
    if months is None:
        code = "other_hosts_support.undated_paid" if known else "other_hosts_support.undated_unknown"
    elif months <= 0:
        code = "other_hosts_support.ended_paid" if known else "other_hosts_support.ended_unknown"
    else:
        code = "other_hosts_support.ends_paid" if known else "other_hosts_support.ends_unknown"
        values |= {"month": months, "months": leaves}
    if yearly is not None:
        paid = yearly * other.hosts * (leaves - max(months or 0, 0)) / MONTHS_PER_YEAR
        values |= {"paid": paid, "currency": economics.currency}
    return message(code, **values)


@finding("other_hosts_maintenance", Severity.WARNING, FindingTopic.COST)
def other_hosts_maintenance(about: About) -> Iterator[Said]:
    """Kept hosts of other models whose maintenance has no figure."""
    usual = about.run.plan.economics.support_price_per_host
    for at, each in enumerate(about.configuration.other_host_models):
        if each.kept and each.maintenance_per_year is None and usual is None:
            yield say(
                "other_hosts_maintenance",
                hosts=each.hosts,
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
        hosts=number,
        pointer=f"{about.at}/other_host_models",
    )


def _months_between(begin: tuple[int, int, int], end: tuple[int, int, int]) -> int:
    return (end[0] - begin[0]) * MONTHS_PER_YEAR + end[1] - begin[1]
