// node v1.mjs [--calls FILE] <command of the server>: the first TypeScript SDK, which shakes hands.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { converse, drive, serverOf } from "./conversation.mjs";

const words = process.argv.slice(2);
const [file] = words[0] === "--calls" ? words.splice(0, 2).slice(1) : [];
const client = new Client({ name: "v1", version: "1" });
const transport = new StdioClientTransport(serverOf(words));
transport.setProtocolVersion = (version) => (transport.protocolVersion = version);
const callTool = (call, options) => client.callTool(call, undefined, options);
await (file ? drive(file, client, callTool, transport) : converse("v1", client, callTool, transport));
