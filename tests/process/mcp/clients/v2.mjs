// node v2.mjs <legacy|auto> [--calls FILE] <command of the server>: the second TypeScript SDK, of both eras.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { converse, drive, serverOf } from "./conversation.mjs";

const [mode, ...command] = process.argv.slice(2);
const [file] = command[0] === "--calls" ? command.splice(0, 2).slice(1) : [];
const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
const transport = new StdioClientTransport(serverOf(command));
const callTool = (call, options) => client.callTool(call, options);
const title = `v2 ${mode}`;
await (file ? drive(file, client, callTool, transport) : converse(title, client, callTool, transport));
