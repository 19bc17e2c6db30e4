"""Signed checkpoints, exports, witnesses, and the verification of the log."""
