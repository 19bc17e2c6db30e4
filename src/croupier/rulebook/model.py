"""The law as data: the parts of a rule set. Every datum cites the clauses it rests on.

The structs are exactly the tables and keys of `data/<jurisdiction>/<game>.toml`; the loader refuses
everything else. Nothing here knows how to settle or price a wager.
"""

from datetime import date
from typing import Annotated, Literal

import msgspec

from croupier.money import Award, parse_award, parse_percent
from croupier.rulebook.problems import Problem, RulebookError

Citations = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
"""The clause ids that a datum rests on: at least one."""

Role = Literal["player", "dealer", "floorperson", "supervisor", "administrator"]
"""Roles from least to greatest: "or above" means this role or a later one."""

Edition = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
"""An edition of a document: letters, digits, points, hyphens."""

Text = Annotated[str, msgspec.Meta(min_length=1)]
"""Words that may not be left empty."""

Value = int | bool | str | tuple[int | str, ...]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A datum with its clauses, and its reading where the text alone does not decide."""

    clauses: Citations
    reading: str | None = None


class Fact(Entry, frozen=True, kw_only=True):
    """A number, a choice or a procedure of the document, by a name that all documents share."""

    value: Value


class Wager(Entry, frozen=True, kw_only=True):
    """A wager: the wagers that it needs beside it, and its stakes where they are fixed."""

    needs: tuple[str, ...] = ()
    """Wagers that must all be placed with it."""
    needs_one_of: tuple[str, ...] = ()
    """Wagers: at least one of them must be placed with it."""
    equals: str | None = None
    """The wager whose amount it must have."""
    stakes: tuple[int, ...] = ()
    """The only stakes accepted, in cents."""
    placed: Literal["before_deal", "by_decision", "automatic"] = "before_deal"
    offered: Literal["always", "by_choice"] = "always"
    """`by_choice`: only where the operator's choices name it."""
    posted: Citations | None = None
    """The clauses that require a posted minimum and maximum."""


class PayTable(Entry, frozen=True, kw_only=True):
    """One printed table. A row that pays nothing in it is left out and named in `unpaid`."""

    pays: dict[str, str] = {}
    unpaid: tuple[str, ...] = ()
    operator_sets: bool = False
    """The operator sets every row (MA and NJ straight flush table G)."""
    acknowledge: bool = False
    """Printed this way, but so unlikely that the operator must confirm it."""

    @property
    def awards(self) -> dict[str, Award]:
        """The rows that pay, with their awards."""
        return {row: parse_award(text) for row, text in self.pays.items()}


class Envy(Entry, frozen=True, kw_only=True):
    """An envy schedule: the amounts that another player's hand earns, for a stake (or for any)."""

    pays: dict[str, str]
    stake: int | None = None
    per_dollar: bool = False
    """The amounts are printed for a $1 wager and scale with the stake of the table."""


class Meter(Entry, frozen=True, kw_only=True):
    """A progressive meter as the rules fix it."""

    seed: int
    """Initial amount in cents (0 for a secondary meter)."""
    seed_is: Literal["fixed", "least", "per_dollar"]
    """Fixed by the rules, the least that may be filed, or printed for a $1 wager and scaled with it."""
    rate: str | None = None
    """Contribution from each wager where the rules fix it; empty where the operator files it."""
    after_whole_award: Literal["takes_secondary", "to_zero", "to_reset"] = "to_reset"

    @property
    def rate_hundredths(self) -> int | None:
        """The fixed contribution in hundredths of a percent."""
        return None if self.rate is None else parse_percent(self.rate)


class ProgressiveTable(PayTable, frozen=True, kw_only=True):
    """A progressive pay table with its meters and envy schedules."""

    hand: Literal["straight_flush", "four_card", "five_card"]
    """The cards that count: the longest straight flush, the best four cards, or the five cards as dealt."""
    meters: dict[str, Meter]
    envy: tuple[Envy, ...] = ()
    stakes: tuple[int, ...] = ()
    """Stakes in cents that this table accepts; empty: the operator sets one stake for the table."""
    stake_clauses: tuple[str, ...] = ()
    """Where a reading fixes the stake: what this table prints for it, cited with every result."""
    stake_step: int = 0
    """The stake that the operator sets is a multiple of this, in cents; 0 where the stakes are fixed."""


