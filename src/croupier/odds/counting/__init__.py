"""Counting: hands up to a renaming of the suits, all hands by group, hands ranked in bulk, results kept."""
