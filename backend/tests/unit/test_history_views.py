"""Views of VCF Operations as they are downloaded: bars in metrics, written-out dates, thousands, other objects."""

import datetime as dt

import pytest

from hostwise.estate.estate_answer import read_history
from hostwise.plan.history import Counter
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.well_formed import separator_of

DAYS = 8


def view(
    written: str, *, header: str = "VM|CPU|Demand (MHz)|Avg", thousands: bool = True, quoted: bool = True
) -> bytes:
    """A week and a day by the hour: 1,000 to 1,230 MHz each day."""
    start = dt.datetime(2026, 7, 1)  # noqa: DTZ001
    lines = [["Name", "Interval Breakdown", header, header.replace("CPU|Demand (MHz)|Avg", "CPU|Ready (%)|Max")]]
    for hour in range(24 * DAYS):
        at = start + dt.timedelta(hours=hour)
        mhz = 1_000 + 10 * (hour % 24)
        lines.append(
            ["srv1", at.strftime(written), f"{mhz:,}" if thousands else str(mhz), "-" if hour % 7 == 0 else "0.4"]
        )
    mark = '"' if quoted else ""
    return ("\ufeff" + "\n".join(",".join(f"{mark}{cell}{mark}" for cell in line) for line in lines)).encode()


@pytest.mark.parametrize(
    "written",
    [
        "%-I:%M %p %d %B %Y",
        "%I:%M %p %d %B %Y",
        "%-I:%M %p %-d %B %Y",
        "%B %d, %Y %I:%M %p",
        "%d %B %Y %H:%M",
        "%Y-%m-%d %H:%M",
    ],
)
def test_a_view_is_read_whatever_its_dates(written: str) -> None:
    found = read_history(view(written), "view.csv")
    assert found.period is not None
    assert found.period.days_covered == DAYS
    load = found.load(Counter.CPU_GHZ)
    assert load is not None
    assert load.mean == pytest.approx(1.115)
    assert (load.coincident_peak, load.coincident_maximum) == pytest.approx((1.22, 1.23))


def test_thousands_between_commas_are_no_missing_numbers() -> None:
    apart, plain = (read_history(view("%Y-%m-%d %H:%M", thousands=each), "view.csv") for each in (True, False))
    assert apart.load(Counter.CPU_GHZ) == plain.load(Counter.CPU_GHZ)
    assert "not_a_number" not in {each.code for each in apart.findings}


def test_bars_in_names_of_metrics_separate_nothing_with_and_without_quotes() -> None:
    for quoted in (True, False):
        text = view("%Y-%m-%d %H:%M", thousands=False, quoted=quoted).decode("utf-8-sig")
        assert separator_of(text.splitlines()) == ","
    bare = read_history(view("%Y-%m-%d %H:%M", thousands=False, quoted=False), "view.csv")
    assert bare.load(Counter.CPU_GHZ) is not None


@pytest.mark.parametrize(
    ("subject", "objects"),
    [("Host System", "hosts"), ("Cluster Compute Resource", "clusters"), ("Datastore", "datastores")],
)
def test_views_of_other_objects_are_refused_with_what_they_are(subject: str, objects: str) -> None:
    data = view("%Y-%m-%d %H:%M", header=f"{subject}|CPU|Demand (MHz)|Avg")
    with pytest.raises(UnreadableFile, match=f"is a view of {objects}, and not of VMs"):
        read_history(data, "view.csv")
