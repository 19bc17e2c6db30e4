"""Sign in, sign out, guests and passwords."""
