"""The one door for secrets: each viewer gets only the parts of a table and its log that they may know."""
