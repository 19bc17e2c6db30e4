"""Accounts, roles, passwords, sign-in and sessions."""
