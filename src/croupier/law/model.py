"""A document as people read it: the one source of the page `/rules`, of the JSON and of the HTML file."""

import msgspec

from croupier.settlement.round import Round, Settlement


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """A table of what the rule data hold under a clause: pay tables, amounts, limits, steps."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    """A label, then a value for each column."""
    columns: tuple[str, ...] = ()
    """Headings of the values; empty where there is one value without a heading."""
    note: str = ""


class ReadingTaken(msgspec.Struct, frozen=True, kw_only=True):
    """A place where the text alone does not decide, and how it is read."""

    name: str
    problem: str
    taken: str
    alternative: str
    money: bool
    """It changes money or eligibility."""
    policy: str
    """The policy by which an operator may choose the other reading; empty if there is none."""
    values: tuple[str, ...]
    """The values of that policy, the standard one first."""


class ClauseEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One clause with everything that Croupier knows about it."""

    id: str
    section: str
    """Where it stands, as the document counts."""
    depth: int
    """How many clauses it stands under."""
    summary: str
    kind: str
    note: str
    statuses: tuple[str, ...]
    """Its statuses, each shown by a test of its kind; `croupier.rulebook.coverage`."""
    untested: tuple[str, ...]
    """Statuses claimed without such a test: they count for nothing."""
    part: str
    """The part of the clause that the statuses leave; empty where they speak for all of it."""
    reason: str
    """Why it, or the part that is left, is physical."""
    readings: tuple[ReadingTaken, ...]
    wagers: tuple[str, ...]
    """Labels of the wagers that the data under it speak of."""
    figures: tuple[Figures, ...]
    code: tuple[str, ...]
    tests: dict[str, tuple[str, ...]]
    """By status, the tests that show it."""
    example: str
    """The title of its worked example; empty where no round rests on it."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A section of a document with its clauses in order."""

    name: str
    """As the document counts: "§6"."""
    title: str
    """Its subject, in our words."""
    clauses: tuple[ClauseEntry, ...]


class DocumentHead(msgspec.Struct, frozen=True, kw_only=True):
    """A document in one line; one that cannot be used has a problem instead of clauses."""

    rules: str
    title: str = ""
    game: str = ""
    """The title of the game."""
    place: str = ""
    """Whose rules they are."""
    register: str = ""
    edition: str = ""
    effective: str = ""
    checked: str = ""
    digest: str = ""
    clauses: int = 0
    statuses: dict[str, int] = {}
    """How many clauses have each status; a clause may have several."""
    readings: int = 0
    examples: int = 0
    """How many clauses have a worked example."""
    problem: str = ""


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A whole document."""

    head: DocumentHead
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[ClauseEntry, ...]:
        """All clauses in order."""
        return tuple(clause for section in self.sections for clause in section.clauses)


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that a search found."""

    rules: str
    id: str
    section: str
    summary: str
    statuses: tuple[str, ...]


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Matching clauses of two documents; a side is empty where the other document has none."""

    left: str
    right: str
    near: str = ""
    """Where a side is empty: the clause of that document that comes closest and stands in another pair."""
    figures: tuple[tuple[str, str, str], ...] = ()
    """Data of these clauses that differ: label, left, right."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two documents side by side, in the order of the left one."""

    left: DocumentHead
    right: DocumentHead
    pairs: tuple[Pair, ...]


class RefusedRound(msgspec.Struct, frozen=True, kw_only=True):
    """Why a round was not settled."""

    code: str
    message: str
    clauses: tuple[str, ...]


class WorkedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was stated, and its settlement or the reason why there is none."""

    title: str
    says: str
    line: str
    """The round as a line of `croupier settle`."""
    round: Round
    settlement: Settlement | None
    refused: RefusedRound | None
