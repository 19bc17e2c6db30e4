"""Automation of electronic tables: seeds, decks, deadlines and default actions."""

from collections.abc import Callable

from croupier.errors import Refusal
from croupier.floor.fairness.commit_reveal import (
    AnyFairEvent,
    EntropyAdded,
    SeedCommitted,
    SeedRevealed,
    commit,
    deck,
    encode_fair_event,
    fair_kind,
)
from croupier.floor.fairness.shuffle import draw, seal
from croupier.floor.host.batch import Unit
from croupier.floor.host.hosted_table import Hosted, Secret
from croupier.ledger.keys import Keys
from croupier.table import commands as c
from croupier.table.cursor import to_ask
from croupier.table.events import BetPlaced, PlayerLeft, PlayerSat
from croupier.table.programs import current
from croupier.table.roles import SYSTEM, at_least
from croupier.table.state import State

SNAPSHOT_EVERY = 200

GONE_MS = 1_000
"""The time for a decision of a player who is gone, while others wait."""

HOST = "host"

LONGEST_ENTROPY, MOST_ENTROPIES = 256, 4
"""Characters of an entropy, and entropies of a player in a round."""

Question = tuple[int, str, int]
"""What a table waits for: its round, the step, and the seat to act (0: bets of any seat)."""


def take_command(
    unit: Unit, table: str, asked: c.AnyAct, *, by: str, role: str, version: int | None = None
) -> None:
    """Take a person's command. At an electronic table the seed alone makes the deck, and a player alone acts
    for their seat."""
    if unit.state(table).electronic and role != SYSTEM:
        if isinstance(asked, c.Shuffle):
            raise Refusal("role_too_low", "only the system shuffles at an electronic table")
        if isinstance(asked, c.Sit | c.Leave | c.Bet | c.Decide) and role != "player":
            _check_frees_seat(unit.state(table), asked, role)
        if isinstance(asked, c.Bet) and asked.match_play:
            _refuse_coupon(unit.state(table), asked.seat)
        if isinstance(asked, c.Lapse):
            _check_time_is_up(unit, table, asked.seat)
        if isinstance(asked, c.CloseBets):
            if role == "player":
                _check_alone(unit.state(table), by)
                by, role, version = HOST, SYSTEM, None
            close_bets(unit, table, by=by, role=role, version=version)
            return
        if isinstance(asked, c.Sit):
            _check_private(unit, table, by)
    if version is not None and isinstance(asked, c.Bet | c.Sit | c.Leave):
        version = _still_seen(unit, table, asked.seat, version)
    unit.command(table, asked, by=by, role=role, version=version)


def _check_frees_seat(state: State, asked: c.Sit | c.Leave | c.Bet | c.Decide, role: str) -> None:
    """Refuse acts reserved for the player. The floor may only free a seat that has no wager."""
    if not isinstance(asked, c.Leave) or not at_least(role, "floorperson"):
        raise Refusal("not_your_seat", f"{role}: players act for themselves at an electronic table")
    if asked.seat in state.hands:
        message = f"seat {asked.seat} has a wager; allowed: free a seat without one"
        raise Refusal("must_stay", message)


def _check_alone(state: State, player: str) -> None:
    """Refuse a player who would close the bets of others: "deal now" is for a player who is alone."""
    if set(state.players.values()) != {player}:
        message = "deal now: other players sit here; allowed: when you are alone at the table"
        raise Refusal("not_alone", message)


def _check_private(unit: Unit, table: str, player: str) -> None:
    """Refuse a second player at a private table."""
    others = set(unit.state(table).players.values()) - {player}
    if unit.hosted(table).settings.private and others:
        raise Refusal("table_private", f"table {table} belongs to another player; take a table of your own")


def _refuse_coupon(state: State, seat: int) -> None:
    """A coupon is paper that a dealer takes: nobody sees one at an electronic table."""
    option = state.at.house.rules.options.get("match_play")
    message = f"seat {seat}: match play; allowed: at a live table, where the dealer sees the coupon"
    raise Refusal("wager_not_offered", message, () if option is None else option.clauses)


