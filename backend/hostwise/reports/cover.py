"""What a report says of itself: title, customer, author, logo, and the template of a house."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Literal

MOST_LOGO_BYTES, MOST_TEMPLATE_BYTES = 500_000, 4_000_000
_MOST_PIXELS = 20_000_000
_LOGO_SIZE = (900, 300)
"""Pixels that a logo is reduced to: sharp at 6 cm of paper."""


class UnusableFile(ValueError):
    """A logo or template that is not what it is given as; `field` says which."""

    def __init__(self, text: str, field: Literal["logo", "template"] = "template") -> None:
        """Say what is wrong with it."""
        super().__init__(text, field)
        self.text, self.field = text, field

    def __str__(self) -> str:
        """What is wrong."""
        return self.text


@dataclass(frozen=True)
class Cover:
    """What stands on the first page beside the decision.

    Attributes:
        title: title of the report; by default the plan's name.
        customer: whom it is for.
        author: who made it.
        logo: a PNG or JPEG; none if empty.
        template: a document of Word or PowerPoint whose pages, styles and fields the report takes; none if empty.
    """

    title: str = ""
    customer: str = ""
    author: str = ""
    logo: bytes = b""
    template: bytes = b""

    @property
    def lines(self) -> list[str]:
        """For whom and by whom, as lines."""
        said = (("Prepared for", self.customer), ("by", self.author))
        line = " ".join(f"{word} {name}" for word, name in said if name)
        return [line[:1].upper() + line[1:]] if line else []


NO_COVER = Cover()
"""The plan's name is the title, and nobody is named."""


def prepared_logo(content: bytes) -> bytes:
    """A logo as every format takes it: a PNG of moderate size; raises `UnusableFile`."""
    # Imported late: few reports have one.
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(content), formats=("PNG", "JPEG")) as picture:
            if picture.width * picture.height > _MOST_PIXELS:
                raise UnusableFile("The logo has more than 20 million pixels.", "logo")
            made = picture.convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        if isinstance(error, UnusableFile):
            raise
        raise UnusableFile("The logo is no PNG or JPEG picture that can be read.", "logo") from error
    made.thumbnail(_LOGO_SIZE)
    # On white: Word and PDF have no other paper.
    paper = Image.new("RGB", made.size, "white")
    paper.paste(made, mask=made.getchannel("A"))
    buffer = BytesIO()
    paper.save(buffer, "PNG")
    return buffer.getvalue()
