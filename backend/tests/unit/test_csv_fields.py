"""Fields of comma-separated values: no text is a formula."""

import pytest

from hostwise.number_format.csv_fields import written


@pytest.mark.parametrize("sign", [*"=+-@\t\r\n", *"\uff1d\uff0b\uff0d\uff20"])
def test_no_text_is_a_formula(sign: str) -> None:
    assert written(f"{sign}1") == f"'{sign}1"
    assert written(f"a{sign}1") == f"a{sign}1"


def test_numbers_are_as_they_are() -> None:
    assert [written(each) for each in (-1.0, 0.5, None, True, False)] == ["-1", "0.5", "", "yes", ""]