def vacate(unit: Unit, table: str, seat: int, player: str) -> bool:
    """Leave for a player who is gone, if the seat is still theirs and has no wager; whether it was left."""
    state = unit.state(table)
    if state.players.get(seat) != player or seat in state.hands:
        return False
    unit.command(table, c.Leave(seat=seat), by=HOST, role=SYSTEM)
    return True


def _check_time_is_up(unit: Unit, table: str, seat: int) -> None:
    """Refuse a default action while the player may still decide. The deadline belongs to the question before
    this batch: a question asked since has its full time."""
    hosted = unit.hosted(table)
    asked_since = question(unit.state(table)) != question(hosted.state)
    if asked_since or (hosted.due is not None and unit.batch.timer < hosted.due):
        message = f"seat {seat} still has time to decide; allowed: the player's decision"
        raise Refusal("not_now", message)


def _still_seen(unit: Unit, table: str, seat: int, version: int) -> int:
    """The version to judge a seat's act by: acts of other seats do not make it stale. Acts of the same seat
    do: a delayed bet must not replace a later one."""
    now = unit.state(table).version
    since = [each for each in unit.hosted(table).recent if each.version > version]
    since += [each for each in unit.batch.transitions.get(table, ()) if each.version > version]
    elsewhere = all(
        isinstance(each.event, BetPlaced | PlayerSat | PlayerLeft) and each.event.seat != seat
        for each in since
    )
    return now if elsewhere and len(since) == now - version else version


def electronic(unit: Unit, table: str, keys: Keys) -> None:
    """Shuffle an electronic table at once: the commitment to its next seed comes before any bet."""
    state = unit.state(table)
    if not state.electronic:
        return
    secret = unit.secret(table)
    if secret is not None and (state.round > secret.round or _over(state, secret.round)):
        _reveal(unit, table, secret)
    step = current(state)
    if step is not None and step.kind == "shuffle":
        commitment = _commit(unit, table, state.round + 1, keys)
        unit.command(table, c.Shuffle(commitment=commitment), by=HOST, role=SYSTEM)


def _over(state: State, round_: int) -> bool:
    return state.round == round_ and state.program != "round"


def _commit(unit: Unit, table: str, round_: int, keys: Keys) -> str:
    standing = unit.secret(table)
    if standing is not None:
        # Shuffled again before the deal: the first seed is revealed before the next commitment.
        _reveal(unit, table, standing)
    drawn = draw()
    commitment = commit(table, round_, drawn.seed, drawn.salt)
    event = SeedCommitted(
        at=unit.batch.now,
        by=HOST,
        role=SYSTEM,
        table=table,
        round=round_,
        commitment=commitment,
        sealed=seal(keys, table, round_, drawn),
    )
    _append(unit, table, event)
    unit.secrets[table] = Secret(round_, drawn.seed, drawn.salt, commitment)
    return commitment


def _reveal(unit: Unit, table: str, secret: Secret) -> None:
    event = SeedRevealed(
        at=unit.batch.now,
        by=HOST,
        role=SYSTEM,
        round=secret.round,
        seed=secret.seed.hex(),
        salt=secret.salt.hex(),
        entropies=secret.entropies,
        commitment=secret.commitment,
    )
    _append(unit, table, event)
    unit.secrets[table] = None


def _append(unit: Unit, table: str, event: AnyFairEvent) -> None:
    unit.append(f"fair:{table}", fair_kind(event), encode_fair_event(event), by=event.by, role=event.role)


