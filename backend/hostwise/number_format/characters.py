"""Characters that are not what they look like: they move a cursor, end a line, or turn what follows around.

The classes are written as inside the brackets of a regular expression, in a form that Python, Rust and JavaScript read.
"""

from __future__ import annotations

import re

_CONTROLS = r"\x00-\x1f\x7f-\x9f"
_TURNS = r"\u202a-\u202e\u2066-\u2069"
"""What overrides, embeds or isolates a direction of writing, and its end."""

NOT_IN_A_TEXT = rf"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_TURNS}"
"""A text may have lines, tabs, and the marks that right-to-left writing needs."""

NOT_IN_A_NAME = rf"{_CONTROLS}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""A name is one line, which reads as it is stored: two that look alike are alike."""

# Half a pair, too: it cannot be written at all.
_NOT_SHOWN = re.compile(rf"[{NOT_IN_A_NAME}\ud800-\udfff]")
_SPACE = re.compile(rf"[{_CONTROLS}]+")


def escaped(text: str, keep: str = "") -> str:
    r"""A text as it can be shown in a line of a terminal or log.

    >>> escaped("a\x1b[2Jb\r\n\u202ec \u00fc")
    'a\\x1b[2Jb\\r\\n\\u202ec ü'
    """
    return _NOT_SHOWN.sub(
        lambda found: found[0] if found[0] in keep else found[0].encode("unicode_escape").decode(), text
    )


def escaped_json(text: str) -> str:
    r"""A JSON text that says the same, and can be shown in a terminal; lines and tabs between its values stay.

    >>> escaped_json('{"a": "\x9b\u202e"}')
    '{"a": "\\u009b\\u202e"}'
    """
    return _NOT_SHOWN.sub(lambda found: found[0] if found[0] in "\n\t" else f"\\u{ord(found[0]):04x}", text)


def plain(text: str) -> str:
    r"""A text of such characters as a name may have; in place of a control there is a blank.

    >>> plain("a\x1bb\u202ec\ud800")
    'a bc'
    """
    return _NOT_SHOWN.sub("", _SPACE.sub(" ", text))
