"""Language models behind one protocol, each provider in a file of its own."""
