"""The line finder: every key of a TOML file on its line, with anything around it."""

import tomllib

import pytest

from croupier.rulebook.line_numbers import Lines, dotted


def lines(text: str) -> Lines:
    tomllib.loads(text)  # the finder is only ever shown valid TOML
    return Lines(text)


def test_keys_and_tables() -> None:
    found = lines('rules = "x"\n\n[choices]\ntrips = "A"\n\n[limits]\nante = [1, 2]\n')
    assert [found.of(key) for key in ("rules", "choices", "choices.trips", "limits", "limits.ante")] == [
        1,
        3,
        4,
        6,
        7,
    ]


def test_a_key_that_is_not_there_has_the_line_of_the_table_around_it_or_none() -> None:
    found = lines("[choices]\na = 1\n[equipment]\n")
    assert found.of("equipment.deal") == 3
    assert found.of("choices.a.b.c") == 2
    assert found.of("progressive.rate") is None


def test_comments_and_blank_lines_count_and_say_nothing() -> None:
    found = lines('# a = 1\n\na = 1 # b = 2\n# [c]\n  # d = """\nb = 2\n')
    assert (found.of("a"), found.of("b"), found.of("c"), found.of("d")) == (3, 6, None, None)


def test_strings_with_brackets_quotes_and_equals_signs() -> None:
    found = lines('a = "[ { = # \\" \' x = 1"\nb = \'[{"\\\'\nc = 3 # " [\nd = 4\n')
    assert [found.of(key) for key in "abcd"] == [1, 2, 3, 4]


@pytest.mark.parametrize("quotes", ['"""', "'''"])
def test_strings_over_several_lines(quotes: str) -> None:
    found = lines(
        f"a = {quotes}\nb = 1\n[c]\n]{quotes} # {quotes}\nd = 2\n[e]\nf = {quotes}g = 1{quotes}\nh = 3\n"
    )
    assert [found.of(key) for key in ("a", "b", "c", "d", "e", "e.f", "e.g", "e.h")] == [
        1,
        None,
        None,
        5,
        6,
        7,
        6,
        8,
    ]


def test_strings_that_end_in_quotes_of_their_own() -> None:
    found = lines('a = """x"""""\nb = """y\\""" z"""\nc = \'\'\'z\'\'\'\'\'\nd = ""\ne = \'\'\nf = 1\n')
    assert [found.of(key) for key in "abcdef"] == [1, 2, 3, 4, 5, 6]


def test_arrays_over_several_lines() -> None:
    found = lines('a = [\n  "x = 1", # ]\n  [1, 2],\n  { k = [\n 3 ] },\n]\nb = 2\n')
    assert (found.of("a"), found.of("b"), found.of("x"), found.of("a.k")) == (1, 7, None, 4)


def test_inline_tables() -> None:
    found = lines('a = { b = 1, "c d" = { e = [1,\n 2], f = 2 }, g.h = 3 }\ni = 4\n')
    assert [found.of(key) for key in ("a.b", 'a."c d".e', 'a."c d".f', "a.g.h", "i")] == [1, 1, 2, 2, 3]


def test_dotted_keys() -> None:
    found = lines("a.b.c = 1\na . b . d = 2\na.e = 3\n[f.g]\nh.i = 4\n")
    assert [found.of(key) for key in ("a", "a.b", "a.b.d", "a.e", "f", "f.g.h", "f.g.h.i")] == [
        1,
        1,
        2,
        3,
        4,
        5,
        5,
    ]


def test_quoted_keys() -> None:
    found = lines('"a.b" = 1\n\'c"d\' = 2\n"e\\u0066" = 3\n[ "g h" . \'i.j\' ]\n"" = 4\n')
    assert found.of(dotted("a.b")) == 1
    assert found.of(dotted('c"d')) == 2
    assert found.of("ef") == 3
    assert found.of(dotted("g h", "i.j")) == 4
    assert found.of(dotted("g h", "i.j", "")) == 5
    assert found.of("a.b") is None


def test_numbers_dates_and_arrays_of_tables() -> None:
    found = lines("a = 1979-05-27 07:32:00.5\nb = -1.5e-3\n[[c]]\nd = 1\n[[c]]\nd = 2\ne = 0x1F\n")
    assert [found.of(key) for key in ("a", "b", "c", "c.d", "c.e")] == [1, 2, 3, 4, 7]


def test_only_line_feeds_end_lines() -> None:
    found = lines('a = "\u2028\u0085"\r\nb = 1\r\n\r\nc = 2')
    assert [found.of(key) for key in "abc"] == [1, 2, 4]


@pytest.mark.parametrize("part", ["a", "a-b_9", "a b", "a.b", 'a"b', "a\\b", "", "ä", "\x07"])
def test_a_path_in_words_is_the_key_that_toml_reads(part: str) -> None:
    assert tomllib.loads(f"{dotted('t', part)} = 1") == {"t": {part: 1}}
    assert lines(f"\n{dotted('t', part)} = 1").of(dotted("t", part)) == 2
