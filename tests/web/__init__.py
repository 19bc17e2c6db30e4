"""The web in a real browser, against a real server."""
