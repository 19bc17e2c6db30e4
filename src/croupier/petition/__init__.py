"""The packet that a regulator asks for: one PDF from a submission, and its parts as files beside it."""
