"""The practice submissions of the packaged rule sets, by name."""

from croupier.submission.practice import practice_text, practiced

PRACTICE: dict[str, str] = {name: practice_text(name) for name in practiced()}
