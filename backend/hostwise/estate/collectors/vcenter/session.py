"""A session with a vCenter: read-only calls, which log in again once when the session has expired."""

from __future__ import annotations

import datetime as dt
import http.client
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar
from xml.parsers.expat import ExpatError

from pyVim.connect import SmartStubAdapter
from pyVmomi import vim, vmodl

from hostwise.estate.collectors.collecting_problems import CannotCollect, Silent, WrongInput
from hostwise.estate.collectors.reaching import Address, Product, reach, reason_of

AnswerT = TypeVar("AnswerT")

_PORT = 443
_BROKEN = (OSError, http.client.HTTPException, ExpatError)
"""Exceptions of the SDK for a missing or incomplete answer."""

_ANSWERED_WITHIN_S = 300
_PAGE = 200
"""Objects in one answer: a VM with its disks has about 20 kB."""

PRODUCT = Product("a vCenter", _PORT, "vc.example.com", "a vCenter offers it at https://HOST/certs/download.zip")


@dataclass
class Found:
    """An object of the inventory with the requested properties.

    Attributes:
        reference: the object itself, for further questions.
        values: its properties; those that it does not have are absent.
        denied: privileges that are lacking for other properties.
    """

    reference: Any
    values: dict[str, Any]
    denied: list[str]

    @property
    def key(self) -> str:
        """Its id within the vCenter."""
        return str(self.reference._moId)


class VCenter:
    """A session, for use in a `with` statement, which ends it."""

    def __init__(self, address: Address, user: str, password: str, context: ssl.SSLContext) -> None:
        """Log in.

        Args:
            address: where it is.
            user: who logs in.
            password: kept in memory only, to log in again when the session has expired.
            context: which certificates are trusted; see `reaching.trust`.

        Raises:
            WrongInput: user or password are refused, or the address leads to something else.
            Silent: it cannot be reached.
            CannotCollect: its certificate is not trusted.
        """
        self.address, self.user = address, user
        self._password = password
        self._logged_in = False
        reach(address, context, PRODUCT)
        try:
            self._stub: Any = SmartStubAdapter(
                host=address.host, port=address.port, sslContext=context, httpConnectionTimeout=_ANSWERED_WITHIN_S
            )
        except (OSError, http.client.HTTPException) as error:
            raise self._problem(error) from None
        except Exception:
            # The SDK has no type of its own for an answer that is not of its kind.
            raise self._no_vcenter() from None
        self._instance: Any = vim.ServiceInstance("ServiceInstance", self._stub)
        try:
            self._log_in()
        except (vmodl.MethodFault, *_BROKEN) as error:
            raise self._problem(error) from None
        finally:
            if not self._logged_in:
                self._stub.DropConnections()

    def _log_in(self) -> None:
        self.content: Any = self._instance.RetrieveContent()
        about = self.content.about
        if about.apiType != "VirtualCenter":
            # Before the password is sent.
            raise WrongInput(
                f"{self.address} is {about.fullName or 'something else'}, no vCenter. Give the address of the vCenter "
                "that manages it; a single host is described with a few fields in a plan."
            )
        self.content.sessionManager.Login(self.user, self._password, None)
        self._logged_in = True

    def __repr__(self) -> str:
        """Without the password."""
        return f"VCenter({str(self.address)!r}, user={self.user!r})"

    def __enter__(self) -> Self:
        """The session itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.close()

    def close(self) -> None:
        """Log out, as far as the vCenter still answers."""
        with suppress(vmodl.MethodFault, *_BROKEN):
            self.content.sessionManager.Logout()
        self._stub.DropConnections()

    @property
    def version(self) -> str:
        """Version and build."""
        about = self.content.about
        return f"{about.version} build {about.build}"

    @property
    def identity(self) -> str:
        """What tells this vCenter from others."""
        return str(self.content.about.instanceUuid or self.address)

    def now(self) -> dt.datetime:
        """The time on the vCenter's clock."""
        time: dt.datetime = self.ask(self._instance.CurrentTime)
        return time

    def ask(self, question: Callable[[], AnswerT]) -> AnswerT:
        """The answer to a question, which is asked again after a new login if the session has expired.

        A question must be complete in itself: the objects of a session end with it.

        Raises:
            CannotCollect: the vCenter refuses or fails.
            Silent: it does not answer.
        """
        try:
            try:
                return question()
            except vim.fault.NotAuthenticated:
                self.content.sessionManager.Login(self.user, self._password, None)
                return question()
        except (vmodl.MethodFault, *_BROKEN) as error:
            raise self._problem(error) from None

    def objects(self, kind: Any, properties: Sequence[str]) -> list[Found]:
        """All objects of a kind below the root, page by page, with some of their properties."""
        return self.ask(lambda: self._objects(kind, properties))

    def _objects(self, kind: Any, properties: Sequence[str]) -> list[Found]:
        collector = vmodl.query.PropertyCollector
        view = self.content.viewManager.CreateContainerView(self.content.rootFolder, [kind], True)
        try:
            into = collector.TraversalSpec(name="view", path="view", skip=False, type=vim.view.ContainerView)
            wanted = collector.FilterSpec(
                objectSet=[collector.ObjectSpec(obj=view, skip=True, selectSet=[into])],
                propSet=[collector.PropertySpec(type=kind, pathSet=list(properties), all=False)],
            )
            options = collector.RetrieveOptions(maxObjects=_PAGE)
            page: Any = self.content.propertyCollector.RetrievePropertiesEx([wanted], options)
            found: list[Found] = []
            while page is not None:
                found += (_found(each) for each in page.objects)
                token = page.token
                page = self.content.propertyCollector.ContinueRetrievePropertiesEx(token) if token else None
            return found
        finally:
            view.Destroy()

    def _no_vcenter(self) -> WrongInput:
        return WrongInput(f"{self.address} answers, but not as a vCenter. Check the address and the port.")

    def _problem(self, error: Exception) -> CannotCollect:
        """The problem in words; never the data sent, which may include the password."""
        if isinstance(error, vim.fault.InvalidLogin):
            return WrongInput(f"{self.address} refuses the user {self.user!r} or the password.")
        if isinstance(error, vim.fault.NotAuthenticated):
            return CannotCollect(f"{self.address} ended the session, and again after a new login. Try again later.")
        if isinstance(error, vim.fault.NoPermission):
            privilege = error.privilegeId or "System.Read"
            return CannotCollect(
                f"The user {self.user!r} lacks the privilege {privilege} on {self.address}. The role Read-only, given "
                "at the top of the inventory with 'propagate to children', is enough."
            )
        if isinstance(error, vmodl.MethodFault):
            said = " ".join(str(getattr(error, "msg", None) or "").split())[:200]
            return CannotCollect(f"{self.address} answers with {type(error).__name__}{f': {said}' if said else ''}.")
        return Silent(f"{self.address} does not answer: {reason_of(error)}.")


def _found(each: Any) -> Found:
    denied = [
        missing.fault.privilegeId or "System.Read"
        for missing in each.missingSet or ()
        if isinstance(missing.fault, vim.fault.NoPermission)
    ]
    return Found(each.obj, {one.name: one.val for one in each.propSet or ()}, denied)
