"""Croupier: regulated casino table games run, settled, audited and priced by the letter of the rules.

>>> import croupier
>>> round_ = croupier.Round(
...     rules="ma/high-card-flush",
...     dealer="2d 3d 9d 4c 5h 6s Kc",
...     seats=[croupier.Seat(
...         seat=3, cards="As Ks 9s 4s 2h 3c Jd", wagers={"ante": 1000},
...         decision={"raise": 1000})],
... )
>>> settled = croupier.settle(round_)
>>> settled.seats[0].net, settled.seats[0].results["ante"].hand
(2000, 'four-card flush, ace high')
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.api import acts
    from croupier.api.columns import evaluate, settle_many
    from croupier.api.decisions import labeled_decisions, write_dataset
    from croupier.api.layouts import Layout, draw_layout, layout_svg
    from croupier.api.logs import LedgerFinding, Log, Record, Replayed, ReplayFinding, Verdict, open_log
    from croupier.api.odds import (
        Advice,
        AfterRounds,
        BetOdds,
        CoverAllOdds,
        Level,
        MainOdds,
        Moments,
        PricedBet,
        ProgressiveOdds,
        SimpleRule,
        SimulatedBet,
        Simulation,
        Strategy,
        SumLaw,
        advise,
        price,
        simulate,
        strategy,
    )
    from croupier.api.promotions import Coupon, Promotion, Rebate, promotion
    from croupier.api.protection import (
        Change,
        Edge,
        LeakWorth,
        Remedy,
        SideBetWorth,
        protect,
        protect_bet,
    )
    from croupier.api.recorded_play import (
        Deviation,
        LeakEvidence,
        Mistake,
        PlayedEdge,
        PlayerWatch,
        Review,
        Reviewed,
        review,
        watch,
    )
    from croupier.api.settlement import (
        AggregateLimit,
        Breach,
        Choices,
        FiledProgressive,
        FiledTable,
        Refusal,
        Result,
        Round,
        Seat,
        SettledSeat,
        Settlement,
        read_round,
        settle,
        settle_each,
    )
    from croupier.api.strategies import (
        OwnStrategy,
        PricedStrategy,
        Seen,
        card_set,
        flush_strength,
        four_card_strength,
        kernel,
        poker_strength,
        price_strategy,
    )
    from croupier.api.submissions import (
        Checked,
        Equipment,
        Finding,
        LayoutChoices,
        Procedure,
        Progressive,
        RuleSet,
        Submission,
        check,
        read_submission,
        rule_set,
        rule_sets,
        write_submission,
    )
    from croupier.api.tables import (
        Amount,
        AnyAct,
        AnyEvent,
        DealerView,
        LastView,
        Offer,
        SeatView,
        StepView,
        Table,
        View,
        replay,
    )

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "AfterRounds",
    "AggregateLimit",
    "Amount",
    "AnyAct",
    "AnyEvent",
    "BetOdds",
    "Breach",
    "Change",
    "Checked",
    "Choices",
    "Coupon",
    "CoverAllOdds",
    "DealerView",
    "Deviation",
    "Edge",
    "Equipment",
    "FiledProgressive",
    "FiledTable",
    "Finding",
    "LastView",
    "Layout",
    "LayoutChoices",
    "LeakEvidence",
    "LeakWorth",
    "LedgerFinding",
    "Level",
    "Log",
    "MainOdds",
    "Mistake",
    "Moments",
    "Offer",
    "OwnStrategy",
    "PlayedEdge",
    "PlayerWatch",
    "PricedBet",
    "PricedStrategy",
    "Procedure",
    "Progressive",
    "ProgressiveOdds",
    "Promotion",
    "Rebate",
    "Record",
    "Refusal",
    "Remedy",
    "ReplayFinding",
    "Replayed",
    "Result",
    "Review",
    "Reviewed",
    "Round",
    "RuleSet",
    "Seat",
    "SeatView",
    "Seen",
    "SettledSeat",
    "Settlement",
    "SideBetWorth",
    "SimpleRule",
    "SimulatedBet",
    "Simulation",
    "StepView",
    "Strategy",
    "Submission",
    "SumLaw",
    "Table",
    "Verdict",
    "View",
    "acts",
    "advise",
    "card_set",
    "check",
    "draw_layout",
    "evaluate",
    "flush_strength",
    "four_card_strength",
    "kernel",
    "labeled_decisions",
    "layout_svg",
    "open_log",
    "poker_strength",
    "price",
    "price_strategy",
    "promotion",
    "protect",
    "protect_bet",
    "read_round",
    "read_submission",
    "replay",
    "review",
    "rule_set",
    "rule_sets",
    "settle",
    "settle_each",
    "settle_many",
    "simulate",
    "strategy",
    "watch",
    "write_dataset",
    "write_submission",
]

_HOMES = {
    "columns": ("evaluate", "settle_many"),
    "decisions": ("labeled_decisions", "write_dataset"),
    "layouts": ("Layout", "draw_layout", "layout_svg"),
    "logs": ("LedgerFinding", "Log", "Record", "ReplayFinding", "Replayed", "Verdict", "open_log"),
    "odds": (
        "Advice", "AfterRounds", "BetOdds", "CoverAllOdds", "Level", "MainOdds", "Moments", "PricedBet",
        "ProgressiveOdds", "SimpleRule", "SimulatedBet", "Simulation", "Strategy", "SumLaw", "advise",
        "price", "simulate", "strategy",
    ),
    "promotions": ("Coupon", "Promotion", "Rebate", "promotion"),
    "protection": (
        "Change", "Edge", "LeakWorth", "Remedy", "SideBetWorth", "protect", "protect_bet",
    ),
    "recorded_play": (
        "Deviation", "LeakEvidence", "Mistake", "PlayedEdge", "PlayerWatch", "Review", "Reviewed", "review",
        "watch",
    ),
    "settlement": (
        "AggregateLimit", "Breach", "Choices", "FiledProgressive", "FiledTable", "Refusal", "Result", "Round",
        "Seat", "SettledSeat", "Settlement", "read_round", "settle", "settle_each",
    ),
    "strategies": (
        "OwnStrategy", "PricedStrategy", "Seen", "card_set", "flush_strength", "four_card_strength", "kernel",
        "poker_strength", "price_strategy",
    ),
    "submissions": (
        "Checked", "Equipment", "Finding", "LayoutChoices", "Procedure", "Progressive", "RuleSet",
        "Submission", "check", "read_submission", "rule_set", "rule_sets", "write_submission",
    ),
    "tables": (
        "Amount", "AnyAct", "AnyEvent", "DealerView", "LastView", "Offer", "SeatView", "StepView", "Table",
        "View", "replay",
    ),
}  # fmt: skip
"""By module of `croupier.api`, its names."""


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for: a command that does not settle starts without it."""
    from importlib import import_module

    if name == "acts":
        found: object = import_module("croupier.api.acts")
    else:
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module 'croupier' has no attribute {name!r}")
        try:
            found = getattr(import_module(f"croupier.api.{home}"), name)
        except ModuleNotFoundError as error:
            from croupier.extras import missing

            raise missing(error) or error from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names, whatever is imported by now."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
