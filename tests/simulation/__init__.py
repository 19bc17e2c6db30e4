"""The whole floor in one process by seed: virtual time, a disk that loses power, a bad network."""
