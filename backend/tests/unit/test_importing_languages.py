"""Tables with headers of European languages: what is sure is read, what is not is asked, and nothing is silent."""

import io

import pytest
import xlsxwriter

from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.header_words import candidates
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateChoices, Inventory
from hostwise.tables.named_columns import folded
from hostwise.tables.problems import UnknownColumns, UnreadableFile

CATALOGUE = load_catalogue()

TABLES = {
    "German": [
        "Servername;vCPU;Arbeitsspeicher (GB);Festplatte (GB);Belegt (GB);Status",
        "web1;4;16;100;60;eingeschaltet",
        "db1;8;64,5;500;400;eingeschaltet",
        "alt1;8;64;500;400;ausgeschaltet",
    ],
    "German, other spellings": [
        "VM-Name;Anzahl vCPU;Hauptspeicher (GiB);Festplattengroesse (GB);Belegter Speicherplatz (GB);Betriebszustand",
        "web1;4;16;100;60;gestartet",
        "db1;8;64,5;500;400;gestartet",
        "alt1;8;64;500;400;gestoppt",
    ],
    "French": [
        "Machine virtuelle;Nombre de vCPU;M\u00e9moire (Go);Espace disque (Go);Espace consomm\u00e9 (Go);\u00c9tat",
        "web1;4;16;100;60;d\u00e9marr\u00e9e",
        "db1;8;64,5;500;400;allum\u00e9",
        "alt1;8;64;500;400;arr\u00eat\u00e9e",
    ],
    "Spanish": [
        "M\u00e1quina virtual;vCPU;Memoria RAM (GB);Tama\u00f1o disco (GB);Espacio usado (GB);Estado",
        "web1;4;16;100;60;encendida",
        "db1;8;64,5;500;400;encendido",
        "alt1;8;64;500;400;apagada",
    ],
    "Italian": [
        "Macchina virtuale;vCPU;Memoria (GB);Spazio disco (GB);Spazio usato (GB);Stato",
        "web1;4;16;100;60;accesa",
        "db1;8;64,5;500;400;in esecuzione",
        "alt1;8;64;500;400;spenta",
    ],
    "Dutch": [
        "Virtuele machine;vCPU;Werkgeheugen (GB);Schijfgrootte (GB);Gebruikte ruimte (GB);Status",
        "web1;4;16;100;60;ingeschakeld",
        "db1;8;64,5;500;400;ingeschakeld",
        "alt1;8;64;500;400;uitgeschakeld",
    ],
    "Portuguese": [
        "M\u00e1quina virtual;vCPU;Mem\u00f3ria (GB);Espa\u00e7o em disco (GB);Espa\u00e7o utilizado (GB);Estado",
        "web1;4;16;100;60;ligada",
        "db1;8;64,5;500;400;ligado",
        "alt1;8;64;500;400;desligada",
    ],
}


def check(inventory: Inventory) -> None:
    counted = estate_answer(inventory, EstateChoices(), CATALOGUE, with_plan=False).counted
    assert (counted.vcpu, counted.memory_gib) == (12, 80.5)
    assert (counted.disk_gb, counted.used_gb) == (1_100, 860)
    assert [each.value for each in inventory.vms.power] == ["on", "on", "off"]
    assert "columns_read_as" in {each.code for each in inventory.findings}


@pytest.mark.parametrize("language", TABLES)
def test_tables_of_european_languages_are_read(language: str) -> None:
    check(read_inventory("\n".join(TABLES[language]).encode(), "a.csv"))


@pytest.mark.parametrize("language", ["German", "French"])
def test_the_same_as_a_workbook_under_a_title_and_above_a_row_of_sums(language: str) -> None:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer)
    sheet = book.add_worksheet("VMs")
    sheet.write(0, 0, "Inventar 2026")
    for at, line in enumerate(TABLES[language], start=2):
        for column, cell in enumerate(line.split(";")):
            number = cell.replace(",", ".")
            sheet.write(at, column, float(number) if at > 2 and number.replace(".", "").isdigit() else cell)
    for column, value in enumerate(["Summe", 20, 144.5, 1_100, 860]):
        sheet.write(6, column, value)
    book.close()
    inventory = read_inventory(buffer.getvalue(), "a.xlsx")
    check(inventory)
    assert "row_of_sums" in {each.code for each in inventory.findings}


def test_a_word_of_two_meanings_is_decided_by_the_other_columns_or_asked() -> None:
    with_disks = "Name;vCPU;Speicher (GB);Festplatte (GB)\na;4;16;100\nb;4;16;100"
    assert read_inventory(with_disks.encode(), "a.csv").vms.memory_gib == [16, 16]
    with_memory = "Name;vCPU;RAM (GB);Speicher (GB)\na;4;16;100\nb;4;16;100"
    assert read_inventory(with_memory.encode(), "a.csv").vms.disk_gb == [100, 100]
    with pytest.raises(UnknownColumns) as asked:
        read_inventory(b"Name;vCPU;Speicher (GB)\na;4;16\nb;4;16", "a.csv")
    assert asked.value.guessed["memory_gib"] == "Speicher (GB)"
    cores = read_inventory(b"Name;Sockets;Kerne;RAM (GB)\na;2;4;16", "a.csv")
    assert cores.vms.vcpu == [8]
    assert read_inventory(b"Name;Kerne;RAM (GB)\na;4;16", "a.csv").vms.vcpu == [4]


