"""One question, scattered to the shards, gathered, fused and rendered."""
