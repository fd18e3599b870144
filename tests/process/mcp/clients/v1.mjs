// node v1.mjs <command of the server>: the first TypeScript SDK, which shakes hands.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { converse, serverOf } from "./conversation.mjs";

const client = new Client({ name: "v1", version: "1" });
const transport = new StdioClientTransport(serverOf(process.argv.slice(2)));
transport.setProtocolVersion = (version) => (transport.protocolVersion = version);
const callTool = (call, options) => client.callTool(call, undefined, options);
await converse("v1", client, callTool, transport);
