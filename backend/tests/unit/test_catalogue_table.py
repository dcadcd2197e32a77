"""The catalogue as tables for people."""

from __future__ import annotations

import pytest

from hostwise.answers.reference.catalogue_answer import UnknownKind
from hostwise.answers.reference.catalogue_table import TABLES, catalogue_table
from hostwise.answers.reference.reference_document import CatalogueCell, CatalogueTable
from hostwise.catalogue.loader import load_catalogue
from hostwise.number_format.dates import month_words

CATALOGUE = load_catalogue()


def cells(table: CatalogueTable, key: str) -> dict[str, CatalogueCell]:
    (row,) = (each for each in table.rows if each.key == key)
    return {column.key: cell for column, cell in zip(table.columns, row.cells, strict=True)}


@pytest.mark.parametrize("kind", TABLES)
def test_each_row_of_a_kind_has_a_cell_for_each_column_its_source_and_date(kind: str) -> None:
    table = catalogue_table(kind, CATALOGUE)
    assert [each.key for each in table.rows] == list(getattr(CATALOGUE, kind))
    known = {each.key for each in table.sources}
    for row in table.rows:
        assert row.name
        assert row.date
        assert len(row.cells) == len(table.columns)
        assert set(row.sources) <= known
        assert row.sources
    for place, column in enumerate(table.columns):
        texts = [row.cells[place].text for row in table.rows]
        assert any(texts), column.key
        if column.filter in ("range", "known"):
            assert any(row.cells[place].value is not None for row in table.rows), column.key
        # A filter by texts is a list to choose from, and no list of everything.
        if column.filter == "set":
            assert len(set(texts)) < max(3, len(table.rows)), column.key
    assert len({each.key for each in table.columns}) == len(table.columns)


def test_a_drive_as_it_is_written_and_as_a_number() -> None:
    found = cells(catalogue_table("drives", CATALOGUE), "samsung-pm1645-800gb")
    drive = CATALOGUE.drives["samsung-pm1645-800gb"]
    assert (found["capacity_gb"].text, found["capacity_gb"].value) == ("800", 800)
    assert found["class"].text == "mixed-use"
    assert found["launch_year"].text == str(drive.launch_year)
    assert found["rated_dwpd"].value == drive.rated_dwpd


def test_a_price_has_its_currency_kind_and_date() -> None:
    table = catalogue_table("licences", CATALOGUE)
    row = next(each for each in CATALOGUE.licences.values() if each.price is not None)
    assert row.price is not None
    price = cells(table, row.key)["price"]
    assert price.value == row.price.amount
    assert price.text.endswith(row.price.currency)
    assert price.note == f"list, {month_words(row.price.held) if row.price.held else 'undated'}"
    unknown = next(each.key for each in CATALOGUE.licences.values() if each.price is None)
    assert (cells(table, unknown)["price"].text, cells(table, unknown)["price"].value) == ("", None)


def test_the_kinds_are_listed_with_their_rows() -> None:
    table = catalogue_table("drives", CATALOGUE)
    assert {each.kind: each.rows for each in table.kinds}["cpus"] == len(CATALOGUE.cpus)
    with pytest.raises(UnknownKind, match="there are drives, cpus"):
        catalogue_table("spreads", CATALOGUE)


def rows(kind: str) -> dict[str, tuple[str, str | None, str]]:
    return {each.key: (each.name, each.picked_as, each.details) for each in catalogue_table(kind, CATALOGUE).rows}


def test_a_plan_names_a_row_by_its_key_and_a_country_by_its_code() -> None:
    assert all(picked == key for key, (_, picked, _) in rows("drives").items())
    for key, (_, picked, _) in rows("energy").items():
        row = CATALOGUE.energy[key]
        assert picked == (row.region_code if row.metric == "carbon_g_per_kwh" else None)


def test_protections_of_one_label_are_told_apart_by_their_family() -> None:
    named = rows("protection")
    assert named["esa_raid1_ftt1"][0].endswith("(ESA)")
    assert named["osa_raid1_ftt1"][0].endswith("(OSA)")
    assert len({name for name, *_ in named.values()}) > len({each.label for each in CATALOGUE.protection.values()})


def test_the_details_of_a_row_have_their_units() -> None:
    profile = CATALOGUE.ready_node_profiles["af-4"]
    assert rows("ready_node_profiles")["af-4"][2].startswith(
        f"{profile.cores} cores at least \u00b7 {profile.memory_gib:g} GiB"
    )
    carbon = next(each for each in CATALOGUE.energy.values() if each.metric == "carbon_g_per_kwh")
    assert rows("energy")[carbon.key][2].startswith(f"{carbon.value:g} g CO2e/kWh")
