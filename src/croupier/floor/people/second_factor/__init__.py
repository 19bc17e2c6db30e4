"""Second factors of staff: authenticator codes, passkeys and recovery codes."""
