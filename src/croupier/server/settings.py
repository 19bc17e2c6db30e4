"""Limits of a server: for each address, session, message and socket."""

import msgspec

KIB = 1024


class Rate(msgspec.Struct, frozen=True):
    """A rate limit: a burst, and a rate per second after it."""

    burst: int
    a_second: float


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a server."""

    secure: bool = True
    """Whether browsers reach it by https alone; off only for plain http on loopback."""
    proxy: str = ""
    """The address of the proxy that names its clients; empty for none."""
    balance: bool = False
    """Give tables to servers of the same house that run fewer."""
    body_bytes: int = 64 * KIB
    message_bytes: int = 16 * KIB
    address: Rate = Rate(600, 200)
    """Requests from one address, by all its users."""
    session: Rate = Rate(200, 50)
    """Requests and messages of one session."""
    door: Rate = Rate(30, 0.5)
    """Sign-ins, guests and invitations from one address: each costs a password's hash or a row."""
    readings: int = 8
    """Long readings of the log, and computations, that a session may have under way; an address some more."""
    connections_an_address: int = 1000
    """Open at once from one address; a trusted proxy has as many as it likes."""
    connects: Rate = Rate(1000, 100)
    """New connections from one address."""
    requests_at_once: int = 8
    """Requests of one address that are served at once; its others wait for their turn."""
    socket_frames: Rate = Rate(400, 100)
    """Frames of one socket, pings and pongs included; reading pauses beyond it."""
    socket_bytes: Rate = Rate(256 * KIB, 64 * KIB)
    address_frames: Rate = Rate(8000, 4000)
    """Frames of all sockets of one address, and reads of its requests."""
    sockets_a_session: int = 16
    sockets_a_person: int = 64
    """However often they have signed in."""
    sockets: int = 5000
    strikes: int = 200
    """Refused messages in a row after which a socket is closed."""
    check_seconds: float = 10.0
    """How often the session of a socket is checked."""
    pending: int = 64
    """Batches that wait for a slow client; after more it gets a full view."""
    send_seconds: float = 20.0
    """After which a client that stopped reading is disconnected."""
    seat_absent_seconds: float = 3.0
    """After the page was closed, a grace for a reload, after which bets do not wait for the player."""
    seat_left_seconds: float = 20.0
    """After the page was closed, a grace for a lost line, after which the floor frees a player's seat."""
    seat_away_seconds: float = 300.0
    """The same of a player who never had a socket there: without an act."""
    seat_idle_seconds: float = 900.0
    """Without a wager, even with a socket."""
    seat_idle_rounds: int = 10
    """Rounds that a seat may sit out."""
    seat_check_seconds: float = 5.0
    seat_watch_seconds: float = 1.0
    """How often the floor learns which seated players have closed the page."""
    watch_seconds: float = 0.0
    """How often new rounds are looked at for evidence of hidden knowledge; 0 for never."""
    drain_seconds: float = 60.0
    """How long running rounds may take to reach their end when the server stops."""
