"""The MCP server: transport, tools, results."""