def add_entropy(unit: Unit, table: str, player: str, entropy: str) -> None:
    """Mix a player's entropy into the next shuffle: the house did not know it when it committed."""
    state, secret = unit.state(table), unit.secret(table)
    if secret is None or state.bets_closed or secret.round != state.round:
        raise Refusal("bets_closed", "text for the shuffle is accepted only before no more bets")
    if player not in state.players.values():
        raise Refusal("not_seated", "only seated players add text to the shuffle; take a seat first")
    if not 0 < len(entropy) <= LONGEST_ENTROPY:
        allowed = f"1 to {LONGEST_ENTROPY} characters"
        raise Refusal("value_not_allowed", f"text of {len(entropy)} characters; allowed: {allowed}")
    if not _room(state, secret, player):
        allowed = f"{MOST_ENTROPIES} for each player, as long as there is room for everyone at the table"
        raise Refusal("value_not_allowed", f"too many texts for this round; allowed: {allowed}")
    event = EntropyAdded(
        at=unit.batch.now, by=player, role="player", round=secret.round, player=player, entropy=entropy
    )
    _append(unit, table, event)
    unit.secrets[table] = secret.mixed(player, entropy)


def _room(state: State, secret: Secret, player: str) -> bool:
    """Whether a player may add another entropy. A round has room for every seat; players who have added one
    leave room for those who have not."""
    own = secret.players.count(player)
    others = {each for each in state.players.values() if each not in secret.players} if own else ()
    room = MOST_ENTROPIES * state.at.positions - len(secret.players) - len(others)
    return own < MOST_ENTROPIES and room > 0


def close_bets(
    unit: Unit, table: str, *, by: str = HOST, role: str = SYSTEM, version: int | None = None
) -> None:
    """Close the bets of an electronic table: the seed and the players' entropies make the deck."""
    secret = unit.secret(table)
    if secret is None:
        raise Refusal("not_now", "no more bets: the deck is not shuffled yet")
    order = " ".join(deck(table, secret.round, secret.seed, secret.entropies))
    unit.command(table, c.CloseBets(order=order), by=by, role=role, version=version)


def question(state: State) -> Question | None:
    """What an electronic table waits for; none if it waits for nobody."""
    step = current(state)
    if step is None or not state.electronic:
        return None
    if step.kind == "bets":
        return (state.round, step.name, 0) if state.hands else None
    if step.kind == "offer":
        hand = to_ask(state, step)
        assert hand is not None
        return state.round, step.name, hand.seat
    return None


def overdue(table: str, asked: Question | None, after: Callable[[Unit, str], None]) -> Callable[[Unit], None]:
    """The work at a deadline: close the bets, or take the default action for a seat. Nothing if the question
    was answered meanwhile; players who sit down or leave give nobody more time."""

    def work(unit: Unit) -> None:
        due = question(unit.state(table))
        if due is None or due != asked:
            return
        seat = due[2]
        if seat:
            unit.command(table, c.Lapse(seat=seat), by=HOST, role=SYSTEM)
        else:
            close_bets(unit, table)
        after(unit, table)

    return work


def set_deadline(hosted: Hosted, now: int, timer: int, before: State | None = None) -> None:
    """Set the deadline, by the clock and by the floor's timer: a while after the first bet, and after each
    question.

    While the table waits for the same decision, the time runs on: if it restarted, anybody could hold up the
    table forever by sitting down and leaving.
    """
    asked = question(hosted.state)
    if asked is None:
        hosted.wait_for_nothing()
        return
    same = before is not None and question(before) == asked
    settings, seat = hosted.settings, asked[2]
    if not same or hosted.due is None:
        hosted.wait(settings.decision_ms if seat else settings.betting_ms, now, timer)
    assert hosted.due is not None
    players = hosted.state.players
    here = {each for each, player in players.items() if player not in hosted.absent}
    everybody = here <= hosted.state.hands.keys()
    if not seat and settings.all_bet_ms and everybody and timer + settings.all_bet_ms < hosted.due:
        hosted.wait(settings.all_bet_ms, now, timer)  # every player who is there has bet
    elif seat and here and players.get(seat) in hosted.gone and timer + GONE_MS < hosted.due:
        hosted.wait(GONE_MS, now, timer)  # others wait for a player who will not answer
