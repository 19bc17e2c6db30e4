"""WebSockets: connections, messages and fan-out."""
