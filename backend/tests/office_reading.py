"""What Word documents and slides say, as text."""

import io

from docx import Document
from pptx import Presentation


def words_of(content: bytes) -> str:
    document = Document(io.BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(each.text for each in document.paragraphs), *cells])


def slides_of(content: bytes) -> list[str]:
    found = []
    for slide in Presentation(io.BytesIO(content)).slides:
        texts = [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
        for shape in slide.shapes:
            if shape.has_table:
                texts += [cell.text for row in shape.table.rows for cell in row.cells]
        found.append("\n".join(texts))
    return found
