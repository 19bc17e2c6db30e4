"""Permissions: the one table of who may call which handler. A handler missing from it is refused to all.

The server only keeps people to their pages; what a role may do at a table or a desk is judged again where it
is done. Surveillance and auditors look, and change nothing but their own session.
"""

from typing import Literal, get_args

from croupier.errors import Refusal
from croupier.table.redaction.permissions import TABLE_STREAM, reads_stream
from croupier.table.roles import CAGE, COUNT_TEAM, MONEY_ROLES, OBSERVERS, PEOPLE, ROLES, SECURITY, at_least
from croupier.table.state import Viewer

PUBLIC = "public"
"""Everybody, signed in or not."""

ALL = frozenset(PEOPLE)
PLAYER = frozenset(("player",))
TABLE_STAFF = frozenset(role for role in ROLES if at_least(role, "dealer"))
FLOOR = frozenset(role for role in ROLES if at_least(role, "floorperson"))
SUPERVISOR = frozenset(role for role in ROLES if at_least(role, "supervisor"))
ADMINISTRATOR = frozenset(("administrator",))
WATCH = frozenset(OBSERVERS)
CHIPS = TABLE_STAFF | WATCH | frozenset(MONEY_ROLES)
"""Who reads the chips and slips of a table."""
STAFF = ALL - PLAYER

EVERYONE: frozenset[str] = ALL | {PUBLIC}

