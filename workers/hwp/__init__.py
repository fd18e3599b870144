"""HWP and HWPX documents: checked before they are opened, read, and asked for what they hold."""
