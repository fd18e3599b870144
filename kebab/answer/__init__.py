"""Answers questions from what a search found, each sentence cited, or refuses."""
