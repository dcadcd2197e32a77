"""What is written to the log: plain lines, and never a secret."""

from __future__ import annotations

import logging
import re
import sys
from typing import Any

import structlog

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


def configure() -> None:
    """Set how this process logs; may be done again."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Plain tracebacks: the handsome ones show the values of variables, plans and tokens among them.
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
            _redact,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    for name in ("uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, _Redacting) for each in logger.filters):
            logger.addFilter(_Redacting())
