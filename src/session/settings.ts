import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../lib/index.ts";
import { parseModel } from "../models/index.ts";
import type { Rule } from "../tools/index.ts";
import { fields, number, object, oneOf, text, texts, wrong, type Field } from "./fields.ts";
import { yamlObject } from "./front-matter.ts";
import type { Hook, McpServer, Price, SandboxUse, Settings, Upstream } from "./session.ts";
import type { Consent } from "./trust.ts";

export const settingsFile = "settings.yaml";

const list: Field<readonly unknown[]> = {
  what: "a list",
  read: (value) => (Array.isArray(value) ? value : undefined),
};

/** Settings that a project may set freely. */
const preferences = { model: text, mode: text, budget_tokens: number(1, 1e12), prices: object } as const;
/**
 * Settings that affect more than the project: only from the user's file, or after consent. `permissions` that ask or
 * deny need no consent.
 */
const grants = { permissions: list, hooks: list, mcp_servers: object, upstreams: object } as const;
/** Settings that a project may never set. */
const ownFields = { sandbox: object } as const;

type Layer = Partial<Omit<Settings, "permissions">> & { readonly permissions: readonly Rule[] };

export const defaults: Settings = {
  model: "builtin",
  mode: "default",
  budget: undefined,
  prices: {},
  permissions: [],
  hooks: [],
  mcpServers: {},
  upstreams: {},
  sandbox: {},
};

export interface SettingsPlaces {
  /** The user's settings folder. */
  readonly user: string;
  /** The project's `.antiphon`. */
  readonly project: string;
}

/**
 * Merges the defaults, the user's file and the project's preferences. Other settings in a project's file apply only
 * after `consent`, which is bound to the file's content. Raises UserError that names file and setting.
 */
export async function loadSettings(places: SettingsPlaces, consent: Consent): Promise<Settings> {
  const userFile = join(places.user, settingsFile);
  const projectFile = join(places.project, settingsFile);
  const user = await readLayer(await read(userFile), userFile, true);
  const source = await read(projectFile);
  const project = await readLayer(source, projectFile);
  const agreed = asks(project) && (await consent(projectFile, source, grantsIn(project)));
  const denials = project.permissions.filter(({ then }) => then === "deny");
  const others = project.permissions.filter(({ then }) => then === "ask" || (agreed && then === "allow"));
  const { mcpServers = {}, upstreams = {}, hooks = [], permissions: _own, ...preferred } = project;
  return {
    ...defaults,
    ...user,
    ...preferred,
    // The first matching rule decides: a project can deny more, but not loosen the user's rules.
    permissions: [...denials, ...user.permissions, ...others],
    hooks: [...(user.hooks ?? []), ...(agreed ? hooks : [])],
    mcpServers: { ...(agreed ? mcpServers : {}), ...user.mcpServers },
    upstreams: { ...(agreed ? upstreams : {}), ...user.upstreams },
  };
}

const asks = ({ permissions, hooks, mcpServers, upstreams }: Layer): boolean =>
  permissions.some(({ then }) => then === "allow") || (hooks ?? mcpServers ?? upstreams) !== undefined;

/** Everything that consent is asked for. */
const grantsIn = ({ permissions, hooks = [], mcpServers = {}, upstreams = {} }: Layer): readonly string[] => [
  ...permissions
    .filter(({ then }) => then === "allow")
    .map(({ tool, pattern }) => `allow the tool ${tool} for ${pattern} without asking`),
  ...hooks.map(({ files, run }) => `run ${JSON.stringify(run)} on what is written to ${files}`),
  ...Object.entries(mcpServers).map(([name, server]) =>
    "command" in server
      ? `start ${JSON.stringify(server.command)} as MCP server ${name}${server.env ? ` with ${JSON.stringify(server.env)}` : ""}`
      : `use the MCP server ${name} at ${server.url}`,
  ),
  ...Object.entries(upstreams).map(
    ([name, { provider, options }]) =>
      `send conversations to ${name} (${provider} ${JSON.stringify(options ?? "")})`,
  ),
];

const read = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw error;
  });

