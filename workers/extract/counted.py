"""Words a number with its noun, for what a document has to warn of. Pure."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Write a number with its noun: `1 image`, `2 images`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def left_out(number: int, noun: str) -> str:
    """Say how many of something were left out."""
    return f"{counted(number, noun)} {'was' if number == 1 else 'were'} left out"
