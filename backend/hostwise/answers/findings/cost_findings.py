"""Findings about cost: omissions, prices that are not quoted, licences, hosts that are bought later."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hostwise.answers.cost.cost_coverage import not_counted
from hostwise.answers.cost.money import expansions
from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.steps.later_price import LATER_PRICE
from hostwise.answers.wording.sentences import Phrase, phrase, shown
from hostwise.binding.licence_terms import disputed_order, in_force, terms_of
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import MODEL
from hostwise.numerals.writing import counted, fixed, money
from hostwise.plan.answers.result import Expansion, FindingTopic, InputStatus, State
from hostwise.plan.answers.told import Severity

_HOST_PRICES = (
    "chassis_price",
    "cpu_price",
    "given_memory_price_per_host",
    "memory_price_per_gib",
    "drive_price",
    "nic_price",
    "array_price",
)
_LICENCE_PRICES = ("licence_price_per_core", "licence_price_per_socket", "perpetual_price_per_core")


# -------------------------------------------------------------------------------------------------------- of the plan


@finding("licences_left_out", Severity.INFO, FindingTopic.COST)
def licences_left_out(about: AboutPlan) -> Iterator[Said]:
    """Configurations whose licences are entered at a price of 0."""
    run = about.run
    free = [
        each.name for index, each in enumerate(run.plan.configurations) if run.value("licence_cost", index).value == 0
    ]
    if free:
        yield say(
            "licences_left_out",
            "Licences are entered as 0 and not in the cost of {configurations}.",
            configurations=", ".join(free),
            quantity="licence_cost",
        )


@finding("cost_left_out", Severity.INFO, FindingTopic.COST)
def cost_left_out(about: AboutPlan) -> Iterator[Said]:
    """The parts of the cost that are counted only if the plan gives their figures."""
    run = about.run
    everything = range(len(run.plan.configurations))
    if not any(run.value("cluster_tco", index).value is not None for index in everything):
        return
    labels = not_counted(run, about.catalogue)
    if labels:
        given_by = (part.given_by for part in MODEL.purposes.cost_parts.values() if part.given_by)
        absent = (record.pointer for name in given_by if (record := run.assumed(name)) is not None)
        yield say(
            "cost_left_out",
            "Not counted, since the plan gives no figure: {parts}.",
            parts=labels[0] if len(labels) == 1 else ", ".join(labels[:-1]) + " and " + labels[-1],
            quantity="cluster_tco",
            pointer=next(absent, "/economics/cost_lines"),
        )


@finding("cost_line_beyond_horizon", Severity.WARNING, FindingTopic.COST)
def cost_line_beyond_horizon(about: AboutPlan) -> Iterator[Said]:
    """Lines that are paid after the last month of the plan."""
    plan = about.run.plan
    places = [("/economics", plan.economics.cost_lines)]
    places += [(f"/configurations/{at}", each.cost_lines) for at, each in enumerate(plan.configurations)]
    months = MONTHS_PER_YEAR * plan.economics.horizon_years
    late = [
        (f"{at}/cost_lines/{place}/month", line)
        for at, lines in places
        for place, line in enumerate(lines)
        if line.after(months) != 0
    ]
    if late:
        amount = sum(line.after(months) for _, line in late)
        yield say(
            "cost_line_beyond_horizon",
            "{lines} of {amount} {currency} after month {months}, the last one of the plan, and not in its cost: "
            "{names}.",
            lines=shown(counted(len(late), "cost lines"), len(late)),
            amount=shown(money(amount), amount),
            currency=plan.economics.currency,
            months=shown(fixed(months), months),
            names=", ".join(line.label for _, line in late),
            quantity="cluster_tco",
            pointer=late[0][0],
        )


# ----------------------------------------------------------------------------------------------- of one configuration


@finding("demand_outgrows", Severity.WARNING, FindingTopic.COST)
@finding("expansion_exceeds_cluster", Severity.WARNING, FindingTopic.COST)
def growth(about: About) -> Iterator[Said]:
    """Demand that outgrows the cluster before the horizon, and the purchases for it."""
    economics, hosts = about.run.plan.economics, about.value("hosts")
    if hosts is None:
        return
    # Also of a plan that is sized for its end: hosts that are removed may leave some that VMs do not fit.
    later = about.run.hosts_at_horizon(about.index)
    if later <= max(hosts, about.value("required_hosts") or 0):
        return
    outgrown = phrase(
        "with the given growth it needs {needed} hosts by year {horizon} and has {hosts}",
        needed=shown(fixed(later), later, "demanded_hosts") if np.isfinite(later) else "more than any number of",
        horizon=shown(str(economics.horizon_years), economics.horizon_years, "horizon_years"),
        hosts=shown(fixed(hosts), hosts, "hosts"),
    )
    bought = expansions(about.run, about.index)
    if not bought:
        yield say(
            "demand_outgrows",
            "{outgrown}; the cost of expansion is not counted.",
            outgrown=outgrown,
            quantity="required_hosts",
            pointer="/policy/sizing_years",
        )
        return
    number, first = sum(each.hosts for each in bought), bought[0].month
    yield say(
        "demand_outgrows",
        "{outgrown}; {bought} are bought from month {month} on{batches}, and counted in the cost.",
        outgrown=outgrown,
        bought=shown(counted(number, "hosts"), number),
        month=shown(str(first), first),
        batches=_batches(about, bought),
        severity=Severity.INFO,
        quantity="expansion_cost",
        pointer="/policy/sizing_years",
    )
    limit = about.number("most_hosts")
    if bought[-1].total_hosts > limit:
        month = next(each.month for each in bought if each.total_hosts > limit)
        yield say(
            "expansion_exceeds_cluster",
            "from month {month} on it needs more hosts than a cluster holds ({limit}); they are counted as equal "
            "clusters with spares of their own.",
            month=shown(str(month), month),
            limit=shown(fixed(limit), limit, "most_hosts"),
            quantity="present_hosts",
            pointer="/policy/sizing_years",
        )


@finding("later_hosts_price", Severity.WARNING, FindingTopic.COST)
def later_hosts_price(about: About) -> Iterator[Said]:
    """Hosts bought beside existing ones, whose price says nothing of theirs."""
    number = sum(each.hosts for each in expansions(about.run, about.index))
    is_paid = about.value("chassis_price") == 0 and about.value("cpu_price") == 0
    if not number or not is_paid or about.configuration.later_host_price is not None:
        return
    price, key = about.value("later_price_per_host"), about.configuration.key
    (record,) = about.run.binding.inputs[LATER_PRICE, key]
    yield say(
        "later_hosts_price",
        "it buys {hosts} beside existing ones, which are paid: which model? {counted} Enter the price of one.",
        hosts=shown(counted(number, "hosts"), number),
        counted="Without their price the cost is unknown."
        if price is None
        else phrase(
            "{price} {currency} for each is counted, {note}.",
            price=shown(money(price), price, "later_price_per_host"),
            currency=about.run.plan.economics.currency,
            note=record.note or "",
        ),
        quantity="expansion_cost",
        pointer=f"{about.at}/later_host_price",
    )


def _batches(about: About, bought: list[Expansion]) -> Phrase | str:
    """The purchases, where each is for several months."""
    months = about.value("expansion_cadence_months") or 1
    if not months > 1:
        return ""
    return phrase(
        " in {purchases}, each for {cadence}",
        purchases=shown(counted(len(bought), "purchases"), len(bought)),
        cadence=shown(counted(months, "months"), months, "expansion_cadence_months"),
    )


@finding("illustrative_prices", Severity.INFO, FindingTopic.COST)
@finding("price_not_usable", Severity.WARNING, FindingTopic.COST)
def unquoted_prices(about: About) -> Iterator[Said]:
    """Prices that are not quoted, and known prices that cannot be used."""
    records = {
        record.pointer: record
        for name in _HOST_PRICES
        for record in about.run.binding.origins(name, about.key)
        if record.pointer
    }
    illustrative = [each.label for each in records.values() if each.status is InputStatus.ILLUSTRATIVE]
    if illustrative:
        yield say(
            "illustrative_prices",
            "{number} illustrative, not quoted: {prices}.",
            number=shown(counted(len(illustrative), "prices"), len(illustrative)),
            prices=", ".join(illustrative),
            quantity="purchase_capex",
            pointer=f"{about.at}/host/chassis_price",
        )
    storage = ("addon_price_per_licence",) if _needs_storage_licences(about) else ()
    for name in (*_HOST_PRICES, *_LICENCE_PRICES, *storage):
        for record in about.run.binding.origins(name, about.key):
            if record.value is None and record.note:
                yield say(
                    "price_not_usable",
                    "{part}: {why}.",
                    part=record.label,
                    why=record.note,
                    quantity=record.quantity,
                    pointer=record.pointer,
                )


def _needs_storage_licences(about: About) -> bool:
    return bool(np.max(about.run.evaluation.members("addon_licences", about.index)) > 0)


@finding("array_cost_left_out", Severity.INFO, FindingTopic.PRICES)
def array_cost_left_out(about: About) -> Iterator[Said]:
    """An array that the plan enters at a price of 0."""
    array = about.configuration.array
    if array is not None and array.price == 0:
        yield say(
            "array_cost_left_out",
            "the external array is entered at a price of 0: its purchase and support are left out of the cost.",
            quantity="array_capex",
            pointer=f"{about.at}/array/price",
        )


@finding("order_minimum_disputed", Severity.INFO, FindingTopic.COST)
@finding("order_minimum_undated", Severity.INFO, FindingTopic.COST)
def order_minimum(about: About) -> Iterator[Said]:
    """A minimum order, on which sources contradict each other: what it would cost, or that it is counted undated."""
    licence, pointer = about.configuration.licence, f"{about.at}/licence/order_minimum_cores"
    of_site, sites = about.value("initial_site_licensed_cores"), about.value("equal_sites")
    licensed, price = about.value("initial_licensed_cores"), about.value("licence_price_per_core")
    if of_site is None or sites is None or licensed is None:
        return
    to_license = of_site * sites
    least = disputed_order(about.catalogue, licence.key or "", about.run.plan.economics.priced_on)
    if licence.order_minimum_cores is None and least is not None and licensed < least and price:
        more, currency = (least - licensed) * price, about.run.plan.economics.currency
        yield say(
            "order_minimum_disputed",
            "an order of {licensed} cores is below the {least} that some sources name as the minimum, others not: if "
            "your offer has it, licences cost {more} {currency} a year more.",
            licensed=shown(fixed(licensed), licensed, "initial_licensed_cores"),
            least=shown(fixed(least), least),
            more=shown(money(more), more),
            currency=currency,
            quantity="initial_licensed_cores",
            pointer=pointer,
        )
    if licence.order_minimum_cores and licence.order_minimum_as_of is None and licensed > to_license:
        yield say(
            "order_minimum_undated",
            "{licensed} core licences are counted where the hosts have {to_license} to license, for the minimum order; "
            "the rule has changed more than once: enter the date of yours.",
            licensed=shown(fixed(licensed), licensed, "initial_licensed_cores"),
            to_license=shown(fixed(to_license), to_license),
            quantity="initial_licensed_cores",
            pointer=f"{about.at}/licence/order_minimum_as_of",
        )


@finding("licence_terms_newest", Severity.INFO, FindingTopic.PRICES)
@finding("licence_not_sold", Severity.WARNING, FindingTopic.PRICES)
def licence_terms(about: About) -> Iterator[Said]:
    """Licence terms that changed with time, of which the newest count, and products that are no longer sold."""
    catalogue, date = about.catalogue, about.run.plan.economics.priced_on
    in_vms = {f"{prefix}_licence": each for prefix, each in about.configuration.licences_in_vms.items()}
    for field, licence in {"licence": about.configuration.licence, **in_vms}.items():
        row = catalogue.licences.get(licence.key or "") if licence is not None else None
        if row is None:
            continue
        names = {each.term for each in catalogue.licence_terms.values() if row.key in each.licences}
        changed = [name for name in names - {"end_of_sale"} if len(terms_of(catalogue, row.key, name)) > 1]
        if date is None and changed:
            yield say(
                "licence_terms_newest",
                "terms of {product} have changed with time; the plan gives no date that it is priced for, so the "
                "newest ones are used.",
                product=row.product,
                quantity="licence_cost",
                pointer="/economics/priced_on",
            )
        ended = in_force(terms_of(catalogue, row.key, "end_of_sale"), date)
        if ended is not None:
            yield say(
                "licence_not_sold",
                "{product} is no longer sold from {date} on ({source}).",
                product=row.product,
                date=ended.in_force_from,
                source=", ".join(ended.source),
                quantity="licence_cost",
                pointer=f"{about.at}/{field}/key",
            )


@finding("embodied_carbon_assumed", Severity.INFO, FindingTopic.COST)
def embodied_carbon_assumed(about: About) -> Iterator[Said]:
    """Embodied carbon of a typical host, used instead of the host's own."""
    parts = about.run.value("parts_kgco2e_per_host", about.index)
    if parts.state is State.NOT_EVALUATED:
        yield say(
            "embodied_carbon_assumed",
            "the embodied carbon of a host is that of a typical server, since not all of its parts are known.",
            quantity="embodied_kgco2e_per_host",
            pointer=parts.missing[0] if parts.missing else None,
        )
