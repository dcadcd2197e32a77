"""Numbers as people write them."""

import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from hostwise.number_format import reading, writing
from hostwise.number_format.reading import DecimalMark, NotANumber, decimal_mark, read_number

POINT, COMMA, UNKNOWN = DecimalMark.POINT, DecimalMark.COMMA, DecimalMark.UNKNOWN


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(reading).failed == 0
    assert doctest.testmod(writing).failed == 0


VECTORS = json.loads((Path(__file__).parents[1] / "golden/numerals.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: f"{each['how']} {each['number']}")
def test_a_number_is_written_as_in_the_user_interface(vector: dict[str, Any]) -> None:
    write = {
        "exact": writing.exact,
        "rough share": writing.rough_share,
        "rough": writing.rough,
        "rough years": writing.rough_years,
        "short money": writing.short_money,
    }.get(vector["how"], lambda number: writing.plain(number, vector["how"]))
    assert write(vector["number"]) == vector["text"]


@pytest.mark.parametrize("mark", list(DecimalMark))
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4500", 4500), (" 2.5 ", 2.5), ("2,5", 2.5), ("0.875", 0.875), ("0,875", 0.875), (".5", 0.5), ("2.", 2),
        ("-3", -3), ("\u22123,25", -3.25), ("1e3", 1000), ("1.5e-3", 0.0015), ("1,234.5", 1234.5), ("1.234,5", 1234.5),
        ("1,234,567", 1234567), ("1.234.567", 1234567), ("4 500", 4500), ("4'500,5", 4500.5), ("4\u00a0500", 4500),
        ("12 345 678", 12345678), ("4500.125", 4500.125), ("4500,125", 4500.125),
    ],
)  # fmt: skip
def test_what_can_be_meant_in_one_way_only(text: str, value: float, mark: DecimalMark) -> None:
    numeral = read_number(text, mark)
    assert numeral.value == pytest.approx(value)
    assert numeral.uncertainty is None


@pytest.mark.parametrize(
    ("text", "mark", "value", "doubtful"),
    [
        ("4,500", POINT, 4500, False),
        ("4,500", COMMA, 4.5, False),
        ("4,500", UNKNOWN, 4.5, True),
        ("4.500", POINT, 4.5, False),
        ("4.500", COMMA, 4500, False),
        ("4.500", UNKNOWN, 4.5, True),
    ],
)
def test_what_can_be_meant_in_two_ways_follows_the_text_or_is_doubtful(
    text: str, mark: DecimalMark, value: float, doubtful: bool
) -> None:
    numeral = read_number(text, mark)
    assert numeral.value == value
    assert (numeral.uncertainty is not None) == doubtful


@pytest.mark.parametrize("text", ["1e400", "-1e999", "9" * 400, "1" + ",000" * 150, "9" * 400 + ".5"])
def test_what_is_beyond_any_number_is_none(text: str) -> None:
    with pytest.raises(NotANumber) as refused:
        read_number(text, DecimalMark.UNKNOWN)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    "text",
    ["", " ", "abc", "1 2", "1,2,3", "1.2.3", "1,23,456", "--1", "1e", "nan", "inf", "0x10", ",", ".", "1,2.3,4", "²"],
)
@pytest.mark.parametrize("mark", list(DecimalMark))
def test_what_is_no_number_is_refused(text: str, mark: DecimalMark) -> None:
    with pytest.raises(NotANumber):
        read_number(text, mark)


@pytest.mark.parametrize(
    ("texts", "mark"),
    [
        ([], UNKNOWN),
        (["4500", "2"], UNKNOWN),
        (["4,500", "4.500"], UNKNOWN),
        (["4,500", "2.5"], POINT),
        (["4.500", "2,5"], COMMA),
        (["1.234,5"], COMMA),
        (["2,5", "2.5"], UNKNOWN),
        (["abc", "2,5"], COMMA),
    ],
)
def test_the_decimal_mark_is_the_one_that_the_numbers_agree_on(texts: list[str], mark: DecimalMark) -> None:
    assert decimal_mark(texts) is mark
