"""A local-first knowledge base for agents: everything in front of the pipe."""

__version__ = "0.1.0"
