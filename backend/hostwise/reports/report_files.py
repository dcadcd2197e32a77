"""Reports of a plan as files: a workbook with live formulas, comma-separated values, Markdown, the result as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from hostwise.answers.burst.burst_answer import simulate_burst
from hostwise.answers.cost.materials import materials
from hostwise.answers.doubt.doubt_answer import FUTURES, doubt_of_run
from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.running.citations import citation
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.running.words import STATE_TEXTS
from hostwise.binding.operations import MeasuredCurves
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.numerals.writing import fixed
from hostwise.plan.answers.result import ExplanationSource, Result
from hostwise.plan.document import Plan
from hostwise.reports.comma_separated import write_csv
from hostwise.reports.content import SIZING_YEARS, Curve, Report, Revision
from hostwise.reports.markdown import write_markdown
from hostwise.reports.pdf import pdf_report
from hostwise.reports.workbook.book import write_workbook
from hostwise.reports.workbook.curves import curve_pieces

__all__ = ["FORMATS", "Revision", "UnknownFormat", "media_type", "report"]


_GROWTH = ("count_growth_rate", "disk_growth_rate", "io_growth_rate")

_MOST_CELLS = 1_000_000
"""Approximate limit of cells: each quantity in each month, configuration and VM group. Beyond it, hosts by month are
exported as values."""


class UnknownFormat(LookupError):
    """Unknown report format."""


_FUTURES = ((24, FUTURES), (60, 256))
"""Up to how many VM groups times configurations a report has how many futures: some five seconds of a core. Each group
has causes of its own, so that the work grows faster than the plan."""


@dataclass(frozen=True)
class _Format:
    """A file format: its media type, its writer, and whether it says how sure the answer is."""

    media_type: str
    write: Callable[[Report, Catalogue], bytes]
    advises: bool = True


def _json(content: Report, _: Catalogue) -> bytes:
    return content.result.model_dump_json(indent=2).encode() + b"\n"


def _pdf(content: Report, catalogue: Catalogue) -> bytes:
    plan = content.plan
    return pdf_report(content, simulate_burst(plan, catalogue), memory_report(plan, catalogue))


def _alone(write: Callable[[Report], bytes]) -> Callable[[Report, Catalogue], bytes]:
    """A writer that needs nothing but the report."""
    return lambda content, _: write(content)


_FORMATS: Mapping[str, _Format] = {
    "json": _Format("application/json", _json, advises=False),
    "xlsx": _Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _alone(write_workbook)),
    "csv": _Format("text/csv", _alone(write_csv), advises=False),
    "md": _Format("text/markdown", _alone(write_markdown)),
    "pdf": _Format("application/pdf", _pdf),
}
"""By file name extension. A new format is one more line here; it is written from a `Report`."""

FORMATS: tuple[str, ...] = tuple(_FORMATS)
"""The formats, by file name extension."""


def media_type(report_format: str) -> str:
    """The media type of a format; raises `UnknownFormat`."""
    return _format(report_format).media_type


def _format(name: str) -> _Format:
    if name not in _FORMATS:
        raise UnknownFormat(f"Unknown report format {name!r}; there are {', '.join(_FORMATS)}.")
    return _FORMATS[name]


def report(
    plan: Plan,
    catalogue: Catalogue,
    report_format: str,
    *,
    reference: str | None = None,
    revision: Revision | None = None,
    appendix: bool = False,
) -> bytes:
    """A report of a plan as the content of a file. The same plan and versions give the same bytes.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        report_format: one of `FORMATS`.
        reference: key of the configuration that differences refer to; by default the first.
        revision: the revision, for a stored plan; its date is the report's.
        appendix: whether a PDF ends with all inputs and formulas; the other formats have them anyway, or have none.

    Raises:
        UnknownFormat: the format is unknown.
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
    """
    chosen = _format(report_format)
    compared_with = plan.configurations[0].key if reference is None else reference
    run = run_plan(plan, catalogue, compared_with)
    content = replace(_content(run, catalogue, result_of(run, catalogue, compared_with), revision), appendix=appendix)
    return chosen.write(_with_doubt(content, run, catalogue) if chosen.advises else content, catalogue)


def _with_doubt(content: Report, run: Run, catalogue: Catalogue) -> Report:
    """A report that also says how sure it is, as far as that takes no more than some seconds."""
    plan = content.plan
    size = len(plan.workload.groups) * len(plan.configurations)
    number = next((futures for most, futures in _FUTURES if size <= most), None)
    large = f"{fixed(size)} VM groups times configurations"
    if number is None:
        most = fixed(_FUTURES[-1][0])
        return replace(content, why_no_doubt=f"The plan has {large}; a report says what is advised for up to {most}.")
    few = f"They are fewer than usual, since the plan has {large}." if number < _FUTURES[0][1] else ""
    return replace(content, doubt=doubt_of_run(run, catalogue, number=number), why_few_futures=few)


def _content(run: Run, catalogue: Catalogue, result: Result, revision: Revision | None) -> Report:
    plan = run.plan
    spares = plan.policy.spare_hosts
    grows = any(np.any(run.binding.arrays[name] != 0) for name in _GROWTH)
    return Report(
        plan=plan,
        result=result,
        graph=MODEL,
        evaluation=run.evaluation,
        case=run.with_failed(spares).evaluation if spares else None,
        by_month=_by_month(run) if grows else None,
        grows=grows,
        keeps=plan.economics.keep is not None,
        curves=dict(_curves(run)),
        sources={each.key: each for each in _sources(result, catalogue)},
        state_texts=STATE_TEXTS,
        materials=materials(run, catalogue),
        revision=revision,
    )


def _by_month(run: Run) -> Evaluation | None:
    """The quantities behind the hosts and VMs of each month; None if that would be too many cells."""
    months = run.binding.arrays["month"][0, 0]
    # All that they rest on is shown, too, and of several dates machine code keeps only what it is asked for.
    wanted = MODEL.order(list(BY_MONTH.values()))
    cells = len(months) * len(run.plan.configurations) * len(wanted)
    if cells * len(run.plan.workload.groups) > _MOST_CELLS:
        return None
    dates = {SIZING_YEARS: months[:, np.newaxis] / MONTHS_PER_YEAR}
    return run.binding.evaluate(wanted, dates)


def _curves(run: Run) -> Iterator[tuple[tuple[str, int, int], Curve]]:
    """The measured curves of the engine's inputs, as pieces."""
    for name, given in run.binding.curves.items():
        # Other curves are in the report as values.
        rows = given.rows if isinstance(given, MeasuredCurves) else ()
        for place, row in enumerate(rows):
            for group, each in enumerate(row):
                if each is not None:
                    vms, configuration = run.plan.workload.groups[group], run.plan.configurations[place]
                    text = f"{MODEL.inputs[name].label}: {configuration.name}, {vms.name} (model {vms.opm_model})"
                    yield (name, place, group), Curve(text, curve_pieces(each.curve, each.factor), each.cap)


def _sources(result: Result, catalogue: Catalogue) -> Iterator[ExplanationSource]:
    """Every source of a formula or input, in full."""
    keys = {each.source for each in MODEL.formulas.values()}
    keys.update(key for each in result.inputs if each.source for key in each.source.split("; "))
    for key in keys:
        yield citation(key, None, catalogue)
