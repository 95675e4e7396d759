/**
 * Coding agents from npm, unmodified: each reads a file through its own tool over our endpoint, and says what is in it.
 * Two run here; `ANTIPHON_AGENTS=all` also runs those of several hundred megabytes.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessagesRequest } from "../messages/index.ts";
import { startServer, type Line, type TestServer } from "./index.ts";

interface Agent {
  readonly package: string;
  readonly program: string;
  readonly large?: boolean;
  /** Settings below the home folder. */
  settings(server: TestServer): Readonly<Record<string, string>>;
  args(home: string): readonly string[];
}

const task = "Read note.txt";

const piArgs = ["--provider", "antiphon", "--model", "scripted", "--offline", "--no-session", "-p", task];
const piModels = (api: string, baseUrl: string, apiKey: string) => {
  const models = [{ id: "scripted", name: "Scripted", contextWindow: 100_000, maxTokens: 4096 }];
  return {
    ".pi/agent/models.json": JSON.stringify({ providers: { antiphon: { baseUrl, api, apiKey, models } } }),
  };
};

const agents: Readonly<Record<string, Agent>> = {
  pi: {
    package: "@mariozechner/pi-coding-agent@0.73.1",
    program: "node_modules/.bin/pi",
    settings: ({ baseURL, apiKey }) => piModels("anthropic-messages", baseURL, apiKey),
    args: () => piArgs,
  },
  ...Object.fromEntries(
    (["openai-completions", "openai-responses"] as const).map((api): [string, Agent] => [
      `pi by ${api}`,
      {
        package: "@mariozechner/pi-coding-agent@0.73.1",
        program: "node_modules/.bin/pi",
        settings: ({ apiURL, apiKey }) => piModels(api, apiURL, apiKey),
        args: () => piArgs,
      },
    ]),
  ),
  continue: {
    package: "@continuedev/cli@1.5.47",
    program: "node_modules/.bin/cn",
    settings: ({ apiURL, apiKey }) => ({
      ".continue/config.yaml": [
        "name: local",
        "version: 0.0.1",
        "schema: v1",
        "models:",
        `  - { name: scripted, provider: anthropic, model: scripted, apiKey: ${apiKey}, apiBase: "${apiURL}/", roles: [chat], capabilities: [tool_use] }`,
      ].join("\n"),
    }),
    args: (home) => ["-p", "--config", join(home, ".continue/config.yaml"), task],
  },
  opencode: {
    package: "opencode-linux-x64@1.18.33",
    program: "node_modules/opencode-linux-x64/bin/opencode",
    large: true,
    settings: ({ apiURL, apiKey }) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        permission: { external_directory: "allow" },
        provider: {
          anthropic: { options: { baseURL: apiURL, apiKey }, models: { scripted: { name: "Scripted" } } },
        },
      }),
    }),
    args: () => ["run", "--model", "anthropic/scripted", task],
  },
  codex: {
    package: "@openai/codex-linux-x64@npm:@openai/codex@0.171.0-linux-x64",
    program: "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
    large: true,
    settings: ({ apiURL }) => ({
      ".codex/config.toml": [
        'model = "scripted"',
        'model_provider = "antiphon"',
        'web_search = "disabled"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "[features]",
        "multi_agent = false",
        "[model_providers.antiphon]",
        'name = "Antiphon"',
        `base_url = "${apiURL}"`,
        'env_key = "ANTHROPIC_API_KEY"',
      ].join("\n"),
    }),
    args: () => ["exec", "--skip-git-repo-check", task],
  },
  claude: {
    package: "@anthropic-ai/claude-code-linux-x64@2.1.330",
    program: "node_modules/@anthropic-ai/claude-code-linux-x64/claude",
    large: true,
    settings: () => ({}),
    args: () => ["-p", task, "--model", "scripted", "--allowedTools", "Read"],
  },
};

const all = process.env["ANTIPHON_AGENTS"] === "all";
const chosen = Object.entries(agents).filter(([, { large }]) => all || !large);

function run(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const [program = "", ...args] = command;
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`${code}: ${output}`))));
  });
}

async function installed(name: string): Promise<string> {
  const folder = join(tmpdir(), "antiphon-agents", name.replaceAll("/", "+"));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  writeFileSync(join(fresh, "package.json"), "{}");
  await run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", name], fresh, process.env);
  renameSync(fresh, folder);
  return folder;
}

/** Calls the tool that reads a file, then repeats what it gave; a request without tools wants a title. */
const reading =
  (file: string) =>
  ({ messages, tools = [] }: MessagesRequest): Exclude<Line, (request: MessagesRequest) => unknown> => {
    const content = messages.at(-1)?.content;
    const results = Array.isArray(content) ? content.filter(({ type }) => type === "tool_result") : [];
    if (results.length > 0) return `It says: ${JSON.stringify(results)}`;
    const read = tools.find(({ name }) => name.toLowerCase() === "read");
    if (tools.some(({ name }) => name === "exec_command"))
      return { tool: "exec_command", input: { cmd: `cat ${file}` } };
    const properties = (read?.input_schema?.["properties"] ?? {}) as Readonly<Record<string, unknown>>; // a schema's
    const path = Object.keys(properties).find((name) => /path|file/i.test(name));
    return read && path !== undefined ? { tool: read.name, input: { [path]: file } } : "Reading";
  };

describe.each(["spec", "live"] as const)("in the profile %s", (profile) => {
  let home = "";
  let server: TestServer;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "antiphon-agent-"));
    mkdirSync(join(home, "work"));
    writeFileSync(join(home, "work/note.txt"), "the magic word is xylophone\n");
    const line = reading(join(home, "work/note.txt"));
    server = await startServer({ profile, script: Array.from({ length: 20 }, () => line) });
  });
  afterAll(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each(chosen)("%s uses its tool", async (_, agent) => {
    const folder = await installed(agent.package);
    for (const [path, text] of Object.entries(agent.settings(server))) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const { NODE_OPTIONS: _options, VITEST: __, ...inherited } = process.env;
    const output = await run([join(folder, agent.program), ...agent.args(home)], join(home, "work"), {
      ...inherited,
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".data"),
      ANTHROPIC_BASE_URL: server.baseURL,
      ANTHROPIC_API_KEY: server.apiKey,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    });
    expect(output).toContain("the magic word is xylophone");
    expect(server.errors).toEqual([]);
  });
});
