"""Submissions, links and tables."""
