"""Lessons for players."""
