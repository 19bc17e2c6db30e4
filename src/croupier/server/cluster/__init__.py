"""Messages between the servers of one house."""
