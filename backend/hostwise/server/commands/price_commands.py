"""Prices of quotes and price books: read, put into a plan, compared. Nothing is stored, and no server is needed."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hostwise.server.commands.evaluate_commands import as_json, plan_argument
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.plan_argument import PLAN_HELP, catalogue, read_plan
from hostwise.server.commands.terminal import coloured, echo, show_json, table

if TYPE_CHECKING:
    from hostwise.plan.prices import PartPrice, PriceBook
    from hostwise.quotes.quote_prices_document import AppliedBook, ChangedPrice, QuoteLine, QuoteReading


@click.group(short_help="Prices of quotes and price books.")
def prices() -> None:
    """Read prices of quotes, and put those of price books into plans."""


_book_argument = click.argument("book", metavar="BOOK")
_revision = click.option(
    "--revision", type=click.IntRange(1), help="Revision of BOOK, where an installation keeps it; the plan names it."
)


@prices.command("read", short_help="Make a price book of a vendor's quote.")
@click.argument("quote", metavar="QUOTE")
@click.option("--mapping", metavar="FILE", help='JSON with the header by column, such as {"unit_price": "Net"}.')
@click.option("--output", "-o", metavar="BOOK", help="Write a price book with the prices that are sure.")
@click.option("--part", "chosen", metavar="LINE=PART", multiple=True, help="Part of a line, as 7=cpus/amd-epyc-9455.")
@click.option("--name", help="Name of the price book; by default that of the file.")
@click.option("--currency", help="Currency of prices that name none.")
@click.option("--date", help="Date of prices that have none; by default today.")
@click.option("--valid-until", help="Last day on which the prices hold.")
@click.option("--source", help="Who offers them.")
@as_json
def read(
    quote: str,
    mapping: str | None,
    output: str | None,
    chosen: tuple[str, ...],
    name: str | None,
    currency: str | None,
    date: str | None,
    valid_until: str | None,
    source: str | None,
    as_json: bool,
) -> None:
    """List the lines of QUOTE, a workbook or CSV, with the parts of the catalogue that they are.

    With -o the lines whose part is sure, or given by --part, become a price book. Lines that may be several parts, sums
    and shipping are left out and listed.
    """
    from hostwise.quotes.quote_prices import UnknownColumns, UnreadableFile, quote_reading

    try:
        reading = quote_reading(_content(quote), Path(quote).name, catalogue(), _mapping(mapping))
    except UnknownColumns as error:
        guessed = {header: column for column, header in error.guessed.items()}
        headers = [f"  {each}{f': {guessed[each]}?' if each in guessed else ''}" for each in error.headers]
        raise BadInput("\n".join([f"{error} Its headers are", *headers, "Name them with --mapping."])) from error
    except UnreadableFile as error:
        raise BadInput(str(error)) from error
    parts = {each.line: each.part for each in reading.lines if each.part is not None} | _chosen(reading, chosen)
    if as_json:
        show_json(reading.model_dump(mode="json"))
    else:
        _show(reading, parts, err=output is not None)
    if output is None:
        return
    given = {"quote": Path(quote).stem, "source": source, "valid_until": valid_until}
    today = dt.datetime.now(dt.UTC).date().isoformat()
    rows = [
        _price(each, part, currency, date or today, given)
        for each in reading.lines
        if (part := parts.get(each.line)) is not None and each.unit_price is not None
    ]
    # Lines that are alike are one price; a book with two prices for a part is refused.
    rows = [each for place, each in enumerate(rows) if each not in rows[:place]]
    title = name or Path(quote).stem
    _write(_book({"key": _key(title), "name": title, "prices": rows}), output)


@prices.command("apply", epilog=PLAN_HELP, short_help="Put the prices of a price book into a plan.")
@plan_argument
@_book_argument
@_revision
@click.option("--output", "-o", metavar="PLAN", required=True, help="Write the plan to this file; - for the output.")
def apply(plan: str, book: str, revision: int | None, output: str) -> None:
    """Write PLAN with the prices of BOOK, a file as `hostwise prices read` makes it, and list what that changes."""
    from hostwise.plan.document import plan_json

    applied = _applied(plan, book, revision)
    _show_changes(applied, err=True)
    _write(plan_json(applied.plan), output)


@prices.command("difference", epilog=PLAN_HELP, short_help="Compare the prices of a plan with a price book.")
@plan_argument
@_book_argument
@as_json
def difference(plan: str, book: str, as_json: bool) -> None:
    """List the prices that PLAN and BOOK do not have alike."""
    applied = _applied(plan, book, None)
    if as_json:
        show_json([each.model_dump(mode="json", exclude_none=True) for each in applied.changes])
    else:
        _show_changes(applied, err=False)


def _applied(plan: str, book: str, revision: int | None) -> AppliedBook:
    from hostwise.quotes.quote_prices import apply_book

    return apply_book(read_plan(plan), _read_book(book), revision, catalogue())


def _read_book(name: str) -> PriceBook:
    from hostwise.plan.prices import PriceBook
    from hostwise.plan.reading import UnreadablePlan, json_values, validated

    try:
        return validated(json_values(_content(name)), PriceBook)
    except ValueError as error:
        if isinstance(error, UnreadablePlan):
            lines = [f"  {each.pointer or '/'}: {each.message}" for each in error.mistakes]
            raise BadInput("\n".join([f"{name} is not a valid price book:", *lines])) from error
        raise BadInput(f"{name} is not JSON.") from error


def _book(document: dict[str, Any]) -> dict[str, Any]:
    """The document of a price book, checked."""
    from hostwise.plan.prices import PriceBook
    from hostwise.plan.reading import UnreadablePlan, validated

    try:
        validated(document, PriceBook)
    except UnreadablePlan as error:
        lines = [f"  {each.pointer}: {each.message}" for each in error.mistakes]
        raise BadInput("\n".join(["The prices make no price book:", *lines])) from error
    return document


def _price(line: QuoteLine, part: str, currency: str | None, date: str, given: dict[str, str | None]) -> dict[str, Any]:
    own = line.currency or currency
    if own is None:
        raise BadInput(f"Line {line.line} names no currency: give --currency.")
    said = {"part": part, "price": line.unit_price, "currency": own, "date": line.date or date}
    said |= {field: value for field, value in given.items() if value is not None}
    return said | ({"discount_share": line.discount_share} if line.discount_share else {})


def _chosen(reading: QuoteReading, chosen: tuple[str, ...]) -> dict[int, str]:
    """The parts that were given on the command line, by line."""
    from hostwise.quotes.quote_prices import priced_rows

    lines = {each.line for each in reading.lines}
    found: dict[int, str] = {}
    for each in chosen:
        line, _, part = each.partition("=")
        if not line.isdecimal() or int(line) not in lines:
            raise BadInput(f"--part {each}: {reading.file} has no line {line!r}.")
        if part not in priced_rows(catalogue()):
            raise BadInput(f"--part {each}: the catalogue has no part {part!r}.")
        found[int(line)] = part
    return found


def _mapping(name: str | None) -> dict[str, str] | None:
    if name is None:
        return None
    try:
        mapping = json.loads(_content(name))
    except ValueError as error:
        raise BadInput(f"{name} is not JSON.") from error
    if not isinstance(mapping, dict) or not all(isinstance(each, str) for each in mapping.values()):
        raise BadInput(f"{name} is not an object with a header for each column.")
    return mapping


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise BadInput(f"Cannot read {name}: {error.strerror}.") from error


def _key(name: str) -> str:
    words = "".join(each if each.isascii() and each.isalnum() else " " for each in name.lower()).split()
    return "-".join(words)[:80].strip("-") or "quote"


def _write(document: dict[str, Any], output: str) -> None:
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    if output == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandFailed(f"Cannot write {output}: {error.strerror}.") from error
    echo(f"{output} is written.", err=True)


def _show(reading: QuoteReading, parts: dict[int, str], *, err: bool) -> None:
    from hostwise.number_format.writing import exact

    rows = [["line", "says", "price", "part"]]
    for each in reading.lines:
        price = "" if each.unit_price is None else f"{exact(each.unit_price)} {each.currency or '?'}"
        rows.append([str(each.line), (each.description or each.part_number)[:60], price, _part(each, parts)])
    echo(table(rows, right=frozenset({2})), err=err)
    for finding in reading.findings:
        echo(coloured(finding.message, None), err=True)


_KINDS = {"sum": "a sum", "charge": "no part: shipping, service or tax", "no_price": "no price of its own"}


def _part(line: QuoteLine, parts: dict[int, str]) -> str:
    if (part := parts.get(line.line)) is not None:
        return part
    if line.kind != "part":
        return coloured(_KINDS[line.kind], None)
    near = ", ".join(each.part for each in line.candidates[:2])
    return coloured(f"{line.why_none}{f': {near}?' if near else ''}", None)


def _show_changes(applied: AppliedBook, *, err: bool) -> None:
    from hostwise.number_format.writing import percent

    if not applied.changes:
        echo("All prices are those of the book.", err=err)
    else:
        rows = [["part", "before", "after", "change"]]
        for each in applied.changes:
            share = "" if each.change_share is None else percent(each.change_share)
            rows.append([_named(each), _amount(each.before), _amount(each.after), share])
        echo(table(rows, right=frozenset({1, 2, 3})), err=err)
    for rate in applied.rates:
        echo(f"1 {rate.currency} is {rate.rate:g}, {rate.date}", err=err)
    for part in applied.unknown:
        echo(coloured(f"The catalogue has no part {part}: it is left out.", None), err=err)


def _named(change: ChangedPrice) -> str:
    return change.name or change.part


def _amount(price: PartPrice | None) -> str:
    from hostwise.number_format.writing import exact

    return "none" if price is None else f"{exact(price.price)} {price.currency}, {price.date}"
