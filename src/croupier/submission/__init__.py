"""What the operator chose, checked against the law, and made into house rules."""
