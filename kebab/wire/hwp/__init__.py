"""What the tools for HWP and HWPX documents emit. Addresses, pages and tables count from 0."""
