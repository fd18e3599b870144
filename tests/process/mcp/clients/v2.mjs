// node v2.mjs <legacy|auto> <command of the server>: the second TypeScript SDK, of both eras.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { converse, serverOf } from "./conversation.mjs";

const [mode, ...command] = process.argv.slice(2);
const client = new Client({ name: "v2", version: "1" }, { versionNegotiation: { mode } });
const transport = new StdioClientTransport(serverOf(command));
await converse(`v2 ${mode}`, client, (call, options) => client.callTool(call, options), transport);
