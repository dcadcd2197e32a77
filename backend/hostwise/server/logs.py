"""Logging: text for people or JSON for machines, and never a secret."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from io import StringIO
from textwrap import indent
from typing import Any, Literal, TextIO

import structlog

from hostwise.number_format.characters import escaped, escaped_json

LogFormat = Literal["auto", "text", "json"]

# A token, or the secret of a shared link; what may be shown is what comes before the secret.
_SECRET = re.compile(r"\b(hws?_[0-9a-f]{16})_[0-9a-f]{64}")


def redacted(text: str) -> str:
    """The text with every secret left out.

    >>> redacted("GET /api/v1/shared/hws_0123456789abcdef_" + 64 * "a")
    'GET /api/v1/shared/hws_0123456789abcdef_...'
    """
    return _SECRET.sub(r"\1_...", text)


def _redact(_logger: Any, _method: str, rendered: Any) -> Any:
    """Redact a whole line as it was rendered, whichever field a secret may have got into."""
    return redacted(rendered) if isinstance(rendered, str) else rendered


def _each_on_its_line(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Escape values that a client may have sent: they must neither start a new line nor move a cursor."""
    return {key: escaped(value) if isinstance(value, str) else value for key, value in event.items()}


def _traceback(to: TextIO, exc_info: Any) -> None:
    """Write a plain traceback with all lines indented, since a message may have several.

    Rich tracebacks show the values of variables, and so plans and tokens.
    """
    plain = StringIO()
    structlog.dev.plain_traceback(plain, exc_info)
    to.write(indent(escaped(plain.getvalue(), keep="\n"), "  "))


class _Redacting(logging.Filter):
    """Redacts what the web server logs: addresses, and errors of the application."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redacted(str(record.msg))
        # One by one: the server's formatter takes them apart.
        if isinstance(record.args, tuple):
            record.args = tuple(redacted(each) if isinstance(each, str) else each for each in record.args)
        if record.exc_info:
            record.exc_text = redacted(logging.Formatter().formatException(record.exc_info))
        return True


class _ToStderr(logging.StreamHandler[TextIO]):
    """Writes to the standard error of the moment; one for the whole process."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def is_json(log_format: LogFormat) -> bool:
    """Whether the log is JSON: by default, if it is written to no terminal."""
    return log_format == "json" or (log_format == "auto" and not sys.stderr.isatty())


def configure(log_format: LogFormat = "auto") -> None:
    """Set how this process logs; may be done again."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    rendering: list[Any]
    if is_json(log_format):
        rendering = [
            structlog.processors.format_exc_info,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            # What JSON itself leaves as it is may still be a command to a terminal, or turn a line around.
            lambda _logger, _method, rendered: escaped_json(rendered),
        ]
    else:
        rendering = [
            _each_on_its_line,
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_traceback),
        ]
    structlog.configure(
        processors=[*shared, *rendering, _redact],
        # The standard error of the moment, not of the configuration.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # Libraries log the same way.
    root = logging.getLogger()
    handler = next((each for each in root.handlers if isinstance(each, _ToStderr)), None) or _ToStderr()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering, _redact],
        )
    )
    handler.setLevel(logging.WARNING)
    root.addHandler(handler)
    for name in ("uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, _Redacting) for each in logger.filters):
            logger.addFilter(_Redacting())