class ProgressiveFiling(Entry, frozen=True, kw_only=True):
    """A progressive for which the document prints no pay table: the operator's choices."""

    hands: tuple[Literal["best", "flop"], ...]
    """The cards that may count: the best hand, or the hole cards with the flop."""
    rows: tuple[str, ...]
    """The rows that a level may be filed for, highest first."""


class PayTables(Entry, frozen=True, kw_only=True):
    """The tables of one wager: the rows in order, highest first, and whether the operator may pay more."""

    rows: tuple[str, ...]
    tables: dict[str, PayTable]
    floor: bool = False
    """ "No less than": the operator may file higher odds."""


class Option(Entry, frozen=True, kw_only=True):
    """Something the operator chooses: the values allowed, each with its clauses, or the bounds."""

    key: str
    """Where a submission says it, such as `equipment.deal`."""
    values: dict[str, Citations] = {}
    least: int | None = None
    most: int | None = None
    free: bool = False
    """Any text or amount."""
    approval: tuple[str, ...] = ()
    """Values that need the regulator's approval before they are used."""
    default: str | None = None
    """The value that a table takes where a submission says nothing."""
    source: Text
    """Who decides: licensee, posting, internal controls, Rules Submission, Commission …"""


class Outcome(Entry, frozen=True, kw_only=True):
    """The outcome of a wager against the dealer in one situation."""

    outcome: Literal["win", "lose", "push"]


class Limit(Entry, frozen=True, kw_only=True):
    """The most paid on some wagers per hand; the key in the file is its name."""

    amount: int | None = None
    """In cents; None where the operator may set one, per hand or per round (`options.aggregate_limit`)."""
    or_most_at_minimums: bool = False
    """Or, where that is more, the most that these wagers can win at their minimums."""
    capped: tuple[str, ...]
    """Wagers whose winnings it caps, in the order of payment."""
    counted: tuple[str, ...] = ()
    """Wagers whose winnings count toward it and are never capped."""
    dropped_under: tuple[str, ...] = ()
    """Policy values, written `policy=value`, under which it does not apply."""
    amount_clauses: tuple[str, ...] = ()
    """The clauses of the amount, where they are not those of the limit."""
    minimums_clauses: tuple[str, ...] = ()
    """The clauses of the most at the minimums, where they are not those of the limit."""


class Policy(Entry, frozen=True, kw_only=True):
    """A reading that a submission may switch."""

    values: tuple[str, ...]
    """Default first."""
    sign: dict[str, str] = {}
    """By value, the text for the sign of a table; empty where players need not know."""


class Reading(Entry, frozen=True, kw_only=True):
    """How a silent, contradictory or wrong place of the document is read."""

    problem: str
    taken: str
    alternative: str = ""
    money: bool = False
    """It changes money or eligibility."""


class Instruction(Entry, frozen=True, kw_only=True):
    """An act of people beside the steps, shown to the dealer when it matters."""

    prompt: Text
    """The instruction to the person, in our words."""


class Step(Instruction, frozen=True, kw_only=True):
    """A step at the table: who performs it, the announcement, how the cards are dealt.

    The key in the file is the step's name, or `name.variant` where the document tells variants apart
    (`deal.hand`, `shuffle.manual`). A step that a document does not know is left out of its file, and the
    table then leaves it out of the round.
    """

    by: Role = "dealer"
    """The least role that may do it."""
    says: str = ""
    """The announcement, in our words where the document gives none; `{hand}` is the hand that was turned."""
    pattern: Literal["", "consecutive", "one_at_a_time", "stacks"] = ""
    """Of a deal: each hand's cards in a row, one card to each in turn, or a stack for each."""
    cover_card: bool = False
    """Of a deal: the dealer's cards lie under a cover card."""
    optional: bool = False
    """For the cut: optional here, and recorded if made."""
    resumes: str = ""
    """For the idle spread: the opening step to perform first when a player arrives."""
    awards: Literal["", "all", "meter"] = ""
    """Of the validation: every progressive award waits for it, or those paid from a meter."""

    @property
    def announcement(self) -> str:
        """The announcement for readers of the procedure, who have no hand before them."""
        return self.says.replace("{hand}", "… (the name of the hand)")


