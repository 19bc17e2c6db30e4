"""Boards, the hole cards on them, and what comes of every pair of hands."""
