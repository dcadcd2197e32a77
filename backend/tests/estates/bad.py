"""Files that are damaged, too large, or made to do harm."""

import io
import struct
import zipfile
import zlib

from tests.estates.rvtools import INFO_HEADER
from tests.estates.sheets import letters, raw_workbook, sheet_xml, text_cell

ROWS, COLUMNS = 1_048_576, 16_384


def encrypted_workbook() -> bytes:
    """The outer form of a workbook with a password: an OLE file whose directory names the encrypted package."""
    sector = 512
    header = bytearray(sector)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<HHHHH", header, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<IIIIIIIII", header, 44, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 0)
    header[76:] = b"\xff" * (sector - 76)
    entries = b""
    for name, kind in (("Root Entry", 5), ("EncryptionInfo", 2), ("EncryptedPackage", 2)):
        text = name.encode("utf-16-le")
        entry = bytearray(128)
        entry[: len(text)] = text
        struct.pack_into("<HB", entry, 64, len(text) + 2, kind)
        entries += bytes(entry)
    return bytes(header) + b"\xff" * sector + entries.ljust(sector, b"\0")


def protected_zip() -> bytes:
    """A zip whose only file has a password, by its flag."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("RVTools_tabvInfo.csv", "VM,CPUs,Memory\na,1,1024\n")
    data = bytearray(file.getvalue())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def bomb(size: int = 600 * 2**20, name: str = "vInfo.csv") -> bytes:
    """A zip of so many equal bytes, which packs a thousand times smaller."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w", force_zip64=True) as entry,
    ):
        piece = b"a," * 2**19
        for _ in range(size // len(piece)):
            entry.write(piece)
    return file.getvalue()


def lying_workbook(extra: int = 300 * 2**20) -> bytes:
    """A workbook whose shared strings unpack to far more than the zip announces."""
    data = raw_workbook({"vInfo": info_sheet(1)})
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as after:
        for entry in before.infolist():
            if entry.filename != "xl/sharedStrings.xml":
                after.writestr(entry.filename, before.read(entry))
        with after.open("xl/sharedStrings.xml", "w", force_zip64=True) as part:
            part.write(b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">')
            piece = b"<si><t>a</t></si>" * 50_000
            for _ in range(extra // len(piece)):
                part.write(piece)
            part.write(b"</sst>")
    return announcing(file.getvalue(), "xl/sharedStrings.xml", 1_000)


def announcing(data: bytes, name: str, size: int) -> bytes:
    """A zip in which a part announces another size, with the sum of the bytes up to there."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entry = archive.getinfo(name)
        with archive.open(entry) as part:
            check = zlib.crc32(part.read(size))
        start = archive.start_dir
    found = bytearray(data)
    at = start
    while True:
        length, extra, comment = struct.unpack_from("<HHH", found, at + 28)
        if bytes(found[at + 46 : at + 46 + length]).decode() == name:
            break
        at += 46 + length + extra + comment
    struct.pack_into("<I", found, at + 16, check)
    struct.pack_into("<I", found, at + 24, size)
    struct.pack_into("<II", found, entry.header_offset + 14, check, entry.compress_size)
    struct.pack_into("<I", found, entry.header_offset + 22, size)
    return bytes(found)


def info_rows(vms: int, first: int = 2) -> str:
    """Rows of a small vInfo, written out."""
    columns = {each: letters(at) for at, each in enumerate(("VM", "Powerstate", "CPUs", "Memory"))}
    return "".join(
        f'<row r="{at}">{text_cell(f"A{at}", f"vm-{at}")}{text_cell(f"B{at}", "poweredOn")}'
        f'<c r="{columns["CPUs"]}{at}"><v>2</v></c><c r="{columns["Memory"]}{at}"><v>4096</v></c></row>'
        for at in range(first, first + vms)
    )


def info_sheet(vms: int, dimension: str = "", after: str = "") -> str:
    """A small vInfo; `after` is put below its rows."""
    header = "".join(
        text_cell(f"{letters(at)}1", each) for at, each in enumerate(("VM", "Powerstate", "CPUs", "Memory"))
    )
    return sheet_xml(f'<row r="1">{header}</row>{info_rows(vms)}{after}', dimension)


def far_cell(vms: int = 10) -> bytes:
    """A workbook with one cell in the last row and column that there can be."""
    cell = text_cell(f"{letters(COLUMNS - 1)}{ROWS}", "x")
    return raw_workbook({"vInfo": info_sheet(vms, after=f'<row r="{ROWS}">{cell}</row>')})


def hidden_far_cell(vms: int = 40_000) -> bytes:
    """A workbook whose far cell stands out of order in the middle of a sheet of some megabytes."""
    cell = text_cell(f"{letters(COLUMNS - 1)}{ROWS}", "x")
    half = vms // 2
    rows = f'{info_rows(half)}<row r="{ROWS}">{cell}</row>{info_rows(half, half + 2)}'
    header = info_sheet(0).split("</sheetData>")[0]
    return raw_workbook({"vInfo": f"{header}{rows}</sheetData></worksheet>"})


def huge_sheet(rows: int = 700_000) -> bytes:
    """A workbook whose sheet has more cells than any export."""
    last = letters(19)
    body = "".join(
        f'<row r="{at}"><c r="A{at}"><v>1</v></c><c r="{last}{at}"><v>1</v></c></row>' for at in range(2, rows)
    )
    return raw_workbook({"vInfo": info_sheet(0, after=body)})


def announced_billions(vms: int = 10) -> bytes:
    """A good workbook whose sheet announces every cell that there can be."""
    return raw_workbook({"vInfo": info_sheet(vms, dimension=f"A1:{letters(COLUMNS - 1)}{ROWS}")})


def wide_csv(columns: int = 10_000) -> bytes:
    """A CSV of so many columns."""
    header = [*INFO_HEADER, *(f"column {at}" for at in range(columns - len(INFO_HEADER)))]
    return (",".join(header) + "\n" + ",".join("1" * columns) + "\n").encode()
