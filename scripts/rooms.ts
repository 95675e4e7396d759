/** Who may import whom. Every room may import `lib`; a room is entered through its `index.ts` only. */
const below = ["schema", "messages", "models", "loop"];
const assistant = [
  "workspace",
  "code",
  "inspect",
  "tools",
  "api",
  "endpoints",
  "generate",
  "document",
  "report",
  "plan",
];

export const rooms: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  schema: [],
  messages: ["schema"],
  models: ["schema", "messages"],
  loop: ["schema", "messages", "models"],
  server: ["schema", "messages", "models"],
  workspace: [],
  code: ["workspace"],
  inspect: ["workspace", "code"],
  tools: ["schema", "loop", "workspace", "code", "inspect"],
  api: ["schema", "workspace", "code"],
  endpoints: ["schema", "workspace", "code", "api"],
  generate: ["workspace", "code", "api"],
  document: ["workspace", "code", "inspect", "api", "endpoints"],
  report: ["workspace", "code"],
  plan: ["workspace", "code"],
  session: ["schema", "messages", "models", "loop", "workspace", "tools", "report"],
  commands: ["schema", "messages", "loop", ...assistant, "session"],
  mcp: ["schema", "report", "session", "commands", "server"],
  testing: ["messages", "models", "server"],
  cli: [...below, "server", ...assistant, "session", "commands", "mcp", "testing"],
};
