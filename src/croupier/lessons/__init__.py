"""What teaches a player: the guide of a rule set, stacked rounds, the reason for a decision, differences."""
