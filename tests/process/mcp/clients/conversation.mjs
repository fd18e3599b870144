// One conversation that every client has with kebab; what was heard goes to stdout as JSON.

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
