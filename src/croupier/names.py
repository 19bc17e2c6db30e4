"""Names of the rules put into words, in one form everywhere."""


def spoken(name: str) -> str:
    """A name in words.

    >>> spoken("flush_bonus"), spoken("far-right-first")
    ('flush bonus', 'far right first')
    """
    return name.replace("_", " ").replace("-", " ").strip()
