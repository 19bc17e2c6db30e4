"""Counting: hands up to a renaming of the suits, all hands by group, bulk ranking, cached results."""
