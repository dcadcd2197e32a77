"""The files of the built user interface, each sent in the smallest form that the browser reads.

The build writes compressed forms beside its files, so that nothing is compressed while somebody waits. Files below
`assets/` have a hash of their content in their names: a browser keeps them and never asks for them again. The others
are asked for each time, and sent again only where they have changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse

from hostwise.server.http.compression import best_coding

ASSETS = "assets/"

_CODINGS = {"br": ".br", "gzip": ".gz"}
"""Names of content codings with the ends of the names of files in that form, the smallest form first."""

_KEPT = "public, max-age=31536000, immutable"
_ASKED_FOR = "no-cache"


@dataclass(frozen=True)
class _File:
    path: Path
    media_type: str | None
    compressed: dict[str, Path]
    """The compressed forms by their codings, the smallest first."""


class BuiltFiles:
    """The files of a built folder, listed once, so that no path of a request is ever looked up on disk."""

    def __init__(self, folder: Path) -> None:
        """Find all files and their compressed forms."""
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        forms = {
            name: {coding: name + end for coding, end in _CODINGS.items() if name + end in found} for name in found
        }
        of_others = {form for each in forms.values() for form in each.values()}
        self._files = {
            name: _File(path, guess_type(name)[0], {coding: found[form] for coding, form in forms[name].items()})
            for name, path in found.items()
            if name not in of_others
        }

    def __contains__(self, name: str) -> bool:
        """Whether there is a file of that name: a path within the folder, without a slash in front."""
        return name in self._files

    def answer(self, name: str, request: Request) -> Response:
        """A file, or 304 where the browser has it already.

        Args:
            name: one of the names that this contains.
            request: what is asked with; its headers decide on the form.
        """
        file = self._files[name]
        headers = {"Cache-Control": _KEPT if name.startswith(ASSETS) else _ASKED_FOR}
        path = file.path
        if file.compressed:
            headers["Vary"] = "Accept-Encoding"
            coding = best_coding(request.headers, tuple(file.compressed))
            if coding is not None:
                headers["Content-Encoding"] = coding
                path = file.compressed[coding]
        # Each form has a tag of its own, made of its size and time.
        answer = FileResponse(path, headers=headers, media_type=file.media_type, stat_result=path.stat())
        known = {each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")}
        return NotModifiedResponse(answer.headers) if answer.headers["etag"] in known else answer