ACCESS: dict[str, frozenset[str]] = {
    # the house from outside
    "index": EVERYONE,
    "games": EVERYONE,
    "game_guide": EVERYONE,
    "game_differences": EVERYONE,
    "lesson": EVERYONE,
    "bet_prices": EVERYONE,
    "asset": EVERYONE,
    "docs": EVERYONE,
    "docs_index": EVERYONE,
    "welcome": EVERYONE,
    "table_card": EVERYONE,
    "my_seats": PLAYER,
    "private_table": PLAYER,
    "tables_now": EVERYONE,
    "tables": EVERYONE,  # public at any house: games, limits, seats, meters; no names
    "meters": EVERYONE,
    "clauses": EVERYONE,
    # the law, readable
    "rules_documents": EVERYONE,
    "rules_document": EVERYONE,
    "rules_search": EVERYONE,
    "rules_compare": EVERYONE,
    "rules_example": EVERYONE,
    "rules_settle": EVERYONE,
    "rules_html": EVERYONE,
    "health": EVERYONE,
    "schema": EVERYONE,
    "metrics": EVERYONE,  # to loopback; to others as administrator: `guard.metrics_allowed`
    "sign_in": EVERYONE,
    "guest": EVERYONE,
    "guest_staff": EVERYONE,
    "look_at_link": EVERYONE,
    "set_password": EVERYONE,
    "passkey_challenge": EVERYONE,
    "sign_in_by_passkey": EVERYONE,
    "start_sign_on": EVERYONE,
    "sign_on_callback": EVERYONE,
    # oneself
    "session": ALL,
    "sign_out": ALL,
    "sign_out_everywhere": ALL,
    "change_password": ALL,
    "confirm_session": ALL,
    "own_sessions": ALL,
    "end_other_sessions": ALL,
    "link_identity": ALL,
    "second_factors": STAFF,
    "begin_authenticator": STAFF,
    "finish_authenticator": STAFF,
    "begin_passkey": STAFF,
    "finish_passkey": STAFF,
    "remove_second_factor": STAFF,
    "renew_recovery_codes": STAFF,
    "balance": PLAYER,
    # tables
    "table": ALL,
    "events": ALL,
    "socket": ALL,
    "fairness": ALL,
    "command": PLAYER | TABLE_STAFF,
    "correct_entry": SUPERVISOR,
    "floor_act": TABLE_STAFF,
    "entropy": PLAYER,
    "names": ALL,
    "sign": ALL,
    "layout": ALL,
    "layout_svg": ALL,
    # the cashier
    "own_statement": PLAYER,
    "stake": PLAYER,
    "statement": ADMINISTRATOR | WATCH,
    "issue_money": ADMINISTRATOR,
    "take_money_back": ADMINISTRATOR,
    # the floor's pages
    "tables_on_floor": FLOOR | WATCH,
    "table_on_floor": FLOOR | WATCH,
    "names_of": FLOOR | WATCH,
    # jackpots and chips
    "jackpots": FLOOR | WATCH,
    "jackpots_decided": FLOOR | WATCH,
    "jackpot": FLOOR | WATCH,
    "jackpot_slip": FLOOR | WATCH,
    "validate_award": FLOOR,
    "reject_award": FLOOR,
    "top_up_meter": SUPERVISOR,
    "correct_meter": SUPERVISOR,
    "station": STAFF,
    "tap_in": TABLE_STAFF,
    "tap_out": TABLE_STAFF,
    "set_own_pin": STAFF,
    "dealers": FLOOR | WATCH,
    "rotation": STAFF,
    "plan_rotation": FLOOR,
    "chips": CHIPS,
    "denominations": CHIPS,
    "rack_gate": CHIPS,
    "live_tables": CHIPS,
    "tax_forms": FLOOR | WATCH,
    "tax_forms_of_table": TABLE_STAFF | WATCH,
    "count_chips": TABLE_STAFF,
    "count_drop": frozenset((COUNT_TEAM,)),
    "color_up": frozenset(("dealer",)),
    "record_sale": TABLE_STAFF,
    "slips_of_table": CHIPS,
    "print_slip": FLOOR | {"dealer", CAGE},
    "print_award": FLOOR,
    "slip_page": CHIPS,
    "request_slip": FLOOR,
    "approve_slip": frozenset((CAGE,)),
    "deliver_slip": frozenset(("dealer", SECURITY)),
    "void_slip": FLOOR | {CAGE},
    # the house's settings
    "house_settings": FLOOR | WATCH,
    "change_house_settings": ADMINISTRATOR,
    # the registry
    "submissions": SUPERVISOR | WATCH,
    "submission": SUPERVISOR | WATCH,
    "submission_layout": SUPERVISOR | WATCH,
    "check_submission": ADMINISTRATOR,
    "load_submission": ADMINISTRATOR,
    "open_link": ADMINISTRATOR,
    "change_rates": ADMINISTRATOR,
    "listings": FLOOR | WATCH,
    "list_table": ADMINISTRATOR,
    "open_table": FLOOR,
    "limits": STAFF,
    "change_limits": SUPERVISOR,
    "cancel_limits": SUPERVISOR,
    "change_table": ADMINISTRATOR,
    "adopt": ADMINISTRATOR,
    # the log
    "significant_events": SUPERVISOR | WATCH,
    "hold_report": SUPERVISOR | WATCH,
    "hold_periods": SUPERVISOR | WATCH,
    "day_report": SUPERVISOR | WATCH,
    "day_report_print": SUPERVISOR | WATCH,
    "day_report_csv": SUPERVISOR | WATCH,
    "watched_players": SUPERVISOR | WATCH,
    "watched_player": SUPERVISOR | WATCH,
    "streams": ADMINISTRATOR | WATCH,
    "records": ADMINISTRATOR | WATCH,  # a table's records for observers only: `table.redaction.log`
    "search_log_csv": ADMINISTRATOR | WATCH,
    "significant_csv": SUPERVISOR | WATCH,
    "round_evidence": WATCH,
    "search_log": ADMINISTRATOR | WATCH,  # an administrator's search skips table records
    "record_postings": ADMINISTRATOR | WATCH,  # as of the records themselves
    "verify_log": ADMINISTRATOR | WATCH,
    "verification": ADMINISTRATOR | WATCH,
    "findings_csv": ADMINISTRATOR | WATCH,  # a table's findings for observers only
    "export_log": WATCH,
    # mathematics: prices of printed rules are public, computations need a sign-in
    "odds_rules": EVERYONE,
    "price_bet": EVERYONE,
    "game_odds": ALL,
    "rounds_odds": ALL,
    "seats_odds": ALL,
    "meter_curve": ALL,
    "promotion_odds": ALL,
    "strategy": ALL,
    "heat_map": ALL,
    "advise": ALL,
    "leak_worth": SUPERVISOR | WATCH,
    "report": ALL,
    "report_html": ALL,
    "report_pdf": ALL,
    "report_json": ALL,
    # practice
    "practice": PLAYER,
    "practice_score": ALL,
    "clear_score": ALL,
    "progress": PLAYER | TABLE_STAFF,
    "keep_progress": PLAYER | TABLE_STAFF,
    "drill": ALL,
    "judge_drill": ALL,
    # rounds that are over
    "rounds": PLAYER | FLOOR | WATCH,
    "rounds_csv": PLAYER | FLOOR | WATCH,
    "round_replayed": PLAYER | FLOOR | WATCH,
    "round_layout": PLAYER | FLOOR | WATCH,
    "round_review": PLAYER | WATCH,
    "session_review": PLAYER,
    "resettlement_facts": SUPERVISOR,
    "preview_resettlement": SUPERVISOR,
    "resettle_round": SUPERVISOR,
    # people
    "people": ADMINISTRATOR | WATCH,
    "people_csv": ADMINISTRATOR | WATCH,
    "invite": ADMINISTRATOR,
    "person": ADMINISTRATOR,
    "change_person": ADMINISTRATOR,
    "reset_password": ADMINISTRATOR,
    "reset_second_factor": ADMINISTRATOR,
    "unlink_identities": ADMINISTRATOR,
    "erase_person": ADMINISTRATOR,
    "unlock": ADMINISTRATOR,
    "unlock_address": ADMINISTRATOR,
    "sessions": ADMINISTRATOR,
    "revoke_session": ADMINISTRATOR,
    "revoke_sessions": ADMINISTRATOR,
    "close_demo": ADMINISTRATOR,
}


