"""Checks of the health of a knowledge base."""
