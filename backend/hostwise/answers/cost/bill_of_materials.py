"""The bill of materials of each configuration, with sums that are those of the engine."""

from __future__ import annotations

from collections.abc import Iterable

from hostwise.answers.cost.bill_of_materials_csv import lines_csv
from hostwise.answers.cost.bill_of_materials_document import (
    BillOfMaterials,
    ConfigurationBillOfMaterials,
    Material,
    MaterialSection,
    MaterialStatus,
    MaterialTotal,
    SectionKey,
)
from hostwise.answers.cost.material_lines import Lines
from hostwise.answers.cost.price_ages import prices
from hostwise.answers.question import question
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.plan.answers.result import Prices
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash


@question(
    "bill-of-materials",
    "Bill of materials: parts of each configuration with quantity, unit price, its origin and date, and the sums.",
    by_hand={"command": "bill-of-materials"},
    former=("materials",),
)
def bill_of_materials_of(plan: Plan, catalogue: Catalogue) -> BillOfMaterials:
    """What has to be bought for each configuration of a plan.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    return materials(run_plan(plan, catalogue), catalogue)


def materials(run: Run, catalogue: Catalogue) -> BillOfMaterials:
    """What has to be bought for the first hosts of each configuration of a run.

    Hosts for growth and replaced drives are bought later, at other prices: they are in the cost by month.
    """
    found = prices(run, catalogue)
    every = _lines(run, catalogue, found)
    return BillOfMaterials(
        plan_hash=plan_hash(run.plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        plan_name=run.plan.name,
        currency=run.plan.economics.currency,
        priced_on=found.priced_on,
        configurations=[_configuration(of) for of in every],
    )


def sections_of(run: Run, catalogue: Catalogue, found: Prices) -> list[list[MaterialSection]]:
    """The sections of the bill of each configuration, without the documents around them; `found` are its prices."""
    return [_sections(of) for of in _lines(run, catalogue, found)]


def _lines(run: Run, catalogue: Catalogue, found: Prices) -> list[Lines]:
    return [Lines(run, index, catalogue, found) for index in range(len(run.plan.configurations))]


def _configuration(of: Lines) -> ConfigurationBillOfMaterials:
    key, name, sections = of.configuration.key, of.configuration.name, _sections(of)
    return ConfigurationBillOfMaterials(
        key=key,
        name=name,
        hosts=of.run.value("all_hosts", of.index),
        sections=sections,
        csv=lines_csv(key, name, of.run.plan.economics.currency, sections),
    )


def _sections(of: Lines) -> list[MaterialSection]:
    sections = [
        _section("hardware", "Hardware", of.hardware()),
        _section("licences_once", "Licences, paid once", of.licences_once()),
        _section("licences_by_year", "Licences, by the year", of.licences_by_year()),
    ]
    return [each for each in sections if each.lines]


def _section(key: SectionKey, label: str, lines: Iterable[Material]) -> MaterialSection:
    found = list(lines)
    known = [each.amount for each in found if each.amount is not None]
    without = (each.pointer for each in found if each.status is MaterialStatus.MISSING)
    missing = dict.fromkeys(each for each in without if each)
    total = MaterialTotal(
        amount=sum(known) if known else None, is_lower_bound=len(known) < len(found), missing=list(missing)
    )
    return MaterialSection(key=key, label=label, lines=found, total=total)
