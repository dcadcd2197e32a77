"""Office files are ZIP archives: opened with a limit, and written so that the same report gives the same bytes."""

from __future__ import annotations

import re
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from hostwise.reports.cover import UnusableFile

_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of each part: that of the machine has no part in a report."""
_MOST_UNPACKED = 60_000_000
_MOST_PARTS = 2_000
_MADE = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(<)")


def checked_template(content: bytes, main_part: str, kind: str) -> bytes:
    """A template that can be opened; raises `UnusableFile`.

    Args:
        content: the file.
        main_part: the part that a file of this kind has, such as `word/document.xml`.
        kind: what it is called, for the message.
    """
    try:
        with ZipFile(BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > _MOST_PARTS or sum(each.file_size for each in parts) > _MOST_UNPACKED:
                raise UnusableFile("The template is larger than 60 MB when it is unpacked.")
            if main_part not in archive.namelist():
                raise UnusableFile(f"The template is no {kind}.")
    except BadZipFile as error:
        raise UnusableFile(f"The template is no {kind}.") from error
    return content


def settled(content: bytes, moment: datetime) -> bytes:
    """The file with nothing of the hour in it, nor in the workbooks behind its charts."""
    buffer = BytesIO()
    with ZipFile(BytesIO(content)) as archive, ZipFile(buffer, "w", ZIP_DEFLATED) as made:
        for name in archive.namelist():
            data = archive.read(name)
            if name.endswith(".xlsx"):
                data = settled(data, moment)
            if name == "docProps/core.xml":
                data = _MADE.sub(rb"\g<1>" + f"{moment:%Y-%m-%dT%H:%M:%SZ}".encode() + rb"\g<2>", data)
            made.writestr(ZipInfo(name, _FIRST_DATE), data, ZIP_DEFLATED)
    return buffer.getvalue()
