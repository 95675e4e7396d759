import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ourModes, settingsFile } from "../../session/index.ts";
import { openWorkspace, type Change } from "../../workspace/index.ts";
import { program } from "./program.ts";

const settings = (
  who: "project" | "user",
): string => `# Settings of ${who === "user" ? "this user" : "this project"}; a line without its leading # counts.

# The model of new sessions; /model lists what there is.
# model: builtin

# The mode of new sessions; /mode --list shows them.
# mode: default

# Tokens a session may use before auto_activate of modes/token-efficient.md finds its budget low.
# budget_tokens: 200000

# Dollars for a million tokens, for /cost.
# prices:
#   some-model: { input: 3, output: 15 }

# What a model's tools may do without asking, only after asking, or never. The first rule that fits decides.
# permissions:
#   - { tool: run, pattern: "npm test", then: allow }
#   - { tool: write, pattern: "migrations/**", then: deny }
${
  who === "user"
    ? `
# Models beside the built-in one.
# upstreams:
#   local: { provider: openai, url: "http://127.0.0.1:8000/v1" }

# Programs that are run in the sandbox on what a command wrote, with the paths that fit added.
# hooks:
#   - { files: "src/**/*.ts", run: ["npx", "prettier", "--write"] }

# MCP servers whose tools a model may use.
# mcp_servers:
#   files: { command: ["npx", "some-mcp-server"] }
`
    : `
# upstreams, mcp_servers, hooks and permissions that allow something belong into the user's own settings
# (antiphon init --user). Here they count only after each user has agreed to this file's content.
`
}`;

export default program({
  summary: "Write commented settings and the token-efficient mode, ready to edit",
  flags: {
    user: { type: "boolean", summary: "Write into the user's settings folder instead of the project" },
  },
  async run({ flags }, io) {
    const root = flags.user ? io.folders.settings : io.cwd;
    const folder = flags.user ? "" : ".antiphon";
    const { files } = await openWorkspace(root, { state: io.folders.state, clock: io.clock });
    const mode = await readFile(join(await ourModes(), "token-efficient.md"), "utf8");
    const starterFiles: readonly (readonly [string, string])[] = [
      [join(folder, settingsFile), settings(flags.user ? "user" : "project")],
      [join(folder, "modes", "token-efficient.md"), mode],
    ];
    const changes: Change[] = [];
    for (const [path, after] of starterFiles) {
      if ((await files.tryRead(path)) === null) changes.push({ path, before: null, after });
      else io.err(`${path} already exists and stays unchanged.\n`);
    }
    if (changes.length > 0 && !io.globals.dryRun) await files.write(changes);
    const verb = io.globals.dryRun ? "Would write" : "Wrote";
    for (const { path } of changes) io.out(`${verb} ${join(root, path)}\n`);
    return 0;
  },
});
