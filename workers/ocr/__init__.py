"""Reads text in images."""
