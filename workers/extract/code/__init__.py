"""Reads source code and the files that configure it."""
