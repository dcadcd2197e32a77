"""Findings about cost: omissions, prices that are not quoted, licences, hosts that are bought later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hostwise.answers.cost.cost_coverage import not_counted
from hostwise.answers.cost.money import expansions
from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.steps.later_price import LATER_PRICE
from hostwise.answers.wording.answer_messages import listing, message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.sentences import Phrase
from hostwise.binding.licence_terms import disputed_order, in_force, terms_of
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import Expansion, FindingTopic, InputStatus, QuantityState
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
            parts=listing(labels),
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
            lines=len(late),
            amount=amount,
            currency=plan.economics.currency,
            months=months,
            names=", ".join(line.label for _, line in late),
            quantity="cluster_tco",
            pointer=late[0][0],
        )


# ----------------------------------------------------------------------------------------------- of one configuration


@finding("demand_outgrows", Severity.WARNING, FindingTopic.COST)
@finding("expansion_exceeds_cluster", Severity.WARNING, FindingTopic.COST)
def growth(about: About) -> Iterator[Said]:
    """Demand that outgrows the cluster before the horizon, and the purchases for it."""
    hosts = about.value("hosts")
    if hosts is None:
        return
    # Also of a plan that is sized for its end: hosts that are removed may leave some that VMs do not fit.
    later = about.run.hosts_at_horizon(about.index)
    if later <= max(hosts, about.value("required_hosts") or 0):
        return
    bought = expansions(about.run, about.index)
    yield say_phrase(
        "demand_outgrows",
        _outgrown(about, later, hosts, bought),
        quantity="expansion_cost" if bought else "required_hosts",
        pointer="/policy/sizing_years",
        severity=Severity.INFO if bought else None,
    )
    if not bought:
        return
    limit = about.number("most_hosts")
    if bought[-1].total_hosts > limit:
        month = next(each.month for each in bought if each.total_hosts > limit)
        yield say(
            "expansion_exceeds_cluster",
            month=month,
            limit=limit,
            quantity="present_hosts",
            pointer="/policy/sizing_years",
        )


def _outgrown(about: About, later: float, hosts: float, bought: Sequence[Expansion]) -> Phrase:
    """What is needed by the horizon, and what is bought until then."""
    values: dict[str, Given] = {
        "horizon": Number(about.run.plan.economics.horizon_years, pointer="/economics/horizon_years"),
        "hosts": hosts,
    }
    months = about.value("expansion_cadence_months") or 1
    code: AnswerCode
    if np.isfinite(later):
        values["needed"] = later
        code = "demand_outgrows.bought" if bought else "demand_outgrows.not_bought"
        if bought and months > 1:
            code = "demand_outgrows.bought_in_batches"
            values |= {"purchases": len(bought), "cadence": months}
    else:
        code = "demand_outgrows.bought_without_end" if bought else "demand_outgrows.without_end"
    if bought:
        values |= {"bought": sum(each.hosts for each in bought), "month": bought[0].month}
    return message(code, **values)


@finding("later_hosts_price", Severity.WARNING, FindingTopic.COST)
def later_hosts_price(about: About) -> Iterator[Said]:
    """Hosts bought beside existing ones, whose price says nothing of theirs."""
    number = sum(each.hosts for each in expansions(about.run, about.index))
    is_paid = about.value("chassis_price") == 0 and about.value("cpu_price") == 0
    if not number or not is_paid or about.configuration.later_host_price is not None:
        return
    price, key = about.value("later_price_per_host"), about.configuration.key
    (record,) = about.run.binding.inputs[LATER_PRICE, key]
    sentence = (
        message("later_hosts_price.unknown", hosts=number)
        if price is None
        else message(
            "later_hosts_price.estimated",
            hosts=number,
            price=price,
            currency=about.run.plan.economics.currency,
            note=record.note or "",
        )
    )
    yield say_phrase("later_hosts_price", sentence, quantity="expansion_cost", pointer=f"{about.at}/later_host_price")


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
            number=len(illustrative),
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
            licensed=licensed,
            least=least,
            more=more,
            currency=currency,
            quantity="initial_licensed_cores",
            pointer=pointer,
        )
    if licence.order_minimum_cores and licence.order_minimum_as_of is None and licensed > to_license:
        yield say(
            "order_minimum_undated",
            licensed=licensed,
            to_license=to_license,
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
                product=row.product,
                quantity="licence_cost",
                pointer="/economics/priced_on",
            )
        ended = in_force(terms_of(catalogue, row.key, "end_of_sale"), date)
        if ended is not None:
            yield say(
                "licence_not_sold",
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
    if parts.state is QuantityState.NOT_EVALUATED:
        yield say(
            "embodied_carbon_assumed",
            quantity="embodied_kgco2e_per_host",
            pointer=parts.missing[0] if parts.missing else None,
        )
