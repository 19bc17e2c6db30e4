"""The one door for secrets: what each viewer may see of a table, its log and its records."""