async function readLayer(source: string, file: string, isUser = false): Promise<Layer> {
  const known = { ...preferences, ...grants };
  const text = await yamlObject(source, file);
  const data = isUser
    ? fields(text, { ...known, ...ownFields }, file)
    : { ...fields(text, known, file), sandbox: undefined };
  return {
    ...(data.model !== undefined && { model: data.model }),
    ...(data.mode !== undefined && { mode: data.mode }),
    ...(data.budget_tokens !== undefined && { budget: data.budget_tokens }),
    ...(data.prices && { prices: each(data.prices, (value) => price(value, file)) }),
    ...(data.hooks && { hooks: data.hooks.map((value) => hook(value, file)) }),
    ...(data.mcp_servers && { mcpServers: each(data.mcp_servers, (value) => mcpServer(value, file)) }),
    ...(data.upstreams && { upstreams: each(data.upstreams, (value) => upstream(value, file)) }),
    ...(data.sandbox && { sandbox: each(data.sandbox, (value) => sandboxChoice(value, file)) }),
    permissions: (data.permissions ?? []).map((value) => rule(value, file)),
  };
}

const each = <T>(
  data: Readonly<Record<string, unknown>>,
  readOne: (value: unknown) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, readOne(value)]));

const entries = (value: unknown, what: string, file: string): Readonly<Record<string, unknown>> => {
  if (isObject(value)) return value;
  throw wrong(`${what} is names with values.`, "Change it in that file.", file);
};

// oxlint-disable-next-line unicorn/no-thenable -- a verdict, not a function
const ruleFields = { tool: text, pattern: text, then: oneOf("allow", "ask", "deny") } as const;

function rule(value: unknown, file: string): Rule {
  const { tool, pattern, then } = fields(entries(value, "A permission", file), ruleFields, file);
  if (tool === undefined || then === undefined)
    throw wrong(
      "A permission has tool, pattern and then.",
      "As in: { tool: run, pattern: npm test, then: allow }",
      file,
    );
  return { tool, pattern: pattern ?? "*", then }; // oxlint-disable-line unicorn/no-thenable -- a verdict, not a function
}

function hook(value: unknown, file: string): Hook {
  const { files, run } = fields(entries(value, "A hook", file), { files: text, run: texts }, file);
  const [program, ...args] = run ?? [];
  const wide = files !== undefined && (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(files) || files.length > 2000);
  if (wide)
    throw wrong("A hook's files are a pattern below the project.", 'As in: files: "src/**/*.ts"', file);
  if (program !== undefined) return { files: files ?? "**", run: [program, ...args] };
  throw wrong(
    "A hook has run (a list).",
    'As in: { files: "src/**/*.ts", run: [npx, prettier, --write] }',
    file,
  );
}

function sandboxChoice(value: unknown, file: string): SandboxUse {
  if (value === "without" || value === "required") return value;
  throw wrong(
    "What a folder has as sandbox is without or required.",
    'As in: sandbox: { "/home/ada/shop": without }',
    file,
  );
}

function price(value: unknown, file: string): Price {
  const dollars = number(0, 1e6);
  const { input, output } = fields(
    entries(value, "A price", file),
    { input: dollars, output: dollars },
    file,
  );
  return { input: input ?? 0, output: output ?? 0 };
}

function mcpServer(value: unknown, file: string): McpServer {
  const { command, url, env } = fields(
    entries(value, "An MCP server", file),
    { command: texts, url: text, env: object },
    file,
  );
  const [program, ...args] = command ?? [];
  if (program !== undefined) return { command: [program, ...args], ...(env && { env: each(env, String) }) };
  if (url !== undefined && URL.canParse(url)) return { url };
  throw wrong(
    "An MCP server has a command (a list) or a url.",
    'As in: { command: ["npx", "server"] }',
    file,
  );
}

function upstream(value: unknown, file: string): Upstream {
  if (typeof value === "string") {
    const { provider, options } = parseModel(value);
    return { provider, ...(typeof options === "string" && { options }), file };
  }
  const { provider, ...options } = entries(value, "An upstream", file);
  if (typeof provider === "string") return { provider, options, file };
  throw wrong(
    "An upstream has a provider.",
    "As in: { provider: openai, url: http://localhost:8000/v1 }",
    file,
  );
}