IrregularityKind = Literal[
    "card_face_up",
    "cards_face_up",
    "cards_face_up_after_deal",
    "card_drawn_in_error",
    "wrong_cards_player",
    "wrong_cards_dealer",
    "dealer_cards_cured",
    "dealer_card_exposed",
    "stub_misdealt",
    "stub_wrong",
    "device_count_wrong",
    "shuffler_fault",
    "shoe_fault",
    "device_replaced",
    "improper_cut",
    "talk",
    "left_seat",
    "chips_mismatch",
    "late_wager",
    "cash_wager",
    "deck_too_old",
]
"""The irregularities of a table, by names that all documents share."""


Moment = Literal[
    "bets",
    "closed",
    "deal",
    "first_card",
    "hands",
    "turned_up",
    "dealt",
    "stub",
    "decided",
    "revealed",
    "settling",
    "settled",
]
"""Moments of a round: betting opens; no more bets; dealing starts; a card has left the deck; every hand has
its first cards; a card after those, or the dealer's hand, lies face up; no card is left to deal; the stub is
away; every player has decided; the dealer's hand is revealed; a seat is settled; all are."""


class Irregularity(Entry, frozen=True, kw_only=True):
    """An irregularity and its consequence. The key in the file is the clause id that names it."""

    kinds: tuple[IrregularityKind, ...] = ()
    """The irregularity to which this clause applies."""
    deal: tuple[str, ...] = ()
    """The dealing methods with which it can happen; empty: any."""
    devices: tuple[str, ...] = ()
    """For a replaced device: the first action taken with it."""
    since: Moment | None = None
    """The moment of the round from which the clause can apply; none where a count or a shuffle decides."""
    before: Moment | None = None
    """The moment of the round from which it can apply no longer."""
    void: Literal["none", "hand", "all"]
    """Whose hands are void: nobody's, that player's, everybody's."""
    settled: tuple[str, ...] = ()
    """Wagers that are still settled."""
    settled_under: dict[str, tuple[str, ...]] = {}
    """Wagers that are still settled under a policy value, written `policy=value`."""
    forfeits: bool = False
    """Every wager of that player loses instead, on each of the player's boxes."""
    kept_under: tuple[str, ...] = ()
    """Filed values, written `option=value`, under which the wagers are not forfeited but stay in play."""
    deck: Literal["stays", "reshuffle", "remove"] = "stays"
    role: Role = "dealer"
    """The least role that may declare it."""


class Inscription(Entry, frozen=True, kw_only=True):
    """Words that the layout or a sign must carry."""

    text: str = ""
    """Empty where the words are said from the law itself, in the words of the game."""
    where: Literal["layout", "layout_or_sign", "layout_generic_or_sign"]
    offered: str | None = None
    """Only where this wager is offered."""


class LayoutDemand(Entry, frozen=True, kw_only=True):
    """A demand on the layout: areas at every seat or of the dealer, or words."""

    areas: tuple[str, ...] = ()
    """At every seat; each only where that wager is offered."""
    dealer: tuple[str, ...] = ()
    """Areas of the dealer."""
    words: tuple[str, ...] = ()
    """Inscriptions by name; `odds:<wager>` is the pay table of a wager offered, `odds:*` of every wager."""
    place: Literal["", "in front of ante", "behind ante"] = ""
    """Where the areas are, as seen by the player."""


class LayoutFiling(Entry, frozen=True, kw_only=True):
    """The filing of the layout before use."""

    what: str
    regulator: str
    items: tuple[str, ...]


