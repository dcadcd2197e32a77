"""A session with a cluster of Proxmox VE: questions with a token, and nothing but questions."""

from __future__ import annotations

import re
import ssl
import warnings
from types import TracebackType
from typing import Any, NamedTuple, Self

import requests
from proxmoxer.backends.https import JsonSerializer, ProxmoxHTTPApiTokenAuth, ProxmoxHttpSession
from proxmoxer.core import ProxmoxResource, ResourceException
from requests.adapters import HTTPAdapter
from urllib3.exceptions import InsecureRequestWarning

from hostwise.estate.collectors.collecting_problems import CannotCollect, Silent, WrongInput
from hostwise.estate.collectors.reaching import Address, Product, reach, reason_of

_PORT = 8006

PRODUCT = Product(
    "a node of Proxmox VE", _PORT, "pve1.example.com", "that of a cluster is /etc/pve/pve-root-ca.pem on its nodes"
)

_ANSWERED_WITHIN_S = 60
_UNAUTHORISED, _FORBIDDEN = 401, 403
_AWAY = range(595, 600)
"""Answers of a node that cannot reach the node which would know."""

_TOKEN_ID = re.compile(r"(?P<user>[^\s!@:/=]+(?:@[^\s!@:/=]+)?@[^\s!@:/=]+)!(?P<name>[A-Za-z][\w.-]+)")
_PRIVILEGE = re.compile(r",\s*([A-Za-z]+\.[A-Za-z.|]+)\s*\)")


class TokenId(NamedTuple):
    """Which token it is, without its secret.

    Attributes:
        user: user and realm.
        name: its name.
    """

    user: str
    name: str

    def __str__(self) -> str:
        """As Proxmox VE writes it."""
        return f"{self.user}!{self.name}"


class Denied(CannotCollect):
    """The token may not see something.

    Attributes:
        privilege: what it lacks, such as `VM.Audit`.
    """

    def __init__(self, message: str, privilege: str) -> None:
        """Take the message and the privilege."""
        super().__init__(message)
        self.privilege = privilege


class Unanswered(CannotCollect):
    """The cluster answers, and does not know: a VM is gone by now, or its node fails."""


class NodeAway(Unanswered):
    """The node that would know cannot be reached by the others."""


def token_id_of(text: str) -> TokenId:
    """The id of a token, such as `reader@pve!hostwise`; raises `WrongInput`.

    >>> token_id_of("reader@pve!hostwise")
    TokenId(user='reader@pve', name='hostwise')
    """
    found = _TOKEN_ID.fullmatch(text.strip())
    if found is None:
        # Not repeated: the secret may be in it.
        raise WrongInput(
            "The id of a token looks like reader@pve!hostwise: user, realm and name. Its secret is asked for, and has "
            "no place on the command line."
        )
    return TokenId(found["user"], found["name"])


def secret_of(text: str) -> str:
    """The secret of a token, alone or as `user@realm!name=secret`; raises `WrongInput` if it cannot be one."""
    secret = text.strip().rpartition("=")[2]
    if not secret or not secret.isascii() or not secret.isprintable() or " " in secret:
        raise WrongInput("The secret of a token is letters, digits and hyphens, as Proxmox VE showed it once.")
    return secret


class _OnlyReading(ProxmoxHttpSession):  # type: ignore[misc]
    """A session that asks, and refuses anything that could change something."""

    def request(self, method: str, url: str, *args: Any, **options: Any) -> Any:
        if method.upper() != "GET":
            raise CannotCollect(f"Hostwise only reads: {method} is not sent.")
        with warnings.catch_warnings():
            # Who trusts any certificate has said so, and need not read it with each question.
            warnings.simplefilter("ignore", InsecureRequestWarning)
            # A token is for this address only: nobody is followed elsewhere.
            return super().request(method, url, *args, **options | {"allow_redirects": False})


