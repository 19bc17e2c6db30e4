"""The words of the games as sent to the pages: they are public."""

from croupier.games.vocabulary import vocabulary
from croupier.rulebook.catalog import rule_set, rule_set_names
from tests.server.rig import Running


def test_the_words_of_every_rule_set_are_served_to_anybody(server: Running) -> None:
    served = {each["rules"]: each for each in server.client().get("/api/games").json()}
    assert list(served) == list(rule_set_names())
    for name, words in served.items():
        expected = vocabulary(rule_set(name))
        assert words["title"] == expected.title
        assert words["wagers"] == expected.wagers
        assert [step["text"] for step in words["how"]] == [step.text for step in expected.how]
