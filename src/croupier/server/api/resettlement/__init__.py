"""Resettle a finished round on corrected facts."""
