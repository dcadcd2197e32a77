"""Write the methodology, one page for each computed quantity, from the formulas themselves.

Usage: methodology.py FOLDER. Pages of quantities that no longer exist are removed.
"""

import inspect
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from hostwise.answers.wording.citations import citation
from hostwise.answers.wording.number_texts import capital
from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.engine.formulas import MODULES
from hostwise.engine.graph import Formula
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Quantity

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden"
AXES = {"role": "role of drives", "group": "VM group", "year": "year", "month": "month"}


def main(folder: Path) -> None:
    """Write all pages."""
    catalogue, cases = load_catalogue(), _golden_cases()
    pages = {f"{name}.md": _page(formula, catalogue, cases.get(name, [])) for name, formula in MODEL.formulas.items()}
    pages["inputs.md"] = _inputs()
    pages["README.md"] = _index()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


def _golden_cases() -> Mapping[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for file in sorted(GOLDEN.glob("formulas*.yaml")):
        for case in yaml.safe_load(file.read_text(encoding="utf-8")):
            found.setdefault(case["formula"], []).append(case)
    return found


def _index() -> str:
    lines = [
        "# Methodology",
        "",
        "Every number that Hostwise computes, one page each: equation, symbols, units, validity, source, and the cases "
        "of the sources that it is tested against. These pages are made from the formulas themselves (`make docs`).",
        "",
        f"There are {len(MODEL.formulas)} computed quantities and {len(MODEL.inputs)} [inputs](inputs.md).",
        "",
    ]
    for module in MODULES:
        own = [each for each in MODEL.formulas.values() if each.function.__module__ == module.__name__]
        heading = (inspect.getdoc(module) or "").split("\n")[0].split(" [")[0].rstrip(".")
        lines += [f"## {heading}", "", "| quantity | name | unit |", "| --- | --- | --- |"]
        lines += [
            f"| [{_cell(each.quantity.label)}]({each.quantity.name}.md) | `{each.quantity.name}` | "
            f"{_cell(_unit(each.quantity))} |"
            for each in own
        ]
        lines.append("")
    return "\n".join(lines)


def _values(quantity: Quantity) -> str:
    return f"one for each {' and '.join(AXES[axis] for axis in quantity.axes)}" if quantity.axes else "one number"


def _inputs() -> str:
    lines = [
        "# Inputs",
        "",
        "What plan, catalogue, evidence or an assumption must supply. An absent input leaves what needs it "
        "unevaluated, unless the last column says otherwise.",
        "",
        "| input | name | unit | meaning | used by | when absent |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {_cell(each.label)} | <a id='{each.name}'></a>`{each.name}` | {_cell(_unit(each))} "
        f"| {_cell(each.meaning)} | {_links(MODEL.used_by(each.name))} | {each.absent_means} |"
        for each in MODEL.inputs.values()
    ]
    return "\n".join([*lines, ""])


def _page(formula: Formula, catalogue: Catalogue, cases: Iterable[dict[str, Any]]) -> str:
    quantity = formula.quantity
    source = citation(formula.source, formula.locator, catalogue)
    where = f"[{source.key}]({_address(source.url)})" if source.url else source.key
    lines = [
        f"# {capital(quantity.label)}",
        "",
        *_description(formula),
        "| | |",
        "| --- | --- |",
        f"| name | `{quantity.name}` |",
        f"| unit | {_cell(_unit(quantity))} |",
        f"| values | {_values(quantity)} |",
        f"| worth | {formula.kind} |",
        f"| validity | {_cell(formula.validity)} |",
        f"| source | {where}: {_cell(source.citation)}; {_cell(formula.locator)} |",
        f"| used by | {_links(MODEL.used_by(quantity.name)) or 'nothing else'} |",
        "",
        "## Equation",
        "",
        "$$",
        formula.latex(lambda name: rf"\text{{{MODEL.quantity(name).label}}}"),
        "$$",
        "",
        "As text:",
        "",
        f"    {quantity.name} = {formula.text(lambda name: name)}",
        "",
        "## Symbols",
        "",
        "| symbol | name | unit | meaning |",
        "| --- | --- | --- | --- |",
    ]
    for name in formula.parameters:
        each = MODEL.quantity(name)
        lines.append(f"| {_cell(each.label)} | {_links([name])} | {_cell(_unit(each))} | {_cell(each.meaning)} |")
    lines += ["", *_examples(formula), *_cases(cases)]
    return "\n".join(lines).rstrip() + "\n"


def _description(formula: Formula) -> list[str]:
    """The meaning of a quantity, and why its formula has this form."""
    document = (inspect.getdoc(formula.function) or "").partition(">>>")[0].strip()
    return [line for paragraph in document.split("\n\n") for line in (paragraph, "")]


def _address(url: str) -> str:
    """An address of the application's documentation as one between its pages."""
    page, _, section = url.removeprefix("/docs/").partition("#")
    return f"../{page}.md#{section}" if url.startswith("/docs/") else url


def _examples(formula: Formula) -> list[str]:
    document = inspect.getdoc(formula.function) or ""
    if ">>>" not in document:
        return []
    example = document[document.index(">>>") :]
    return ["## Worked example", "", "    " + example.replace("\n", "\n    "), ""]


def _cases(cases: Iterable[dict[str, Any]]) -> list[str]:
    rows = [
        f"| {_cell(case['name'])} | {case['expected']} | {_cell(str(case['why']))} | {_cell(str(case['source']))} |"
        for case in cases
    ]
    if not rows:
        return []
    return ["## Golden cases", "", "| case | value | why | source |", "| --- | --- | --- | --- |", *rows, ""]


def _unit(quantity: Quantity) -> str:
    return quantity.unit.symbol or quantity.unit.meaning


def _links(names: Iterable[str]) -> str:
    return ", ".join(
        f"[`{name}`]({name}.md)" if name in MODEL.formulas else f"[`{name}`](inputs.md#{name})" for name in names
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
