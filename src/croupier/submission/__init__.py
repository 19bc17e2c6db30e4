"""The operator's choices, checked against the law and resolved into house rules."""
