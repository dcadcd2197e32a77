"""Reports of a plan as files: PDF, Word, PowerPoint, a workbook with live formulas, CSV, Markdown, JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any, Protocol

import numpy as np

from hostwise.answers.burst.burst_answer import simulate_burst
from hostwise.answers.cost.bill_of_materials import materials
from hostwise.answers.evaluation.parts import EVERYTHING
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.simulations import SIMULATIONS
from hostwise.answers.wording.citations import citation
from hostwise.answers.wording.words import STATE_TEXTS, values_used
from hostwise.binding.events import at_dates
from hostwise.binding.operations import MeasuredCurves
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import decided, uncertainty_of_run
from hostwise.decision.decision import Decided
from hostwise.decision.growth_told import growth_of_run
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.result import ExplanationSource, InputStatus, Result
from hostwise.plan.document import Plan
from hostwise.plugins import REPORTS, NotAPlugin, PluginFailed, Plugins, Refused, load_plugins
from hostwise.reports.comma_separated import write_csv
from hostwise.reports.content import Curve, Report, Revision
from hostwise.reports.cover import NO_COVER, Cover, UnusableFile, prepared_logo
from hostwise.reports.markdown import write_markdown
from hostwise.reports.pdf import pdf_report
from hostwise.reports.workbook.book import write_workbook
from hostwise.reports.workbook.curves import curve_pieces

__all__ = [
    "FORMATS",
    "Cover",
    "PluginFailed",
    "ReportFormat",
    "Revision",
    "UnknownFormat",
    "UnusableFile",
    "media_type",
    "refused_formats",
    "report",
    "report_formats",
]


_GROWTH = ("count_growth_rate", "disk_growth_rate", "io_growth_rate")

_MOST_CELLS = 1_000_000
"""Approximate limit of cells: each quantity in each month, configuration and VM group. Beyond it, hosts by month are
exported as values."""


class UnknownFormat(LookupError):
    """Unknown report format."""


class ReportFormat(Protocol):
    """A file format. The built-in ones and those of plug-ins are alike.

    Attributes:
        media_type: its media type, such as `text/plain`.
        advises: whether it says how sure the answer is, which takes some seconds to compute.
    """

    @property
    def media_type(self) -> str: ...  # noqa: D102

    @property
    def advises(self) -> bool: ...  # noqa: D102

    def write(self, report: Report, catalogue: Catalogue, /) -> bytes:
        """The content of the file."""


_SIMULATIONS = ((120, SIMULATIONS), (600, 1024), (1500, 256))
"""Up to how many VM groups times configurations a report has how many simulations: some five seconds of a core."""


@dataclass(frozen=True)
class _Format:
    """A file format: its media type, its writer, and whether it says how sure the answer is."""

    media_type: str
    write: Callable[[Report, Catalogue], bytes]
    advises: bool = True


def _json(content: Report, _: Catalogue) -> bytes:
    """The answer with its decision; what is drawn is for those who draw it."""
    decision = content.result.decision
    assert decision is not None
    result = content.result.model_copy(update={"decision": decision.model_copy(update={"charts": None})})
    return result.model_dump_json(indent=2).encode() + b"\n"


def _pdf(content: Report, catalogue: Catalogue) -> bytes:
    plan = content.plan
    return pdf_report(content, simulate_burst(plan, catalogue), memory_report(plan, catalogue))


def _word(content: Report, catalogue: Catalogue) -> bytes:
    # Imported late: it is large, and many an application never writes a Word document.
    from hostwise.reports.office.word import word_report

    plan = content.plan
    return word_report(content, simulate_burst(plan, catalogue), memory_report(plan, catalogue))


def _slides(content: Report) -> bytes:
    from hostwise.reports.office.slides import slides_report

    return slides_report(content)


def _alone(write: Callable[[Report], bytes]) -> Callable[[Report, Catalogue], bytes]:
    """A writer that needs nothing but the report."""
    return lambda content, _: write(content)


_FORMATS: Mapping[str, _Format] = {
    "json": _Format("application/json", _json, advises=False),
    "xlsx": _Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _alone(write_workbook)),
    "csv": _Format("text/csv", _alone(write_csv)),
    "md": _Format("text/markdown", _alone(write_markdown)),
    "pdf": _Format("application/pdf", _pdf),
    "docx": _Format("application/vnd.openxmlformats-officedocument.wordprocessingml.document", _word),
    "pptx": _Format("application/vnd.openxmlformats-officedocument.presentationml.presentation", _alone(_slides)),
}
"""By file name extension. A new format is one more line here; it is written from a `Report`."""

FORMATS: tuple[str, ...] = tuple(_FORMATS)
"""The formats that Hostwise itself has, by file name extension."""

_MEDIA_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*")


@cache
def _plugins() -> Plugins[ReportFormat]:
    return load_plugins(REPORTS, FORMATS, _report_format)


def _report_format(plugin: Any) -> ReportFormat:
    media_type = getattr(plugin, "media_type", None)
    if not isinstance(media_type, str) or _MEDIA_TYPE.fullmatch(media_type) is None:
        raise NotAPlugin("it has no `media_type` such as text/plain, in small letters and without parameters.")
    if not isinstance(getattr(plugin, "advises", None), bool):
        raise NotAPlugin("its `advises` must be true or false.")
    if not callable(getattr(plugin, "write", None)):
        raise NotAPlugin("it has no function `write`.")
    found: ReportFormat = plugin
    return found


def report_formats() -> tuple[str, ...]:
    """All formats by file name extension: those of Hostwise, followed by those of plug-ins.

    Plug-ins are loaded at the first call.
    """
    return (*_FORMATS, *_plugins().by_key)


def refused_formats() -> tuple[Refused, ...]:
    """The plug-ins that are not used, and why."""
    return _plugins().refused


def media_type(report_format: str) -> str:
    """The media type of a format; raises `UnknownFormat`."""
    return _format(report_format).media_type


def _format(name: str) -> ReportFormat:
    found = _FORMATS.get(name) or _plugins().by_key.get(name)
    if found is None:
        unused = "".join(f" {each}" for each in refused_formats() if each.key == name)
        raise UnknownFormat(f"Unknown report format {name!r}; there are {', '.join(report_formats())}.{unused}")
    return found


def _written(name: str, content: Report, catalogue: Catalogue) -> bytes:
    """The file; the mistakes of a plug-in are told with its name."""
    if name in _FORMATS:
        return _FORMATS[name].write(content, catalogue)
    place = f"The plug-in {name} ({_plugins().places[name]})"
    try:
        found: object = _plugins().by_key[name].write(content, catalogue)
    except MemoryError:
        raise
    except Exception as error:
        raise PluginFailed(f"{place} failed: {type(error).__name__}: {error}") from error
    if not isinstance(found, bytes):
        raise PluginFailed(f"{place} failed: it gave {type(found).__name__} instead of bytes.")
    return found


def report(
    plan: Plan,
    catalogue: Catalogue,
    report_format: str,
    *,
    reference: str | None = None,
    revision: Revision | None = None,
    made_on: date | None = None,
    appendix: bool = False,
    cover: Cover = NO_COVER,
) -> bytes:
    """A report of a plan as the content of a file. The same plan, date and versions give the same bytes.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        report_format: one of `report_formats()`.
        reference: key of the configuration that differences refer to; by default the first.
        revision: the revision, for a stored plan; its date is the report's.
        made_on: the date of a report of a plan that is not stored as it stands.
        appendix: whether a PDF ends with all inputs and formulas; the other formats have them anyway, or have none.
        cover: title, customer and author of PDF, Word, PowerPoint and workbook, the logo of the first three, and the
            template of Word or PowerPoint.

    Raises:
        UnknownFormat: the format is unknown.
        PlanError: the plan has unknown or incompatible references.
        UnknownConfiguration: the reference is unknown.
        PluginFailed: the format is that of a plug-in, which failed.
        UnusableFile: the logo or the template cannot be used.
    """
    chosen = _format(report_format)
    compared_with = plan.configurations[0].key if reference is None else reference
    run = run_plan(plan, catalogue, compared_with)
    result = decided(run, catalogue, compared_with, EVERYTHING)
    if cover.logo:
        cover = replace(cover, logo=prepared_logo(cover.logo))
    content = replace(_content(run, catalogue, result, revision), made_on=made_on, appendix=appendix, cover=cover)
    return _written(report_format, _with_uncertainty(content, run, catalogue) if chosen.advises else content, catalogue)


def _with_uncertainty(content: Report, run: Run, catalogue: Catalogue) -> Report:
    """A report that also says how sure it is, as far as that takes no more than some seconds."""
    plan = content.plan
    size = len(plan.workload.groups) * len(plan.configurations)
    number = next((simulations for most, simulations in _SIMULATIONS if size <= most), None)
    large = f"{fixed(size)} VM groups times configurations"
    if number is None:
        most = fixed(_SIMULATIONS[-1][0])
        return replace(content, why_no_uncertainty=_why_none(content.result, large, most))
    few = f"The simulations are fewer than usual, since the plan has {large}." if number < _SIMULATIONS[0][1] else ""
    return replace(
        content,
        uncertainty=uncertainty_of_run(run, catalogue, number=number, reference=content.result.reference),
        why_few_simulations=few,
    )


def _why_none(result: Result, large: str, most: str) -> str:
    """Why a report has no simulations, and how much of what it says is assumed."""
    used = values_used(result.inputs)
    assumed = sum(each.status in (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE) for each in used)
    return (
        f"Nothing is simulated, so that it is not said how sure this is: the plan has {large}, and a report simulates "
        f"up to {most}. {fixed(assumed)} of {fixed(len(used))} values are assumed."
    )


def _content(run: Run, catalogue: Catalogue, result: Decided, revision: Revision | None) -> Report:
    plan = run.plan
    grows = bool(plan.workload.events) or any(np.any(run.binding.arrays[name] != 0) for name in _GROWTH)
    return Report(
        plan=plan,
        result=result,
        graph=MODEL,
        evaluation=run.evaluation,
        case=run.with_spares_failed().evaluation if any(run.spares) else None,
        by_month=_by_month(run) if grows else None,
        grows=grows,
        keeps=plan.economics.keep is not None,
        curves=dict(_curves(run)),
        sources={each.key: each for each in _sources(result, catalogue)},
        state_texts=STATE_TEXTS,
        materials=materials(run, catalogue),
        growth=growth_of_run(run, catalogue),
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
    return run.binding.evaluate(wanted, at_dates(run.binding, months / MONTHS_PER_YEAR))


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
