"""Histories of transactions, and the cycles in them, in the manner of Elle.

Objects are lists that transactions append to. What each transaction has seen of a list orders it against the
others: it comes after those whose elements it saw (wr), before the one whose element comes next (rw), and
writers follow each other as their elements do (ww). It also comes after every transaction that had ended
before it began (rt). If the house is serial and up to date, no transaction comes before itself.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import NamedTuple

Element = Hashable


@dataclass
class Transaction:
    """Something that a process did at once."""

    process: str
    began: float
    ended: float
    reads: dict[str, int] = field(default_factory=dict)
    """By object: how many elements of its list it saw before its own; -1 if the list was never so."""
    appends: dict[str, list[Element]] = field(default_factory=dict)
    failed: bool = False
    """It was refused: nothing of it may be seen."""


class Anomaly(NamedTuple):
    """Something that a serial house does not do."""

    kind: str
    words: str


def anomalies(history: Sequence[Transaction], lists: Mapping[str, Sequence[Element]]) -> list[Anomaly]:
    """Everything that is wrong with a history; `lists` are the objects at its end."""
    return [*_lists(history, lists), *_reads(history, lists), *_cycles(history, lists)]


def _lists(history: Sequence[Transaction], lists: Mapping[str, Sequence[Element]]) -> Iterator[Anomaly]:
    for name, order in lists.items():
        counts = Counter(order)
        for element, count in counts.items():
            if count > 1:
                yield Anomaly("twice", f"{name}: {element} is there {count} times")
        written = {each for one in history if not one.failed for each in one.appends.get(name, ())}
        refused = {each for one in history if one.failed for each in one.appends.get(name, ())}
        for element in counts.keys() - written:
            kind = "aborted" if element in refused else "from nowhere"
            yield Anomaly(kind, f"{name}: {element} is there and nobody committed it")
        for element in written - counts.keys():
            yield Anomaly("lost", f"{name}: {element} was committed and is not there")


def _reads(history: Sequence[Transaction], lists: Mapping[str, Sequence[Element]]) -> Iterator[Anomaly]:
    within = dict[tuple[str, int], Transaction]()
    places = {
        name: {each: at for at, each in reversed(list(enumerate(order)))} for name, order in lists.items()
    }
    for one in history:
        for name, elements in one.appends.items():
            if one.failed or len(elements) < 2 or not places[name].keys() >= set(elements):
                continue
            first = places[name][elements[0]]
            if list(lists[name][first : first + len(elements)]) != elements:
                yield Anomaly("torn", f"{name}: others are between the elements of {elements}")
            within.update({(name, first + part): one for part in range(1, len(elements))})
    for one in history:
        for name, seen in one.reads.items():
            if not 0 <= seen <= len(lists[name]):
                yield Anomaly("never so", f"{name}: {one.process} saw what the list never was")
            elif within.get((name, seen), one) is not one:
                yield Anomaly("in the middle", f"{name}: {one.process} saw a part of a transaction")


# ------------------------------------------------------------------------------------------------- cycles


def _cycles(history: Sequence[Transaction], lists: Mapping[str, Sequence[Element]]) -> Iterator[Anomaly]:
    edges = _edges([one for one in history if not one.failed], lists)
    for part, plain in product(_components(edges), (False, True)):
        cycle = _shortest(edges, part, plain=plain)
        steps = zip(cycle, cycle[1:] + cycle[:1], strict=True)
        kinds = [_strongest(edges[one][other]) for one, other in steps]
        against = kinds.count("rw")
        name = "G0" if set(kinds) <= {"ww", "rt"} else "G1c" if not against else "G-single"
        name = "G2" if against > 1 else name
        kind = name + ("-realtime" if "rt" in kinds else "")
        yield Anomaly(kind, " ".join(f"{one} -{edge}->" for one, edge in zip(cycle, kinds, strict=True)))


Edges = list[dict[int, set[str]]]
_STRENGTH = ("ww", "wr", "rw", "rt")


def _edges(history: Sequence[Transaction], lists: Mapping[str, Sequence[Element]]) -> Edges:
    edges: Edges = [{} for _ in history]

    def add(one: int | None, other: int | None, kind: str) -> None:
        if one is not None and other is not None and one != other:
            edges[one].setdefault(other, set()).add(kind)

    for name, order in lists.items():
        wrote = {each: at for at, one in enumerate(history) for each in one.appends.get(name, ())}
        writers = [wrote.get(element) for element in order]
        for one, other in pairwise(writers):
            add(one, other, "ww")
        for at, each in enumerate(history):
            seen = each.reads.get(name, -1)
            if 0 <= seen <= len(writers):
                add(writers[seen - 1] if seen else None, at, "wr")
                add(at, _next(writers, seen, at), "rw")
    _in_time(history, add)
    return edges


def _next(writers: Sequence[int | None], seen: int, reader: int) -> int | None:
    """Who appended next after what was seen: the reader's own elements do not count."""
    places = range(seen, len(writers))
    return next((writers[place] for place in places if writers[place] != reader), None)


def _in_time(history: Sequence[Transaction], add: Callable[[int, int, str], None]) -> None:
    """Each after those that had ended before it began, except those that such a one follows already."""
    moments = sorted(
        [(one.began, 1, at) for at, one in enumerate(history)]
        + [(one.ended, 0, at) for at, one in enumerate(history)]
    )
    latest: dict[int, float] = {}
    for _, begins, at in moments:
        if begins:
            for other in latest:
                add(other, at, "rt")
        else:
            latest = {other: ended for other, ended in latest.items() if ended >= history[at].began}
            latest[at] = history[at].ended


def _components(edges: Edges) -> Iterator[list[int]]:
    """Transactions of which each comes before every other (Tarjan, without recursion)."""
    number, low = dict[int, int](), dict[int, int]()
    stack, on = list[int](), set[int]()
    for root in range(len(edges)):
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        on.add(root)
        work = [(root, iter(edges[root]))]
        while work:
            node, others = work[-1]
            new = next((other for other in others if other not in number or other in on), None)
            if new is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    part = [stack.pop()]
                    while part[-1] != node:
                        part.append(stack.pop())
                    on -= set(part)
                    if len(part) > 1:
                        yield part
            elif new not in number:
                number[new] = low[new] = len(number)
                stack.append(new)
                on.add(new)
                work.append((new, iter(edges[new])))
            else:
                low[node] = min(low[node], number[new])


def _strongest(kinds: set[str]) -> str:
    return min(kinds, key=_STRENGTH.index)


def _shortest(edges: Edges, part: Sequence[int], *, plain: bool) -> list[int]:
    """The shortest cycle through one of them; if plain, of those with the fewest anti-dependencies."""
    inside = set(part)
    best, least = list(part), (len(part) + 1, 0)
    for root in part[:500]:
        before: dict[int, int] = {}
        queue = [((0, 0), root, root)]
        while queue and root not in before:
            cost, node, last = heapq.heappop(queue)
            if node in before or cost >= least:
                continue
            if cost != (0, 0):
                before[node] = last
            for other in edges[node].keys() & inside:
                if other not in before:
                    against = plain and _strongest(edges[node][other]) == "rw"
                    heapq.heappush(queue, ((cost[0] + against, cost[1] + 1), other, node))
            if node == root and cost != (0, 0):
                least = cost
        if root not in before:
            continue
        cycle, node = [root], before[root]
        while node != root:
            cycle.append(node)
            node = before[node]
        best = cycle[::-1]
    return best
