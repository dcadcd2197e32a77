"""What the report's fonts can show: text made safe for them, and how wide it becomes.

A tagged document refuses characters that no font has, and names come from anywhere. So text is cleaned here before it
is typeset, with the tables of the very font files that are used.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

FONT_FOLDER = Path(__file__).parent / "fonts"
PLACE_TO_DIVIDE = "\ue000"
"""Marks where a line may end without a blank or a hyphen; the template turns it into nothing that can be seen."""
STAND_IN = "\u25a1"
"""Shown for a character that no font has."""

_TEXT_FACES = ("SourceSans3-Regular.ttf", "SourceSans3-Semibold.ttf", "SourceSans3-It.ttf")
_FALLBACK_FACE = "DejaVuSans.ttf"
_JOINERS = frozenset("\u200c\u200d\u00ad")
"""Invisible characters that shape the text around them: joiners of scripts that need them, the soft hyphen."""
_FIXED_SPACES = frozenset("\u00a0\u202f")
"""Blanks at which no line ends."""
_SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})
_MOST_MARKS = 3
_STACKED = r"[\u0300-\u036f\u0483-\u0489\u20d0-\u20ff]"
_PILED_MARKS = re.compile(rf"({_STACKED}{{{_MOST_MARKS}}}){_STACKED}+")
_LONG_RUN = 13
_LONGEST_WORD, _LONGEST_UNCASED = 24, 30
_LONG = re.compile(rf"[^ ]{{{_LONG_RUN},}}")
_AROUND_WORDS = ".,;:!?()[]'\"\u2019\u201d"
_IN_NUMBERS = "0123456789.,+%\u2212\u00a0\u202f"
_USUAL_WIDTH = 0.55
"""Width of a character that the text font does not have, in ems."""


@cache
def _widths(name: str) -> dict[int, float]:
    """The characters that a font file has, and their widths in ems."""
    # Imported late, as the typesetter is.
    from fontTools.ttLib import TTFont

    with TTFont(FONT_FOLDER / name, lazy=True) as font:
        units, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
        return {character: metrics[glyph][0] / units for character, glyph in font.getBestCmap().items()}


@cache
def shown_characters() -> frozenset[int]:
    """The characters that can be shown upright, slanted and bold, with the fallback font for the others."""
    in_all = frozenset.intersection(*(frozenset(_widths(each)) for each in _TEXT_FACES))
    return in_all | frozenset(_widths(_FALLBACK_FACE))


def clean(text: str) -> str:
    r"""Text that can be set: without characters that control, hide or overlap, and with a stand-in for missing glyphs.

    >>> clean("a\x07b\u202ec \u6c34\ufe0f") == f"a bc {STAND_IN}"
    True
    """
    shown = "".join(map(_shown, text))
    return _PILED_MARKS.sub(r"\1", shown)


def _shown(character: str) -> str:
    code = ord(character)
    # Blanks and letters, which are most of the text.
    if 0x20 <= code < 0x7F:
        return character
    if character in _JOINERS:
        return character
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return character if character in _FIXED_SPACES else " "
    # Marks of direction and the like could turn around or hide what others wrote.
    if category == "Cf" or code in _SELECTORS:
        return ""
    return character if code in shown_characters() and character != PLACE_TO_DIVIDE else STAND_IN


def divisible(text: str) -> str:
    """Text with places to divide long runs without a blank: after signs, and anywhere in what is not a word.

    Words are left to hyphenation, and numbers stay whole.

    >>> divisible("db-01.example.com").split(PLACE_TO_DIVIDE), divisible("internationalisation")
    (['db-', '01.', 'example.', 'com'], 'internationalisation')
    """
    return _LONG.sub(lambda found: _divided(found[0]), text)


def _divided(run: str) -> str:
    core = run.strip(_AROUND_WORDS)
    is_word = core[1:].islower() or not any(each.islower() or each.isupper() for each in core)
    longest = _LONGEST_WORD if core[1:].islower() else _LONGEST_UNCASED
    if core.isalpha() and is_word and len(core) <= longest:
        return run
    if not core.strip(_IN_NUMBERS):
        return run
    parts = [""]
    for character in run:
        if unicodedata.category(character)[0] in "PS":
            parts += [character, ""]
        else:
            parts[-1] += character
    # No place before a sign: it stays with what it follows.
    text = "".join(
        part + PLACE_TO_DIVIDE if turn % 2 else _anywhere(part) if len(part) >= _LONG_RUN else part
        for turn, part in enumerate(parts)
    )
    return text.removesuffix(PLACE_TO_DIVIDE)


def _anywhere(part: str) -> str:
    """A place to divide before every letter, though not before what joins to the letter before it."""

    def joins(character: str) -> bool:
        return unicodedata.category(character)[0] == "M" or character in _JOINERS

    return part[:1] + "".join(each if joins(each) else PLACE_TO_DIVIDE + each for each in part[1:])


def width_em(text: str, *, strong: bool = False) -> float:
    """How wide a line of text becomes, in ems; a little too wide where letters are kerned."""
    widths = _widths(_TEXT_FACES[1 if strong else 0])
    return sum(widths.get(ord(each), _USUAL_WIDTH) for each in text)


def shortened(text: str, limit_em: float) -> str:
    """Text cut to fit a width, with an ellipsis where something is left out.

    >>> shortened("a long name", 20), shortened("a long name", 3)
    ('a long name', 'a lon\u2026')
    """
    if width_em(text) <= limit_em:
        return text
    room, kept = limit_em - width_em("\u2026"), ""
    for character in text:
        room -= width_em(character)
        if room < 0:
            break
        kept += character
    return f"{kept.rstrip()}\u2026"
