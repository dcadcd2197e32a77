"""Findings about cost: omissions, doubtful or old prices, licences, hosts that are bought later."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hostwise.answers.cost.cash_flows import expansions
from hostwise.answers.cost.price_ages import exchange_findings, expired_findings, price_age_findings
from hostwise.answers.findings.about import About
from hostwise.answers.findings.power_findings import AboutPower
from hostwise.answers.findings.price_doubts import price_doubt_findings
from hostwise.answers.running.run import Run
from hostwise.binding.licence_terms import in_force, terms_of
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.purposes import CostPart
from hostwise.numerals.writing import counted, fixed
from hostwise.plan.answers.result import Finding, InputStatus, Prices, Severity, State
from hostwise.plan.configuration import Architecture

_HOST_PRICES = (
    "chassis_price",
    "cpu_price",
    "given_memory_price_per_host",
    "memory_price_per_gib",
    "drive_price",
    "nic_price",
    "array_price",
)
_VMWARE = "Broadcom"
"""Vendor of the licences of VMware's products."""
_LICENCE_PRICES = ("licence_price_per_core", "licence_price_per_socket", "perpetual_price_per_core")


def plan_cost_findings(run: Run, prices: Prices) -> list[Finding]:
    """Findings about cost that concern all configurations."""
    return [
        *_licences_left_out(run),
        *_cost_left_out(run),
        *exchange_findings(run, prices),
        *expired_findings(run, prices),
        *price_age_findings(run, prices, None),
    ]


def configuration_cost_findings(run: Run, index: int, catalogue: Catalogue, prices: Prices) -> list[Finding]:
    """Findings about the cost of one configuration."""
    about = _About(run, index, catalogue)
    return [
        *about.growth(),
        *about.prices(),
        *about.array(),
        *about.order_minimum(),
        *about.licence_terms(),
        *about.licensed_product(),
        *about.embodied(),
        *AboutPower(run, index, catalogue).all(),
        *price_age_findings(run, prices, run.plan.configurations[index].key),
        *price_doubt_findings(run, prices, catalogue, run.plan.configurations[index].key),
    ]


def _licences_left_out(run: Run) -> Iterator[Finding]:
    free = [
        each.name for index, each in enumerate(run.plan.configurations) if run.value("licence_cost", index).value == 0
    ]
    if free:
        yield Finding(
            code="licences_left_out",
            severity=Severity.INFO,
            message=f"Licences are entered as 0 and not in the cost of {', '.join(free)}.",
            quantity="licence_cost",
        )


def _cost_left_out(run: Run) -> Iterator[Finding]:
    """The parts of the cost that are counted only if the plan gives their figures."""
    everything = range(len(run.plan.configurations))
    if not any(run.value("cluster_tco", index).value is not None for index in everything):
        return

    def arises(part: CostPart) -> bool:
        name = part.only_with
        return name is None or any((run.evaluation.value(name, index) or 0) > 0 for index in everything)

    absent = [
        (part.left_out or part.label, record.pointer)
        for part in MODEL.purposes.cost_parts.values()
        if arises(part) and (record := run.assumed(part.given_by)) is not None
    ]
    if absent:
        labels = [label for label, _ in absent]
        listed = labels[0] if len(labels) == 1 else ", ".join(labels[:-1]) + " and " + labels[-1]
        yield Finding(
            code="cost_left_out",
            severity=Severity.INFO,
            message=f"Not counted, since the plan gives no figure: {listed}.",
            quantity="cluster_tco",
            pointer=absent[0][1],
        )


