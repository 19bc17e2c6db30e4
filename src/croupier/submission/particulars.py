"""Checks of equipment, layout and procedure as filed: each value by its option and its requirements."""

import math
from typing import NamedTuple

import msgspec

from croupier.rulebook.model import Fact, Option, RuleSet
from croupier.submission.findings import Findings, as_text, cited, one_of
from croupier.submission.form import VALUES, Submission
from croupier.submission.house import HouseRules

_CODES = {
    "equipment.deal": "deal_not_allowed",
    "equipment.shuffle": "shuffle_not_allowed",
    "equipment.preshuffled": "preshuffled_not_allowed",
}


_SHUFFLERS = (
    "counting_shuffler",
    "shuffler_into_shoe",
    "shuffler_deals_per_position",
    "reshuffle_and_count_device",
)
"""Devices that shuffle: beside a manual shuffle they do nothing."""


class _Stated(NamedTuple):
    """For a document that leaves no choice: the fact that it states, and the values that agree with it."""

    fact: str
    agreeing: tuple[str, ...]


_STATED = {
    "layout.odds": _Stated("layout.odds", ("layout",)),
    "layout.tip_box": _Stated("table.drop_and_tip_box", ("standard",)),
    "procedure.settlement_alternative": _Stated("settlement.order", ()),
    "procedure.progressive_order": _Stated("settlement.several_winners", ("far-right-first",)),
    "procedure.abandoned": _Stated("wagers.leaving", ("kept",)),
}


def judge_particulars(rules: RuleSet, submission: Submission, house: HouseRules, findings: Findings) -> None:
    """Check the sections `equipment`, `layout` and `procedure`."""
    judge = _Judge(rules, submission, findings)
    for section in ("equipment", "layout", "procedure"):
        judge.section(section)
    judge.shuffler()
    judge.deal(house)
    judge.devices(house)
    judge.layout()
    judge.procedure()