class _WithTrust(HTTPAdapter):
    """Connections that trust what `reaching.trust` says, instead of the list that comes with the library."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        super().__init__()

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options, ssl_context=self._context)

    def build_connection_pool_key_attributes(self, request: Any, verify: Any, cert: Any = None) -> Any:
        host, _ = super().build_connection_pool_key_attributes(request, verify, cert)
        return host, {"ssl_context": self._context}

    def cert_verify(self, conn: Any, url: Any, verify: Any, cert: Any) -> None:
        """Nothing to add: the context has it all."""


class Proxmox:
    """A session, for use in a `with` statement, which ends it."""

    def __init__(self, address: Address, token: TokenId, secret: str, context: ssl.SSLContext) -> None:
        """Connect, and ask for the version.

        Args:
            address: a node of the cluster.
            token: which token.
            secret: its secret, kept in memory only.
            context: which certificates are trusted; see `reaching.trust`.

        Raises:
            WrongInput: the token is refused, or the address leads to something else.
            Silent: it cannot be reached.
            CannotCollect: its certificate is not trusted.
        """
        self.address, self.token = address, token
        reach(address, context, PRODUCT)
        self._session = _OnlyReading()
        self._session.auth = ProxmoxHTTPApiTokenAuth(
            token.user, token.name, secret, verify_ssl=True, timeout=_ANSWERED_WITHIN_S
        )
        self._session.mount("https://", _WithTrust(context))
        # Neither proxies nor passwords of the environment: the token goes to this address, and nowhere else.
        self._session.trust_env = False
        host = f"[{address.host}]" if ":" in address.host else address.host
        self._api = ProxmoxResource(
            base_url=f"https://{host}:{address.port}/api2/json", session=self._session, serializer=JsonSerializer()
        )
        try:
            about = self._get(("version",), {})
        except BaseException:
            self.close()
            raise
        if not isinstance(about, dict) or not isinstance(about.get("version"), str):
            self.close()
            raise self._no_proxmox()
        self.version: str = about["version"]

    def __repr__(self) -> str:
        """Without the secret."""
        return f"Proxmox({str(self.address)!r}, token={str(self.token)!r})"

    def __enter__(self) -> Self:
        """The session itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.close()

    def close(self) -> None:
        """Close the connections; a token needs no logout."""
        self._session.close()

    def listed(self, *path: str, **parameters: str) -> list[dict[str, Any]]:
        """The objects that a path lists.

        Raises:
            Denied: the token may not see them.
            Unanswered: the cluster does not know, or a node is away.
            CannotCollect: it refuses or fails.
            Silent: it does not answer.
        """
        found = self._get(path, parameters)
        if not isinstance(found, list):
            raise self._strange(path)
        return [each for each in found if isinstance(each, dict)]

    def document(self, *path: str, **parameters: str) -> dict[str, Any]:
        """The object of a path; raises as `listed`."""
        found = self._get(path, parameters)
        if not isinstance(found, dict) or "errors" in found:
            raise self._strange(path)
        return found

    def _get(self, path: tuple[str, ...], parameters: dict[str, str]) -> Any:
        question = self._api(list(path))
        try:
            try:
                return question.get(**parameters)
            except (requests.ConnectionError, requests.Timeout):
                # A connection that was kept open may have ended meanwhile.
                return question.get(**parameters)
        except ResourceException as error:
            raise self._refusal(error, path) from None
        except requests.RequestException as error:
            raise Silent(f"{self.address} does not answer: {_why(error)}.") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            # The library has no type of its own for an answer that is not of its kind.
            raise self._no_proxmox() if path == ("version",) else self._strange(path) from None

    def _refusal(self, error: ResourceException, path: tuple[str, ...]) -> CannotCollect:
        """An answer that is an error, in words; never the header that was sent, which holds the secret."""
        status, said = int(error.status_code), " ".join(str(error.content or "").split())[:200]
        if status == _UNAUTHORISED:
            return WrongInput(
                f"{self.address} refuses the token {str(self.token)!r} or its secret. Check both, and that the token "
                "has not expired."
            )
        if status == _FORBIDDEN:
            found = _PRIVILEGE.search(said)
            privilege = found[1].partition("|")[0] if found else "Sys.Audit"
            return Denied(
                f"The token {str(self.token)!r} lacks the privilege {privilege} on {self.address}. The role PVEAuditor "
                "at the top (/), given to the token and to its user, is enough.",
                privilege,
            )
        if path == ("version",):
            return self._no_proxmox()
        kind = NodeAway if status in _AWAY else Unanswered
        return kind(f"{self.address} answers with {status}{f': {said}' if said else ''}.")

    def _no_proxmox(self) -> WrongInput:
        return WrongInput(f"{self.address} answers, but not as a node of Proxmox VE. Check the address and the port.")

    def _strange(self, path: tuple[str, ...]) -> Unanswered:
        return Unanswered(f"{self.address} answers to /{'/'.join(path)} with something else.")


def _why(error: requests.RequestException) -> str:
    if isinstance(error, requests.Timeout):
        return "no answer in time"
    inner = error.__cause__ or error.__context__
    return reason_of(inner) if isinstance(inner, OSError) else "the connection broke"