class _About(About):
    """Findings about the cost of one configuration."""

    def growth(self) -> Iterator[Finding]:
        """Demand that outgrows the cluster before the horizon, and the purchases for it."""
        policy, economics = self.run.plan.policy, self.run.plan.economics
        hosts = self.value("hosts")
        if policy.sizing_years >= economics.horizon_years or hosts is None:
            return
        later = self.run.hosts_at_horizon(self.index)
        if later <= max(hosts, self.value("required_hosts") or 0):
            return
        needs = fixed(later) if np.isfinite(later) else "more than any number of"
        text = f"with the given growth it needs {needs} hosts by year {economics.horizon_years} and has {fixed(hosts)}"
        bought = expansions(self.run, self.index)
        if not bought:
            yield self.finding(
                "demand_outgrows",
                Severity.WARNING,
                f"{text}; the cost of expansion is not counted.",
                "required_hosts",
                "/policy/sizing_years",
            )
            return
        number = sum(each.hosts for each in bought)
        months = self.value("expansion_cadence_months") or 1
        batches = f" in {counted(len(bought), 'purchases')}, each for {counted(months, 'months')}" if months > 1 else ""
        yield self.finding(
            "demand_outgrows",
            Severity.INFO,
            f"{text}; {counted(number, 'hosts')} are bought from month {bought[0].month} on{batches}, and counted in "
            "the cost.",
            "expansion_cost",
            "/policy/sizing_years",
        )
        limit = self.run.evaluation.value("most_hosts", self.index)
        if bought[-1].total_hosts > limit:
            month = next(each.month for each in bought if each.total_hosts > limit)
            yield self.finding(
                "expansion_exceeds_cluster",
                Severity.WARNING,
                f"from month {month} on it needs more hosts than a cluster holds ({fixed(limit)}); they are counted as "
                "equal clusters with spares of their own.",
                "present_hosts",
                "/policy/sizing_years",
            )

    def prices(self) -> Iterator[Finding]:
        """Prices that are not quoted, and known prices that cannot be used."""
        key = self.configuration.key
        records = {
            record.pointer: record
            for name in _HOST_PRICES
            for record in self.run.binding.origins(name, key)
            if record.pointer
        }
        illustrative = [each.label for each in records.values() if each.status is InputStatus.ILLUSTRATIVE]
        if illustrative:
            yield self.finding(
                "illustrative_prices",
                Severity.INFO,
                f"{counted(len(illustrative), 'prices')} illustrative, not quoted: {', '.join(illustrative)}.",
                "purchase_capex",
                f"{self.at}/host/chassis_price",
            )
        storage = ("addon_price_per_licence",) if self._needs_storage_licences() else ()
        for name in (*_HOST_PRICES, *_LICENCE_PRICES, *storage):
            for record in self.run.binding.origins(name, key):
                if record.value is None and record.note:
                    yield self.finding(
                        "price_not_usable",
                        Severity.WARNING,
                        f"{record.label}: {record.note}.",
                        record.quantity,
                        record.pointer,
                    )

    def _needs_storage_licences(self) -> bool:
        return bool(np.max(self.run.evaluation.members("addon_licences", self.index)) > 0)

    def array(self) -> Iterator[Finding]:
        """An array that the plan enters at a price of 0."""
        array = self.configuration.array
        if array is not None and array.price == 0:
            yield self.finding(
                "array_cost_left_out",
                Severity.INFO,
                "the external array is entered at a price of 0: its purchase and support are left out of the cost.",
                "array_capex",
                f"{self.at}/array/price",
            )

    def order_minimum(self) -> Iterator[Finding]:
        """A minimum order that raises the cost, on which sources conflict."""
        licence = self.configuration.licence
        (record,) = self.run.binding.origins("licence_minimum_cores_per_order", self.configuration.key)
        licensed, cost = self.value("initial_licensed_cores"), self.value("licence_cost")
        hosts, per_host = self.value("hosts"), self.value("licensed_cores_per_host")
        if not record.value or not cost or licensed is None or hosts is None or per_host is None:
            return
        if hosts * per_host >= record.value:
            return
        text = (
            f"{fixed(licensed)} core licences are counted where the hosts have {fixed(hosts * per_host)} to license, "
        )
        text += "for the minimum order"
        if licence.order_minimum_cores is None:
            yield self.finding(
                "order_minimum_disputed",
                Severity.WARNING,
                f"{text}; sources conflict whether it is in force ({record.source or 'no source'}): give the minimum "
                "of your offer, or 0.",
                "initial_licensed_cores",
                record.pointer,
            )
        elif licence.order_minimum_as_of is None:
            yield self.finding(
                "order_minimum_undated",
                Severity.INFO,
                f"{text}; the rule has changed more than once: enter the date of yours.",
                "initial_licensed_cores",
                f"{self.at}/licence/order_minimum_as_of",
            )

    def licence_terms(self) -> Iterator[Finding]:
        """Licence terms that changed with time, taken as they are newest, and products that are no longer sold."""
        date = self.run.plan.economics.priced_on
        licences = {
            "licence": self.configuration.licence,
            "guest_licence": self.configuration.guest_licence,
            "database_licence": self.configuration.database_licence,
        }
        for field, licence in licences.items():
            row = self.catalogue.licences.get(licence.key or "") if licence is not None else None
            if row is None:
                continue
            names = {each.term for each in self.catalogue.licence_terms.values() if row.key in each.licences}
            changed = [name for name in names - {"end_of_sale"} if len(terms_of(self.catalogue, row.key, name)) > 1]
            if date is None and changed:
                yield self.finding(
                    "licence_terms_newest",
                    Severity.INFO,
                    f"terms of {row.product} have changed with time; the plan gives no date that it is priced for, so "
                    "the newest ones are used.",
                    "licence_cost",
                    "/economics/priced_on",
                )
            ended = in_force(terms_of(self.catalogue, row.key, "end_of_sale"), date)
            if ended is not None:
                yield self.finding(
                    "licence_not_sold",
                    Severity.WARNING,
                    f"{row.product} is no longer sold from {ended.in_force_from} on ({', '.join(ended.source)}).",
                    "licence_cost",
                    f"{self.at}/{field}/key",
                )

    def licensed_product(self) -> Iterator[Finding]:
        """A licence of another product than storage or hypervisor, all of which are VMware's in the catalogue."""
        row = self.catalogue.licences.get(self.configuration.licence.key or "")
        if row is None or row.vendor == _VMWARE:
            return
        chosen = self.catalogue.hypervisors.get(self.configuration.hypervisor or "")
        vsan = self.configuration.architecture is not Architecture.EXTERNAL_ARRAY
        theirs = [*(["vSAN"] if vsan else []), *([chosen.name] if chosen is not None else [])]
        if theirs:
            yield self.finding(
                "licence_of_other_product",
                Severity.WARNING,
                f"the licence is for {row.name}, but {' and '.join(theirs)} {'are' if theirs[1:] else 'is'} VMware's: "
                "they do not belong together. Choose another licence, or the storage and hypervisor that it is for.",
                "licence_cost",
                f"{self.at}/licence/key",
            )

    def embodied(self) -> Iterator[Finding]:
        """Embodied carbon of a typical host, used instead of the host's own."""
        parts = self.run.value("parts_kgco2e_per_host", self.index)
        if parts.state is State.NOT_EVALUATED:
            yield self.finding(
                "embodied_carbon_assumed",
                Severity.INFO,
                "the embodied carbon of a host is that of a typical server, since not all of its parts are known.",
                "embodied_kgco2e_per_host",
                parts.missing[0] if parts.missing else None,
            )
