"""Lessons for players: the guide of a rule set, stacked rounds, reasons for decisions, differences."""
