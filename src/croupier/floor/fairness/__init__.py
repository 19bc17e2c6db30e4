"""Commit-reveal shuffles, and the statistical tests of their outcomes."""
