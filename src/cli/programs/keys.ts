import type { Administration, Key, KeySettings } from "../../gateway/index.ts";
import { inTable, listed, nearest, UserError, type Json } from "../../lib/index.ts";
import { toMarkdown } from "../../report/index.ts";
import type { Io } from "../io.ts";
import { openStored, storeFlag } from "../store.ts";
import { program } from "./program.ts";

interface Result {
  readonly json: unknown;
  readonly text: string;
}
interface Asked {
  readonly id: string;
  readonly settings: KeySettings;
  /** Seconds. */
  readonly grace: number;
}
const deeds: Readonly<Record<string, (admin: Administration, asked: Asked) => Promise<Result>>> = {
  create: async (admin, { settings }) => shownOnce("Created", await admin.createKey(settings)),
  list: async (admin) => {
    const keys = await all(admin);
    return { json: keys, text: await table(keys) };
  },
  update: async (admin, { id, settings }) => shown("Changed", await admin.updateKey(id, settings)),
  rotate: async (admin, { id, grace }) => shownOnce("Rotated", await admin.rotateKey(id, grace * 1000)),
  disable: async (admin, { id }) => shown("Disabled", await admin.disableKey(id, true)),
  enable: async (admin, { id }) => shown("Enabled", await admin.disableKey(id, false)),
};
const names = Object.keys(deeds);

export default program({
  summary: "Create, list, change, rotate and disable the keys of a gateway",
  argument: {
    name: "create|list|update|rotate|disable|enable [id]",
    summary: "what to do, and with which key",
    required: true,
    example: "create",
    choices: names,
  },
  flags: {
    name: { type: "string", summary: "What the key is for", example: "ci" },
    team: { type: "string", summary: "Team whose limits it shares", example: "search" },
    owner: { type: "string", summary: "Who answers for it", example: "ada@example.org" },
    models: { type: "string", summary: "Models it may use, with commas; * at an end", example: "builtin" },
    endpoints: { type: "string", summary: "Of messages, count_tokens, models", example: "messages" },
    tools: { type: "string", summary: "Tools that its requests may define", example: "get_weather" },
    labels: { type: "string", summary: "Any more, with commas", example: "project=search" },
    expires: { type: "string", summary: "Until when it is good", example: "2027-01-31" },
    grace: {
      type: "string",
      summary: "With rotate: seconds the old one stays good (default 0)",
      example: "3600",
    },
    store: storeFlag,
  },
  async run({ argument, flags }, io) {
    const [name = "", id = "", ...more] = argument.trim().split(/\s+/);
    const deed = inTable(deeds, name);
    if (!deed) throw unknown(name);
    const takesId = name !== "create" && name !== "list";
    if (takesId !== (id !== "") || more.length > 0) throw wrongId(name, takesId);
    const { readSettings } = await import("../../gateway/index.ts");
    const settings = readSettings(given(flags));
    const gateway = await openStored(flags.store, io);
    try {
      const actor = `cli:${io.env["USER"] ?? "unknown"}`;
      print(await deed(gateway.as(actor), { id, settings, grace: graceOf(flags.grace) }), io);
    } finally {
      await gateway.close();
    }
    return 0;
  },
});

function print({ json, text }: Result, io: Io): void {
  io.out(io.globals.json ? `${JSON.stringify(json, null, 2)}\n` : `${text}\n`);
}

const list = (text: string): readonly string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The flags as settings. `--team=` isn't possible, so `-` clears one. */
function given(flags: Readonly<Record<string, string | undefined>>): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const name of ["name", "team", "owner", "expires"])
    if (flags[name] !== undefined) settings[name] = cleared(flags[name]);
  for (const name of ["models", "endpoints", "tools"]) {
    const text = flags[name];
    if (text !== undefined) settings[name] = text === "-" ? null : list(text);
  }
  if (flags["labels"] !== undefined)
    settings["labels"] = Object.fromEntries(list(flags["labels"] === "-" ? "" : flags["labels"]).map(pair));
  return settings;
}

const cleared = (text: string): string | null => (text === "-" ? null : text);

function pair(text: string): readonly [string, string] {
  const sign = text.indexOf("=");
  return sign < 0 ? [text, ""] : [text.slice(0, sign), text.slice(sign + 1)];
}

function graceOf(text = "0"): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new UserError(
    "grace",
    `--grace=${text} is no number of seconds.`,
    "Give a whole number, like 3600.",
    { usage: true },
  );
}

function unknown(name: string): UserError {
  const meant = nearest(name, names);
  return new UserError(
    "unknown_action",
    `antiphon keys can't ${name.slice(0, 40)}.`,
    meant ? `Did you mean: antiphon keys ${meant}?` : `It can ${listed(names, "or")}.`,
    { usage: true },
  );
}

const wrongId = (name: string, takesId: boolean): UserError =>
  new UserError(
    "key_id",
    takesId ? `antiphon keys ${name} needs the id of a key.` : `antiphon keys ${name} takes no id.`,
    takesId
      ? `Try: antiphon keys ${name} key_… (antiphon keys list shows all).`
      : `Try: antiphon keys ${name}`,
    { usage: true },
  );

async function all(admin: Administration): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (;;) {
    const last = keys.at(-1)?.id;
    const page = await admin.listKeys(last === undefined ? {} : { after: last });
    if (page.length === 0) return keys;
    keys.push(...page);
  }
}

const about = ({ id, name, team }: Key): string =>
  [id, name && `(${name})`, team !== null && `of team ${team}`].filter(Boolean).join(" ");

const shown = (deed: string, key: Key): Result => ({ json: key, text: `${deed} ${about(key)}.` });

const shownOnce = (deed: string, created: { readonly key: Key; readonly secret: string }): Result => ({
  json: created,
  text: `${deed} ${about(created.key)}:

${created.secret}

It is shown this once; only its hash is stored.`,
});

const day = (time: number | null): string => (time === null ? "" : new Date(time).toISOString().slice(0, 10));

async function table(keys: readonly Key[]): Promise<string> {
  const columns = ["key", "ends in", "name", "team", "models", "created", "expires", "state"];
  const rows: readonly (readonly Json[])[] = keys.map((key) => [
    key.id,
    key.hint,
    key.name,
    key.team ?? "",
    key.models?.join(", ") ?? "all",
    day(key.created),
    day(key.expires),
    key.disabled === null ? "" : `disabled ${day(key.disabled)}`,
  ]);
  const text = "No key was created yet.";
  const blocks = keys.length
    ? [{ kind: "table" as const, columns, rows }]
    : [{ kind: "text" as const, text }];
  const sections = [{ key: "keys", title: "", blocks }];
  return (await toMarkdown({ title: "Keys", outcome: "done", sections }, "default")).trimEnd();
}
