"""Answers kept on disk: when a fresh one is computed."""

from contextvars import copy_context
from threading import Thread

from croupier.odds.counting.store import fresh_once, kept


def test_within_a_command_a_fresh_answer_is_computed_once_and_outside_every_time() -> None:
    computed: list[str] = []

    def ask(question: str, fresh: bool = True) -> str:
        def compute() -> str:
            computed.append(question)
            return f"{question} {len(computed)}"

        return kept("test-fresh", question, compute, fresh)

    assert [ask("one"), ask("one")] == ["one 1", "one 2"]
    with fresh_once():
        assert [ask("one"), ask("other"), ask("one"), ask("one", fresh=False)] == [
            "one 3",
            "other 4",
            "one 3",
            "one 3",
        ]
        thread = Thread(target=copy_context().run, args=(ask, "one"))
        thread.start()
        thread.join()
    assert computed == ["one", "one", "one", "other"]
    assert ask("one") == "one 5"