Permission = Literal[
    "deal",
    "floor",
    "open_table",
    "decide_award",
    "count_chips",
    "chips",
    "count_drop",
    "request_slip",
    "approve_slip",
    "deliver_slip",
    "void_slip",
    "change_meter",
    "change_rates",
    "change_limits",
    "hold",
    "significant",
    "submissions",
    "load_submission",
    "set_up_tables",
    "people",
    "change_people",
    "statement",
    "audit",
    "log",
    "export_log",
    "rounds",
    "table_rounds",
    "table_records",
]
"""The parts of pages that depend on the session's role; the server judges every request again."""

_GRANTED: dict[Permission, frozenset[str]] = {
    "deal": TABLE_STAFF,
    "floor": ACCESS["listings"],
    "open_table": ACCESS["open_table"],
    "decide_award": ACCESS["validate_award"],
    "count_chips": ACCESS["count_chips"],
    "chips": ACCESS["chips"],
    "count_drop": ACCESS["count_drop"],
    "request_slip": ACCESS["request_slip"],
    "approve_slip": ACCESS["approve_slip"],
    "deliver_slip": ACCESS["deliver_slip"],
    "void_slip": ACCESS["void_slip"],
    "change_meter": ACCESS["top_up_meter"],
    "change_rates": ACCESS["change_rates"],
    "change_limits": ACCESS["change_limits"],
    "hold": ACCESS["hold_report"],
    "significant": ACCESS["significant_events"],
    "submissions": ACCESS["submissions"],
    "load_submission": ACCESS["load_submission"],
    "set_up_tables": ACCESS["list_table"],
    "people": ACCESS["people"],
    "change_people": ACCESS["invite"],
    "statement": ACCESS["statement"],
    "audit": SUPERVISOR | WATCH,
    "log": ACCESS["search_log"],
    "export_log": ACCESS["export_log"],
    "rounds": ACCESS["rounds"],
    "table_rounds": ACCESS["rounds"] - PLAYER,
    "table_records": frozenset(role for role in ALL if reads_stream(Viewer(role), TABLE_STREAM)),
}


def permissions(role: str) -> tuple[Permission, ...]:
    """The permissions of a role, sent to a page with its session."""
    return tuple(each for each in get_args(Permission) if role in _GRANTED[each])


def check_access(name: str, role: str) -> None:
    """Refuse a role that has no access to a handler; `public` is the role of a visitor not signed in."""
    allowed = ACCESS.get(name, frozenset())
    if role in allowed:
        return
    if role == PUBLIC:
        raise Refusal("not_signed_in", "sign in first")
    one = {"surveillance": "surveillance has", CAGE: "the cage has", SECURITY: "security has"}
    people = one.get(role) or ("the count team has" if role == COUNT_TEAM else f"{role}s have")
    raise Refusal("role_too_low", f"{people} no access to this")
