"""The address of a system, whether it can be reached there, and whether its certificate is trusted."""

from __future__ import annotations

import re
import socket
import ssl
from pathlib import Path
from typing import NamedTuple

from hostwise.estate.collectors.collecting_problems import CannotCollect, Silent, WrongInput

_REACHED_WITHIN_S = 20

_ADDRESS = re.compile(
    r"(?:https://)?(?P<host>\[[0-9a-f:.%]+\]|[^\s/:@?#]+)(?::(?P<port>\d{1,5}))?(?:/.*)?", re.IGNORECASE
)


class Product(NamedTuple):
    """A kind of system that is read.

    Attributes:
        name: with its article, such as `a vCenter`.
        port: the port that it usually answers on.
        example: a name of such a system, for messages.
        certificate: where the certificate of its authority is found.
    """

    name: str
    port: int
    example: str
    certificate: str


class Address(NamedTuple):
    """Where a system is."""

    host: str
    port: int
    usual_port: int

    def __str__(self) -> str:
        """As people write it."""
        return self.host if self.port == self.usual_port else f"{self.host}:{self.port}"


def address_of(text: str, product: Product) -> Address:
    """The address in `vc.example.com`, `vc.example.com:8443` or `https://vc.example.com/ui`; raises `WrongInput`.

    >>> vcenter = Product("a vCenter", 443, "vc.example.com", "")
    >>> address_of("https://vc.example.com/ui", vcenter)
    Address(host='vc.example.com', port=443, usual_port=443)
    >>> str(address_of("[::1]:8443", vcenter))
    '::1:8443'
    """
    found = _ADDRESS.fullmatch(text.strip())
    if found is None or not 0 < (port := int(found["port"] or product.port)) < 65_536:
        raise WrongInput(
            f"{text!r} is no address of {product.name}; write {product.example} or {product.example}:8443."
        )
    return Address(found["host"].strip("[]"), port, product.port)


def trust(*, ca: Path | None = None, insecure: bool = False) -> ssl.SSLContext:
    """Which certificates are trusted: those of the system, those in a file, or any.

    Raises:
        WrongInput: the file cannot be read, or holds no certificate.
    """
    if insecure:
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context
    if ca is None:
        return ssl.create_default_context()
    try:
        context = ssl.create_default_context(cafile=str(ca))
    except ssl.SSLError as error:
        raise WrongInput(f"{ca} holds no certificate in PEM form.") from error
    except OSError as error:
        raise WrongInput(f"Cannot read {ca}: {error.strerror}.") from error
    # The file may hold the system's own certificate instead of its authority's. Older authorities leave out extensions
    # that Python 3.13 and later ask for.
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def reach(address: Address, context: ssl.SSLContext, product: Product) -> None:
    """Check that the address answers and is trusted: client libraries do not report these cases reliably."""
    try:
        with (
            socket.create_connection((address.host, address.port), timeout=_REACHED_WITHIN_S) as plain,
            context.wrap_socket(plain, server_hostname=address.host),
        ):
            pass
    except ssl.SSLCertVerificationError as error:
        raise CannotCollect(
            f"The certificate of {address} is not trusted: {error.verify_message.rstrip('.')}. Give the certificate of "
            f"its authority with --ca FILE ({product.certificate}), or trust any with --insecure, where nobody can "
            "stand between."
        ) from None
    except ssl.SSLError as error:
        raise WrongInput(
            f"{address} does not speak TLS as {product.name} does: {error.reason or 'no handshake'}."
        ) from None
    except socket.gaierror:
        raise WrongInput(f"The name {address.host!r} is unknown: it has no address.") from None
    except UnicodeError:
        raise WrongInput(f"{address.host!r} is no name of a host.") from None
    except OSError as error:
        raise Silent(f"{address} cannot be reached: {reason_of(error)}.") from None


def reason_of(error: Exception) -> str:
    """Why a connection failed, in words."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return type(error).__name__
