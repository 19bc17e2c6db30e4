"""The server: HTTP and WebSocket in front of the floor. It carries, guards and counts; it has no rules."""
