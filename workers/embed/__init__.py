"""From texts to vectors, one file a provider."""
