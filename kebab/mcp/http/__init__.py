"""MCP over streamable HTTP: the same server as on stdio, behind a token and limits."""