class LayoutLaw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The document's requirements for the layout."""

    demands: tuple[LayoutDemand, ...] = ()
    filing: LayoutFiling | None = None


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which document this is, in which edition, and when the file was last checked against it."""

    name: str
    """`<jurisdiction>/<game>`, the path of its file."""
    title: Text
    game: str
    """The folder of the game, with hyphens."""
    jurisdiction: str
    """The folder of the rule file."""
    register: str
    """The prefix of the document's clause ids."""
    edition: Edition
    """The edition of the document as it names itself; `undated` where it has neither date nor version."""
    checked: date
    """When the file was last compared with the document."""
    effective: date | None = None
    """The effective date, where the document states one."""

    @property
    def document(self) -> str:
        """The name with the edition, which records keep: it always finds the same document."""
        return f"{self.name}@{self.edition}"


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One complete document."""

    rules: Identity
    facts: dict[str, dict[str, Fact]]
    """Deciding facts: each is read by code."""
    prose: dict[str, dict[str, Fact]] = {}
    """The rest of the document, for people to read."""
    wagers: dict[str, Wager]
    paytables: dict[str, PayTables]
    progressive: dict[str, ProgressiveTable] = {}
    progressive_filing: ProgressiveFiling | None = None
    """Where a progressive is offered and no table of it is printed."""
    settlement: dict[str, dict[str, Outcome]]
    """By wager against the dealer and situation, its outcome."""
    clauses_on: dict[str, dict[str, Citations]] = {}
    """By any other wager and situation, the clauses that its settlement cites."""
    limits: dict[str, Limit] = {}
    options: dict[str, Option]
    policies: dict[str, Policy] = {}
    readings: dict[str, Reading]
    readings_on: dict[str, tuple[str, ...]] = {}
    """The readings that a settlement names, by `wager` or `wager.situation`."""
    irregularities: dict[str, Irregularity]
    steps: dict[str, Step] = {}
    """Steps at the table, by name or `name.variant`."""
    instructions: dict[str, Instruction] = {}
    """Acts of people beside the steps, by name."""
    inscriptions: dict[str, Inscription] = {}
    layout: LayoutLaw = LayoutLaw()
    digest: str = ""
    """SHA-256 of everything above, added by the loader."""

    def fact(self, name: str) -> Fact:
        """The fact of that dotted name (`cards.player`); `RulebookError` if it is not stated."""
        section, _, key = name.partition(".")
        found = self.facts.get(section, {}).get(key)
        if found is None:
            raise self.error(f"facts.{name}", "missing; the game needs it")
        return found

    def stated(self, name: str) -> Fact | None:
        """The fact or prose of that dotted name; None where the document is silent."""
        section, _, key = name.partition(".")
        return self.facts.get(section, {}).get(key) or self.prose.get(section, {}).get(key)

    def most_antes(self, wager: str) -> int:
        """The largest decided wager, in antes."""
        stated = self.facts.get("decision", {})
        numbers = [fact.value for name, fact in stated.items() if name.startswith(f"{wager}_")]
        found = [int(each) for value in numbers for each in (value if isinstance(value, tuple) else (value,))]
        if not found:
            raise self.error(f"facts.decision.{wager}_most", "missing; the game needs it")
        return max(found)

    def error(self, key: str, problem: str) -> RulebookError:
        """An error about a key of this document."""
        return RulebookError(Problem(f"{self.rules.name}.toml", key, problem))

    def step(self, name: str, *variants: str) -> Step | None:
        """The step of that name, in its first variant; None if unknown."""
        for variant in variants:
            if f"{name}.{variant}" in self.steps:
                return self.steps[f"{name}.{variant}"]
        return self.steps.get(name)

    def number(self, name: str) -> int:
        """The value of a fact that is a whole number."""
        value = self.fact(name).value
        if not isinstance(value, int):
            raise self.error(f"facts.{name}", f"{value!r} is not a whole number")
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        """The value of a fact that is a list of whole numbers."""
        value = self.fact(name).value
        if not isinstance(value, tuple):
            raise self.error(f"facts.{name}", f"{value!r} is not a list of whole numbers")
        return tuple(int(each) for each in value)
