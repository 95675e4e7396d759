import type { UpstreamKeys } from "../../gateway/index.ts";
import { type UserError, usageError } from "../../lib/index.ts";
import { openConfig } from "../configured.ts";
import { printResult, storeFlags, tableText, type Result } from "../gateway.ts";
import type { Io } from "../io.ts";
import { openKeys } from "../stored-keys.ts";
import { actionOf, program } from "./program.ts";

interface Asked {
  readonly name: string;
  readonly actor: string;
  readonly io: Io;
}

const actions: Readonly<Record<string, (keys: UpstreamKeys, input: Asked) => Promise<Result>>> = {
  async set(keys, { name, actor, io }) {
    await keys.set(name, await keyOf(io), actor);
    return { json: { name }, text: `Set ${name}. Use it as: key: { stored: ${name} }` };
  },
  async list(keys) {
    const all = await keys.list();
    const rows = all.map(({ name, changed }) => [name, new Date(changed).toISOString()]);
    const columns = ["name", "changed"];
    const text = await tableText({ title: "Stored keys", columns, rows, empty: "No keys are stored." });
    return { json: all, text };
  },
  async remove(keys, { name, actor }) {
    await keys.remove(name, actor);
    return { json: { name }, text: `Removed ${name}.` };
  },
  async reseal(keys, { actor }) {
    const count = await keys.reseal(actor);
    return { json: { keys: count }, text: `Keys sealed with the first master key: ${count}` };
  },
};
const withName: ReadonlySet<string> = new Set(["set", "remove"]);

export default program({
  summary: "Keep keys of upstreams encrypted in the gateway's store",
  argument: {
    name: "set|list|remove|reseal [name]",
    summary: "set reads the key from stdin; reseal changes the master key",
    required: true,
    example: "list",
    choices: Object.keys(actions),
  },
  flags: storeFlags,
  async run({ argument, flags }, io) {
    const [verb = "", name = "", ...more] = argument.trim().split(/\s+/);
    const run = actionOf("upstream-keys", actions, verb);
    if (more.length > 0) throw wrong("Pass keys on stdin; other users can see arguments.", "Pipe it in.");
    if (withName.has(verb) !== (name !== ""))
      throw wrong(
        `antiphon upstream-keys ${verb} takes ${name === "" ? "the name of a key" : "no name"}.`,
        `Try: antiphon upstream-keys ${verb}${name === "" ? " main" : ""}`,
      );
    const keys = await openKeys(flags, await openConfig(io, flags.config), io);
    try {
      printResult(await run(keys, { name, actor: `cli:${io.env["USER"] ?? "unknown"}`, io }), io);
    } finally {
      await keys.close();
    }
    return 0;
  },
});

/** Reads a key; typing it at a terminal would make it visible. */
async function keyOf(io: Io): Promise<string> {
  if (io.terminal.input)
    throw wrong("The key is read from stdin, and a terminal would show it.", "Pipe it in: … set NAME < FILE");
  return (await io.answers.next("")) ?? "";
}

const wrong = (what: string, fix: string): UserError => usageError("upstream_keys", what, fix);
