"""One shard: its lexical view, its vector view, and their replay from the log."""
