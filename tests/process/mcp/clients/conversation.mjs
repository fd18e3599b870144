// One conversation that every client has with kebab, and calls that a file lists; what was heard
// goes to stdout as JSON.
import { readFile } from "node:fs/promises";

export async function converse(title, client, callTool, transport) {
  await client.connect(transport);
  const heard = { server: client.getServerVersion().name, instructions: client.getInstructions() };
  heard.version = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion;
  heard.tools = (await client.listTools()).tools.map((tool) => tool.name);
  heard.search = await callTool({ name: "search", arguments: { query: "사과", tags: "[]" } });
  heard.fetch = await callTool({ name: "fetch", arguments: { kind: "doc", doc_id: "a.md" } });
  heard.list = await callTool({ name: "list_docs", arguments: {} });
  heard.doctor = await callTool({ name: "doctor", arguments: {} });
  heard.progress = [];
  const content = `# Quinces\n\nQuinces of ${title} ripen late.\n`;
  heard.ingest = await callTool(
    { name: "ingest_stdin", arguments: { content, title } },
    { onprogress: (progress) => heard.progress.push(progress) },
  );
  heard.error = await callTool({ name: "search", arguments: {} });
  heard.unknown = await callTool({ name: "serach", arguments: {} }).catch((error) => error.code);
  const closing = performance.now();
  await client.close();
  heard.closedAfterMs = performance.now() - closing;
  process.stdout.write(JSON.stringify(heard));
}

export function serverOf([command, ...args]) {
  return { command, args, cwd: "/", stderr: "ignore" };
}

// With "--calls FILE" in front of the command: make those calls, one after the other.
export async function drive(file, client, callTool, transport) {
  await client.connect(transport);
  const heard = { tools: (await client.listTools()).tools.map((tool) => tool.name), results: [] };
  let opened = "";
  for (const { name, arguments: given } of JSON.parse(await readFile(file, "utf8"))) {
    const text = JSON.stringify(given).replaceAll("<docId>", opened);
    const result = await callTool({ name, arguments: JSON.parse(text) });
    heard.results.push(result);
    if (name === "hwp_open" && !result.isError) opened = JSON.parse(result.content[0].text).docId;
  }
  await client.close();
  process.stdout.write(JSON.stringify(heard));
}
