"""Submissions, links, tables and house settings."""
