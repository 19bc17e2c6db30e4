"""The API, one room per feature: routes, messages and logic together."""