@pytest.mark.parametrize("lines", [b"Name,vCPU,Disk GB\na,4,100", b"Name,RAM GB,Disk GB\na,16,100", b"Server;Typ\na;b"])
def test_a_table_without_memory_or_processors_is_no_plan_unasked(lines: bytes) -> None:
    with pytest.raises(UnknownColumns):
        read_inventory(lines, "a.csv")


def test_with_a_mapping_one_of_both_is_enough() -> None:
    found = read_inventory(b"Name,vCPU,Disk GB\na,4,100", "a.csv", {"name": "Name", "vcpu": "vCPU"})
    assert found.vms.vcpu == [4]


def test_french_units_in_cells() -> None:
    text = "Nom;vCPU;M\u00e9moire;Espace disque (To)\na;4;16 Go;1,5\nb;2;8192 Mo;0,5"
    found = read_inventory(text.encode(), "a.csv")
    assert found.vms.memory_gib == [16, 8]
    assert found.vms.disk_gb == [1_500, 500]


def test_words_without_accents_and_with_two_letters_for_umlauts() -> None:
    assert folded("Gr\u00f6\u00dfe") == folded("Groesse") == folded("GROSSE ")
    assert candidates("Mem\u00f3ria") == candidates("memoria")


def test_states_that_are_general_knowledge_are_read_and_said() -> None:
    inventory = read_inventory("\n".join(TABLES["German"]).encode(), "a.csv")
    (said,) = (each for each in inventory.findings if each.code == "power_read_as")
    assert "'eingeschaltet' as on (2)" in said.message


HOSTS = {
    "German": ("Hosts", "Name;CPU-Modell;Sockets;Kerne;RAM (GB)"),
    "French": ("H\u00f4tes", "Nom;Mod\u00e8le de processeur;Sockets;C\u0153urs;RAM (Go)"),
    "Spanish": ("Servidores", "Nombre;CPU;RAM (GB)"),
    "Italian": ("Nodi", "Nome;CPU;Memoria (GB)"),
    "Dutch": ("Servers", "Naam;CPU;Geheugen (GB)"),
    "Portuguese": ("Anfitri\u00f5es", "Nome;CPU;RAM (GB)"),
}


def book_of(**sheets: list[str]) -> bytes:
    """A workbook of lines with semicolons."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer)
    for name, lines in sheets.items():
        sheet = book.add_worksheet(name)
        for at, line in enumerate(lines):
            for column, cell in enumerate(line.split(";")):
                number = cell.replace(",", ".")
                sheet.write(at, column, float(number) if at and number.replace(".", "").isdigit() else cell)
    book.close()
    return buffer.getvalue()


@pytest.mark.parametrize("language", HOSTS)
@pytest.mark.parametrize("first", ["hosts", "vms"])
def test_of_a_workbook_the_list_of_vms_is_read_and_what_is_not_is_told(language: str, first: str) -> None:
    name, header = HOSTS[language]
    hosts = [header, *(";".join([f"esx{at}", "Xeon", "2", "32", "512"][: header.count(";") + 1]) for at in range(3))]
    if header.count(";") == 2:
        hosts = [header, *(f"esx{at};64;512" for at in range(3))]
    sheets = {name: hosts, "VM": TABLES[language], "Info": ["Text", "one", "two"], "Empty": []}
    if first == "vms":
        sheets = dict(reversed(sheets.items()))
    inventory = read_inventory(book_of(**sheets), "a.xlsx")
    check(inventory)
    (said,) = (each.message for each in inventory.findings if each.code == "sheets_not_read")
    assert "'VM' (3 rows)" in said
    assert f"'{name}' (3 rows)" in said
    assert "'Info' (2 rows)" in said
    assert "Empty" not in said


def test_a_workbook_of_one_list_says_nothing_of_sheets() -> None:
    inventory = read_inventory(book_of(Servers=TABLES["German"]), "a.xlsx")
    check(inventory)
    assert "sheets_not_read" not in {each.code for each in inventory.findings}


def test_hosts_of_another_language_alone_are_refused() -> None:
    lines = ["Name;Prozessormodell;Sockets;Kerne;RAM (GB)", "esx1;Xeon;2;32;512"]
    with pytest.raises(UnreadableFile, match="list of hosts"):
        read_inventory("\n".join(lines).encode(), "hosts.csv")


def test_two_lists_of_vms_are_both_read() -> None:
    second = [TABLES["German"][0], "neu1;2;8;50;20;eingeschaltet"]
    inventory = read_inventory(book_of(Standort1=TABLES["German"], Standort2=second), "a.xlsx")
    assert inventory.vms.name == ["web1", "db1", "alt1", "neu1"]
