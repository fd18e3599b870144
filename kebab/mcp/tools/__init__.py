"""The declared tools, one file a subject."""
