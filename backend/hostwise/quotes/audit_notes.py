"""What an audit notes down: differences with their sentences, and what it could not check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hostwise.number_format.writing import counted, exact, fixed, percent
from hostwise.plan.proposal import ProposalLine, ProposalSide
from hostwise.quotes.quote_audit_document import Difference, DifferenceKind, NotChecked

SENDER, CUSTOMER = "sender", "customer"

_SENTENCES: dict[DifferenceKind, tuple[str, str]] = {
    "line_total": (
        "{about}: the total is written as {stated}; quantity, price and discount make {computed}.",
        "Which is right for {about}: the total of {stated}, or {computed} by its quantity, price and discount?",
    ),
    "sum": (
        "{about} is written as {stated}; its lines add up to {computed}.",
        "Which lines does {about} of {stated} contain? Those that are listed add up to {computed}.",
    ),
    "year_total": (
        "{about}: the total is written as {stated}; its years add up to {computed}.",
        "Which is right for {about}: the total of {stated}, or {computed} by its years?",
    ),
    "one_sided_discount": (
        "{about}: {favours} gets a discount of {stated}, the dearest side {computed}.",
        "Can {about} have one discount on all sides? {favours} has {stated}, the dearest side {computed}.",
    ),
    "one_sided_price": (
        "{about}: {favours} pays {stated} for one, the dearest side {computed}.",
        "Can {about} have one price on all sides? One costs {stated} for {favours}, {computed} for the dearest side.",
    ),
    "one_sided_category": (
        "{about}: {side} counts {stated}, and another side counts {computed}.",
        "What is counted for {about}? {side} has {stated}, another side {computed}.",
    ),
    "licences_short": (
        "{about}: {stated} are offered; the hosts need {computed}.",
        "How are the hosts licensed with {stated} of {about}? By its rules they need {computed}.",
    ),
    "licences_counted_twice": (
        "{about}: {stated} are offered; the hosts need {computed}.",
        "What are {stated} of {about} for? By our count the hosts need {computed}.",
    ),
    "price_outside_range": (
        "{about}: one costs {stated}; the nearest usual price is {computed}.",
        "What does the price of {stated} for {about} include? We compare with {compared}.",
    ),
    "support_short": (
        "{about}: support ends after {stated}; it is needed for {computed}.",
        "What does {about} cost for all {computed}, not only {stated}?",
    ),
    "hosts_disagree": (
        "{about}: the text says {stated}, the lines have {computed}.",
        "How many hosts are offered: {stated}, as the text says, or {computed}, as the lines have?",
    ),
    "tb_as_tib": (
        "{about} is written as {stated}; that is the number of TB, and makes {computed}.",
        "Is {about} {stated}, or {computed}? The drives that are listed make the latter.",
    ),
    "raw_capacity": (
        "{about} is written as {stated}; the drives that are listed make {computed}.",
        "Which drives make {about} of {stated}? Those that are listed make {computed}.",
    ),
    "reserve_forgotten": (
        "{about} is written as {stated}, which leaves no space to rebuild and operate; with it {computed} remain.",
        "Is the space for rebuilds and operation taken off {about} of {stated}? With it we compute {computed}.",
    ),
    "usable_capacity": (
        "{about} is written as {stated}; the drives that are listed make {computed}.",
        "How is {about} of {stated} computed? By the rules of the storage we get {computed}.",
    ),
    "spare_forgotten": (
        "{about}: {stated} are offered, enough only while none fails; with the spare hosts of the plan {computed}.",
        "What happens to the VMs when a host fails? {stated} are offered, and with spare hosts we need {computed}.",
    ),
    "hosts_short": (
        "{about}: {stated} are offered; the plan needs {computed}.",
        "How do the VMs fit on {stated}? We compute {computed}.",
    ),
    "drive_life": (
        "{about}: the drives last {stated} under the writes of the plan, not {computed}.",
        "Are drives that wear out covered for all {computed}? {about}: under our writes they last {stated}.",
    ),
    "assumption": (
        "{about}: the proposal assumes {stated}, the plan {computed}.",
        "What does {stated} for {about} rest on? We plan with {computed}.",
    ),
}
"""The sentence of each kind of difference, and the question to the sender."""


_LOOKS_CHEAPER = frozenset(
    {
        "licences_short",
        "support_short",
        "tb_as_tib",
        "raw_capacity",
        "reserve_forgotten",
        "usable_capacity",
        "spare_forgotten",
        "hosts_short",
        "drive_life",
        "assumption",
    }
)
"""Kinds that make a side look cheaper or better than it is."""


@dataclass
class Notes:
    """Differences and gaps, as they are found.

    Attributes:
        currency: unit of money; what the proposal calls nothing has none.
        compared: whether the proposal has several sides, whose differences favour one of them.
    """

    currency: str | None
    compared: bool = False
    differences: list[Difference] = field(default_factory=list)
    not_checked: list[NotChecked] = field(default_factory=list)
    open_points: list[str] = field(default_factory=list)

    def differ(
        self,
        kind: DifferenceKind,
        side: ProposalSide,
        about: str,
        *,
        stated: float,
        computed: float,
        unit: str,
        rule: str,
        source: str,
        lines: Sequence[int] = (),
        money: float | None = None,
        hosts: float | None = None,
        favours: str | None = SENDER,
        compared: str = "",
    ) -> None:
        """Note a difference; its sentence and question are made from the record, and what it is `compared` with."""
        if money is not None and money < 0:
            money, favours = -money, CUSTOMER if favours == SENDER else favours
        if self.compared and favours == SENDER:
            favours = side.name if kind in _LOOKS_CHEAPER else None
        said = {
            "about": about,
            "side": side.name,
            "favours": favours or side.name,
            "stated": self.written(stated, unit),
            "computed": self.written(computed, unit),
            "compared": compared,
        }
        sentence, question = (text.format(**said) for text in _SENTENCES[kind])
        effects = [
            *([] if hosts is None else [counted(round(hosts, 1), "hosts")]),
            *([] if money is None else [self.money(money)]),
        ]
        if effects:
            sentence = f"{sentence} Effect: {', '.join(effects)}."
        self.differences.append(
            Difference(
                kind=kind,
                side=side.name,
                lines=[each for each in lines if each],
                about=about,
                stated=stated,
                computed=computed,
                unit=unit,
                money=money,
                currency=self.currency,
                hosts=hosts,
                favours=favours,
                rule=rule,
                source=source,
                sentence=sentence[0].upper() + sentence[1:],
                question=question[0].upper() + question[1:],
            )
        )

    def skip(self, side: ProposalSide, what: str, because: str) -> None:
        """Note what could not be checked, once."""
        note = NotChecked(side=side.name, what=what, because=because)
        if note not in self.not_checked:
            self.not_checked.append(note)

    def ask(self, question: str) -> None:
        """Note a question about what the proposal leaves open, once."""
        if question not in self.open_points:
            self.open_points.append(question)

    def money(self, value: float) -> str:
        """An effect in money with its currency, or that it has none."""
        amount = self.written(value, MONEY)
        return amount if self.currency else f"{amount} in the currency of the proposal"

    def written(self, value: float, unit: str) -> str:
        """A value with its unit."""
        if unit == MONEY:
            amount = fixed(value, 0 if abs(value) >= _NO_COINS or value == round(value) else 2)
            return f"{amount} {self.currency}" if self.currency else amount
        if unit == "share":
            return percent(value)
        if unit == "ratio":
            return f"{exact(value)} : 1"
        if unit in ("TB", "TiB"):
            return f"{fixed(value, 1)} {unit}"
        return counted(round(value, 1), unit) if unit else exact(value)


MONEY = "money"
_NO_COINS = 10_000


def same(one: float, other: float, share: float = 0.005) -> bool:
    """Whether two figures differ by rounding only."""
    return abs(one - other) <= max(share * abs(other), 1e-9)


def net_price(line: ProposalLine) -> float | None:
    """What one piece of a line costs after its discount; None if it does not say.

    The written price may be before or after the discount: what agrees with the total counts, or with the first year
    that costs anything.
    """
    total = next((each for each in line.years if each), None) if line.years else line.line_total
    piece = total / line.quantity if total is not None and line.quantity else None
    if line.unit_price is None:
        return piece
    discounted = line.unit_price * (1 - (line.discount_share or 0))
    return discounted if piece is None else min(discounted, line.unit_price, key=lambda each: abs(each - piece))


def named(line: ProposalLine) -> str:
    """A line in short."""
    return line.description or line.part_number or f"line {line.line}"
