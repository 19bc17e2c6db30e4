"""What the host does by itself: seeds, the deck of an electronic table, and acting for those who do not."""

from collections.abc import Callable

from croupier.errors import Refusal
from croupier.floor.fairness import (
    AnyFairEvent,
    EntropyAdded,
    SeedCommitted,
    SeedRevealed,
    commit,
    deck,
    encode_fair_event,
    fair_kind,
)
from croupier.floor.hosted import Hosted, Secret
from croupier.floor.shuffle import draw, seal
from croupier.floor.unit import Unit
from croupier.ledger.keys import Keys
from croupier.table import commands as c
from croupier.table.cursor import to_ask
from croupier.table.events import BetPlaced, PlayerLeft, PlayerSat
from croupier.table.programs import current
from croupier.table.roles import SYSTEM
from croupier.table.state import State

SNAPSHOT_EVERY = 200

HOST = "host"

LONGEST_ENTROPY, MOST_ENTROPIES = 256, 32


def ask(unit: Unit, table: str, asked: c.AnyAct, *, by: str, role: str, version: int | None = None) -> None:
    """A person's command. At an electronic table the deck is the seed's, and a seat is its player's alone."""
    if unit.state(table).electronic and role != SYSTEM:
        if isinstance(asked, c.Shuffle):
            raise Refusal("role_too_low", "shuffle by a person; allowed: the system, at an electronic table")
        if isinstance(asked, c.Sit | c.Leave | c.Bet | c.Decide) and role != "player":
            raise Refusal("not_your_seat", f"{role}: players act for themselves at an electronic table")
        if isinstance(asked, c.CloseBets):
            close_bets(unit, table, by=by, role=role, version=version)
            return
    if version is not None and isinstance(asked, c.Bet | c.Sit | c.Leave):
        version = _still_seen(unit, table, version)
    unit.command(table, asked, by=by, role=role, version=version)


def _still_seen(unit: Unit, table: str, version: int) -> int:
    """The version to judge a seat's own act by: what other seats did meanwhile does not make it stale."""
    now = unit.state(table).version
    since = [each for each in unit.hosted(table).recent if each.version > version]
    since += [each for each in unit.batch.seen.get(table, ()) if each.version > version]
    elsewhere = all(isinstance(each.event, BetPlaced | PlayerSat | PlayerLeft) for each in since)
    return now if elsewhere and len(since) == now - version else version


def electronic(unit: Unit, table: str, keys: Keys) -> None:
    """An electronic table is shuffled at once: the commitment to its next seed stands before any bet."""
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
        # Shuffled again before anybody was dealt: what was committed to is shown before the next commitment.
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
    """Mix a player's words into the next shuffle: the house cannot have known them when it committed."""
    state, secret = unit.state(table), unit.secret(table)
    if secret is None or state.bets_closed or secret.round != state.round:
        raise Refusal("bets_closed", "the next deck is mixed from what comes before no more bets")
    if player not in state.players.values():
        raise Refusal("not_seated", "only seated players mix in; take a seat first")
    if not 0 < len(entropy) <= LONGEST_ENTROPY or len(secret.entropies) >= MOST_ENTROPIES:
        allowed = f"1 to {LONGEST_ENTROPY} characters, {MOST_ENTROPIES} times a round"
        raise Refusal("value_not_allowed", f"entropy of {len(entropy)} characters; allowed: {allowed}")
    event = EntropyAdded(
        at=unit.batch.now, by=player, role="player", round=secret.round, player=player, entropy=entropy
    )
    _append(unit, table, event)
    unit.secrets[table] = secret._replace(entropies=(*secret.entropies, entropy))


def close_bets(
    unit: Unit, table: str, *, by: str = HOST, role: str = SYSTEM, version: int | None = None
) -> None:
    """No more bets at an electronic table: the seed and what players mixed in are the deck."""
    secret = unit.secret(table)
    if secret is None:
        raise Refusal("not_now", "no more bets: there is no deck before the shuffle")
    order = " ".join(deck(table, secret.round, secret.seed, secret.entropies))
    unit.command(table, c.CloseBets(order=order), by=by, role=role, version=version)


def overdue(table: str, version: int, after: Callable[[Unit, str], None]) -> Callable[[Unit], None]:
    """Act for those who have not: close the betting, check or fold. Somebody may have acted meanwhile."""

    def work(unit: Unit) -> None:
        state = unit.state(table)
        step = current(state)
        if step is None or not state.electronic or state.version != version:
            return
        if step.kind == "bets" and state.hands:
            close_bets(unit, table)
        elif step.kind == "offer":
            hand = to_ask(state, step)
            assert hand is not None
            unit.command(table, c.Lapse(seat=hand.seat), by=HOST, role=SYSTEM)
        after(unit, table)

    return work


def set_deadline(hosted: Hosted, now: int) -> None:
    """When the host will act: some time after the first bet, and after each question."""
    state = hosted.state
    step = current(state)
    if step is None or not state.electronic:
        hosted.deadline = None
    elif step.kind == "bets":
        hosted.deadline = _end_of_betting(hosted, now) if state.hands else None
    elif step.kind == "offer":
        hosted.deadline = now + hosted.settings.decision_ms
    else:
        hosted.deadline = None


def _end_of_betting(hosted: Hosted, now: int) -> int:
    """Some time after the first bet, or sooner where nobody is left to wait for."""
    state, settings = hosted.state, hosted.settings
    end = now + settings.betting_ms if hosted.deadline is None else hosted.deadline
    everybody = state.players.keys() <= state.hands.keys()
    return min(end, now + settings.all_bet_ms) if settings.all_bet_ms and everybody else end
