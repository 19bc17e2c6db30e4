"""The links that a floor's tables play for, as last read; other processes may add to them."""

from croupier.errors import Refusal
from croupier.floor.cluster.replicas import link_of
from croupier.floor.host.automation import SNAPSHOT_EVERY
from croupier.floor.host.batch import Batch, fold_link
from croupier.floor.host.link_events import decode_link_event
from croupier.floor.host.snapshots import save_snapshot
from croupier.jackpot.link import Link
from croupier.ledger.store import Ledger, Transaction


class Links:
    """Links, each with the version that it was read up to."""

    def __init__(self) -> None:
        self.known: dict[str, Link] = {}
        self._versions: dict[str, int] = {}

    def load(self, ledger: Ledger, name: str) -> None:
        """Read a link from its last snapshot on."""
        version, link = link_of(ledger, name)
        if link is None:
            raise Refusal("unknown_link", f"no link {name!r}")
        self.known[name] = link
        self._versions[name] = version

    def fresh(self, ledger: Ledger, tx: Transaction, name: str) -> Link | None:
        """A link, locked and up to date; none if it was never opened.

        Records that were read stay valid even if the batch fails, so only new ones are read.
        """
        if not name:
            return None
        head = tx.lock(f"link:{name}")
        if name not in self.known and head.version:
            self.load(ledger, name)
        known = self._versions.get(name, 0)
        if head.version != known:
            events = [decode_link_event(record.body) for record in tx.read(f"link:{name}", after=known)]
            link = fold_link(events, self.known.get(name))
            assert link is not None
            self.known[name] = link
            self._versions[name] = head.version
        return self.known.get(name)

    def snapshots(self, batch: Batch) -> None:
        """Save a link every few hundred events, so that loading it reads only the events since."""
        for name, link in batch.links.items():
            before = self._versions.get(name, 0)
            after = before + batch.added(f"link:{name}")
            if after // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
                save_snapshot(batch.tx, f"link:{name}", after, link)

    def committed(self, batch: Batch) -> None:
        """A batch is committed: keep its links."""
        for name, link in batch.links.items():
            self.known[name] = link
            self._versions[name] = self._versions.get(name, 0) + batch.added(f"link:{name}")
