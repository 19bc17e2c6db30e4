"""Boards, the hole cards on them, and the result of every pair of hands."""