class _Judge:
    def __init__(self, rules: RuleSet, submission: Submission, findings: Findings) -> None:
        self.rules = rules
        self.submission = submission
        self.say = findings.say
        self.options = {option.key: option for option in rules.options.values()}

    # ------------------------------------------------------------------------------ value by value

    def section(self, section: str) -> None:
        """Every value of a section against the option of that key."""
        filed: msgspec.Struct = getattr(self.submission, section)
        for field in msgspec.structs.fields(filed):
            value = getattr(filed, field.name)
            if value is None:
                continue
            key, text = f"{section}.{field.name}", as_text(value)
            option = self.options.get(key)
            if option is None and value is False:
                continue
            if option is None:
                self._without_option(key, text)
            elif not option.free:
                self._by_option(option, value, text)

    def _by_option(self, option: Option, value: object, text: str) -> None:
        code, readings = _CODES.get(option.key, "value_not_allowed"), cited(option.reading)
        if option.values and text not in option.values:
            self.say(code, option.key, repr(text), one_of(option.values), option.clauses, readings=readings)
        elif not option.values and isinstance(value, int) and not _within(value, option):
            allowed = f"{option.least} to {option.most}"
            self.say(code, option.key, text, allowed, option.clauses, readings=readings)
        elif text in option.approval:
            clauses = option.values.get(text, option.clauses)
            allowed = "with the regulator's approval before use"
            self.say("needs_approval", option.key, repr(text), allowed, clauses, severity="approval")

    def _without_option(self, key: str, text: str) -> None:
        """The document gives no choice: either it states the value, or it is silent."""
        known = VALUES.get(key)
        if known is not None and text not in known:
            self.say("value_not_allowed", key, repr(text), one_of(known))
        elif key in _STATED:
            fact, agreeing = _STATED[key]
            section, _, name = fact.partition(".")
            stated = self.rules.facts.get(section, {}).get(name)
            if stated is not None and text not in agreeing:
                allowed = f"no choice: {stated.value}"
                self.say(
                    "unknown_choice", key, repr(text), allowed, stated.clauses, readings=cited(stated.reading)
                )

    # -------------------------------------------------------------------- values that require each other

    def _deal(self) -> str:
        """How the cards are dealt: as filed, or the document's default."""
        return self.submission.equipment.deal or self.options["equipment.deal"].default or ""

    def _deal_words(self) -> str:
        return f"{self._deal()!r}" + ("" if self.submission.equipment.deal else ", the default")

    def deal(self, house: HouseRules) -> None:
        """Preshuffled decks and Cover All where the document ties them to ways of dealing."""
        facts = self.rules.facts.get("deal", {})
        takes, allowing = facts.get("hand_takes_preshuffled"), facts.get("cover_all")
        from_hand = self.submission.equipment.preshuffled and self._deal() == "hand"
        if from_hand and takes is not None and takes.value is False:
            allowed = "a deal from a shoe: preshuffled cards are cut and go into one"
            self._say_fact("preshuffled_not_allowed", "equipment.preshuffled", "true", allowed, takes)
        if house.cover_all and allowing is not None and isinstance(allowing.value, tuple):
            ways = tuple(map(str, allowing.value))
            if self._deal() not in ways:
                allowed = f"{one_of(ways)}, with which Cover All is offered"
                self._say_fact("deal_not_allowed", "equipment.deal", "Cover All", allowed, allowing)

    def _say_fact(self, code: str, key: str, what: str, allowed: str, fact: Fact) -> None:
        asked, readings = f"{what} with {self._deal_words()}", cited(fact.reading)
        self.say(code, key, asked, allowed, fact.clauses, readings=readings)

    def shuffler(self) -> None:
        """Dealing from the hand and a second deck need an automated shuffler."""
        equipment = self.submission.equipment
        if equipment.shuffle not in (None, "manual"):
            return
        if equipment.shuffle is None and set(self.options["equipment.shuffle"].values) == {"automated"}:
            return  # the document allows no other way
        asked = "manual shuffle" if equipment.shuffle else "no word on the shuffle"
        allowed = 'shuffle = "automated" beside it'
        needs = self.rules.facts.get("deal", {}).get("hand_needs_shuffler")
        if equipment.deal == "hand" and needs is not None and needs.value:
            code, key = "hand_deal_needs_shuffler", "equipment.deal"
            self.say(code, key, f"'hand' with {asked}", allowed, needs.clauses)
        if equipment.decks == 2:
            code, clauses = "second_deck_needs_shuffler", self.options["equipment.decks"].clauses
            self.say(code, "equipment.decks", f"2 with {asked}", allowed, clauses)
        if equipment.shuffle == "manual":
            for name in _SHUFFLERS:
                key = f"equipment.{name}"
                if getattr(equipment, name) and key in self.options:
                    clauses = self.options[key].clauses
                    self.say(
                        "equipment_missing", key, f"true with {asked}", allowed, clauses, severity="warning"
                    )

    def devices(self, house: HouseRules) -> None:
        """The devices that Cover All and the progressive need."""
        equipment = self.submission.equipment
        if house.cover_all:
            clauses = self.options["equipment.cover_all_device"].clauses
            if not equipment.cover_all_device:
                allowed = "cover_all_device = true: the i-Deal Plus in Cover All mode"
                key = "equipment.cover_all_device"
                self.say("equipment_missing", key, "Cover All without it", allowed, clauses)
            elif equipment.shuffle == "manual":
                allowed = 'shuffle = "automated": the Cover All device is a shuffler'
                self.say(
                    "equipment_missing", "equipment.shuffle", "Cover All with 'manual'", allowed, clauses
                )
        needs = self.rules.facts.get("table", {}).get("progressive_system")
        offered = self.submission.choices.progressive is not None
        if offered and needs is not None and not equipment.progressive_system:
            key, allowed = "equipment.progressive_system", f"progressive_system = true: {needs.value}"
            self.say("equipment_missing", key, "a progressive without it", allowed, needs.clauses)

    def layout(self) -> None:
        """The name on the layout, and its filing with the regulator before use."""
        name, filing = self.rules.stated("layout.name"), self.rules.layout.filing
        asked = [
            ("operator", self.submission.operator, None if name is None else (name.value, name.clauses)),
            (
                "layout.filed",
                self.submission.layout.filed,
                None if filing is None else (filing.what, filing.clauses),
            ),
        ]
        for key, stated, wanted in asked:
            if wanted is not None and not (stated or "").strip():
                allowed, clauses = f"{wanted[0]}, for the layout", wanted[1]
                self.say("filing_missing", key, "nothing", allowed, clauses)

    def procedure(self) -> None:
        """The settlement alternative, where the operator identifies one, and the deck's age."""
        filed = self.submission.procedure
        option = self.options.get("procedure.settlement_alternative")
        if option is not None and filed.settlement_alternative is None:
            allowed = f"{' or '.join(option.values)}: the alternative that the dealer uses"
            self.say("filing_missing", option.key, "nothing", allowed, option.clauses)
        hours = filed.deck_change_hours
        if hours is None:
            return
        by = "hand" if self._deal() == "hand" else "shoe"
        most = self.rules.facts.get("cards", {}).get(f"change_after_hours_{by}")
        bound = most.value if most is not None and isinstance(most.value, int) else math.inf
        if not 0 < hours <= bound or hours == math.inf:  # no number is at most 4, infinity is never
            allowed = (
                f"more than 0, at most {most.value} from the {by}" if most is not None else "more than 0"
            )
            clauses, readings = (most.clauses, cited(most.reading)) if most is not None else ((), ())
            key = "procedure.deck_change_hours"
            self.say("value_not_allowed", key, hours, allowed, clauses, readings=readings)


def _within(value: int, option: Option) -> bool:
    return (option.least is None or value >= option.least) and (option.most is None or value <= option.most)
