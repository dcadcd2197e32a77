"""Leave or stay: what moving to another hypervisor may cost before it no longer pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hostwise.answers.cost.cost_coverage import family_of, keeps_hosts
from hostwise.answers.cost.cost_line_sums import line_amount
from hostwise.answers.cost.crossover import crossover, crossover_words
from hostwise.answers.running.run import Run
from hostwise.answers.uncertainty.move_time import move_time
from hostwise.answers.uncertainty.uncertainty_document import PlatformMigration
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.sentences import Phrase, listing_of_sentences
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.answers.text import ConfigurationName, MessageText
from hostwise.plan.cost_lines import CostCategory, CostLine, CostLineBasis, PaymentSchedule

_RATE, _MONTHS = "migration_price_per_vm", "double_running_months"


def leave_or_stay(
    run: Run, catalogue: Catalogue, candidates: Sequence[int], cost: Mapping[int, float]
) -> PlatformMigration | None:
    """The break-evens between the cheapest that leaves today's hypervisor and the cheapest that stays.

    What runs today is the hypervisor of kept hosts, else that of the first configuration. Both break-evens take the
    lines of their own category that are entered out of the cost, and put one amount in their place:

        migration per VM = (cost of staying - cost of leaving + migration entered) / VMs of the move
        months side by side = (cost of staying - cost of leaving + double running entered) / cost of staying in a month

    The VMs of the move are those of its month, in which the lines for migration are paid; without one, of the purchase.

    Args:
        run: a run of the plan.
        catalogue: the catalogue, with published rates to compare them with.
        candidates: the configurations that can be chosen.
        cost: what each of them costs as sized.

    Returns:
        The break-evens; None where none of the candidates stays, or none leaves.
    """
    kept = [place for place in range(len(run.plan.configurations)) if keeps_hosts(run, place)]
    today = family_of(run.plan.configurations[kept[0] if kept else 0], catalogue)
    stays = [each for each in candidates if family_of(run.plan.configurations[each], catalogue) == today]
    leaves = [each for each in candidates if each not in stays]
    if not stays or not leaves:
        return None
    stay, leave = (min(each, key=lambda place: (cost[place], place)) for each in (stays, leaves))
    less = cost[stay] - cost[leave]
    vms = line_amount(run, leave, _one_for_each_vm(run, leave))
    monthly = run.evaluation.value("running_cost_per_year", stay) / MONTHS_PER_YEAR
    migration, double = (_entered(run, leave, each) for each in (CostCategory.MIGRATION, CostCategory.DOUBLE_RUNNING))
    found = PlatformMigration(
        stay=run.plan.configurations[stay].key,
        leave=run.plan.configurations[leave].key,
        saves=less,
        migration_per_vm=(less + migration) / vms if vms > 0 else None,
        migration_entered_per_vm=migration / vms if vms > 0 and migration else None,
        months_side_by_side=(less + double) / monthly if monthly > 0 else None,
        months_entered=double / monthly if monthly > 0 and double else None,
        sentence="",
    )
    turn = crossover(run, leave, stay)
    if turn is not None:
        month = turn.month if turn.less else None
        words = crossover_words(run, leave, stay, turn.less, turn.month)
        told = MessageText(code="crossover", parts=words.parts(found.leave))
        found = found.model_copy(update={"crossover_month": month, "crossover_text": turn.text, "crossover": told})
    found = found.model_copy(update={"duration": move_time(run, catalogue, leave, found.months_entered)})
    said = listing_of_sentences(list(_sentences(run, catalogue, found)))
    if said is None:
        return found
    text = MessageText(code="leave_or_stay", parts=said.parts(found.leave))
    return found.model_copy(update={"sentence": str(text), "text": text})


def _entered(run: Run, place: int, category: CostCategory) -> float:
    return sum(line_amount(run, place, each) for each in _lines(run, place, category))


def _lines(run: Run, place: int, category: CostCategory) -> list[CostLine]:
    lines = (*run.plan.economics.cost_lines, *run.plan.configurations[place].cost_lines)
    return [each for each in lines if each.category is category]


def _one_for_each_vm(run: Run, place: int) -> CostLine:
    """A migration of 1 for each VM, paid when the lines for it are: a line for each VM goes before one for all."""
    otherwise = CostLine(label="Migration", category=CostCategory.MIGRATION, amount=1)
    once = [
        each
        for each in _lines(run, place, CostCategory.MIGRATION)
        if each.paid in (PaymentSchedule.ONCE, PaymentSchedule.IN_SHARES)
    ]
    found = min(once, key=lambda each: each.per is not CostLineBasis.VM, default=otherwise)
    return found.model_copy(update={"amount": 1.0, "per": CostLineBasis.VM})


def _sentences(run: Run, catalogue: Catalogue, found: PlatformMigration) -> Iterator[Phrase]:
    names = {each.key: ConfigurationName(configuration=each.key, text=each.name) for each in run.plan.configurations}
    leave, stay = names[found.leave], names[found.stay]
    rate, months = found.migration_per_vm, found.months_side_by_side
    if rate is None:
        return
    told: dict[str, Given] = {"leave": leave, "stay": stay, "currency": run.plan.economics.currency}
    if rate <= 0:
        yield message("leave_or_stay.dearer_anyway", more=-found.saves, **told)
        return
    if found.saves <= 0:
        yield message("leave_or_stay.pays_below", more=-found.saves, rate=rate, **told)
    elif months is None:
        yield message("leave_or_stay.pays_unless", rate=rate, **told)
    else:
        yield message("leave_or_stay.pays_unless_or_beside", rate=rate, months=months, **told)
    yield _migration(run, catalogue, found)
    if found.saves > 0 and months is not None:
        least, most = _band(catalogue, _MONTHS)
        yield message("published_rates.side_by_side", least=least, most=most)


def _migration(run: Run, catalogue: Catalogue, found: PlatformMigration) -> Phrase:
    """Published costs of moving a VM, beside what is entered."""
    low, high = _band(catalogue, _RATE)
    unit, entered = catalogue.assumptions[_RATE].unit, found.migration_entered_per_vm
    if not entered:
        return message("published_rates.migration", low=low, high=high, unit=unit)
    currency = run.plan.economics.currency
    return message(
        "published_rates.migration_entered", low=low, high=high, unit=unit, entered=entered, currency=currency
    )


def _band(catalogue: Catalogue, key: str) -> tuple[float, float]:
    row = catalogue.assumptions[key]
    return row.low or 0, row.high or 0
