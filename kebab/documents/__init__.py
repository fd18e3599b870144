"""Documents and chunks by name: fetch, list, inspect, forget."""
