import type { Administration, Amounts, Key, KeySettings } from "../../gateway/index.ts";
import { nearest, type UserError, type Json, usageError } from "../../lib/index.ts";
import type { Config } from "../../config/index.ts";
import { openConfig } from "../configured.ts";
import type { Io } from "../io.ts";
import { knownModels } from "../known-models.ts";
import { administer, listOf, pairs, printResult, storeFlags, tableText, type Result } from "../gateway.ts";
import { actionOf, program } from "./program.ts";

interface Asked {
  readonly id: string;
  readonly settings: KeySettings;
  readonly limits: Amounts | undefined;
  /** In seconds. */
  readonly grace: number;
}
const actions: Readonly<Record<string, (admin: Administration, input: Asked) => Promise<Result>>> = {
  create: async (admin, { settings, limits }) =>
    shownOnce("Created", await admin.createKey(settings, limits)),
  list: async (admin) => {
    const keys = await all(admin);
    return { json: keys, text: await tableText(table(keys)) };
  },
  update: async (admin, { id, settings }) => keyResult("Changed", await admin.updateKey(id, settings)),
  rotate: async (admin, { id, grace }) => shownOnce("Rotated", await admin.rotateKey(id, grace * 1000)),
  disable: async (admin, { id }) => keyResult("Disabled", await admin.disableKey(id, true)),
  enable: async (admin, { id }) => keyResult("Enabled", await admin.disableKey(id, false)),
};

export default program({
  summary: "Create, list, change, rotate and disable the keys of a gateway",
  argument: {
    name: "create|list|update|rotate|disable|enable [id]",
    summary: "what to do, and with which key",
    required: true,
    example: "create",
    choices: Object.keys(actions),
  },
  flags: {
    name: { type: "string", summary: "What the key is for", example: "ci" },
    team: { type: "string", summary: "Team whose limits it shares", example: "search" },
    owner: { type: "string", summary: "Who is responsible for it", example: "ada@example.org" },
    models: {
      type: "string",
      summary: "Models it may use, separated by commas; a final * matches any ending",
      example: "builtin",
    },
    endpoints: {
      type: "string",
      summary: "Endpoints it may use, of messages, count_tokens, models",
      example: "messages",
    },
    tools: { type: "string", summary: "Tools that its requests may define", example: "get_weather" },
    labels: { type: "string", summary: "Other labels, separated by commas", example: "project=search" },
    expires: { type: "string", summary: "When it expires", example: "2027-01-31" },
    grace: {
      type: "string",
      summary: "With rotate: seconds that the old key stays valid (default 0)",
      example: "3600",
    },
    limits: {
      type: "string",
      summary: "With create: limits of this key, separated by commas",
      example: "spend_per_day=5,requests_per_minute=60",
    },
    ...storeFlags,
  },
  async run({ argument, flags }, io) {
    const [name = "", id = "", ...more] = argument.trim().split(/\s+/);
    const run = actionOf("keys", actions, name);
    const takesId = name !== "create" && name !== "list";
    if (takesId !== (id !== "") || more.length > 0) throw wrongId(name, takesId);
    const { readAmounts, readSettings } = await import("../../gateway/index.ts");
    const settings = readSettings(settingsFrom(flags));
    const limits = flags.limits === undefined ? undefined : readAmounts(pairs(flags.limits));
    const input = { id, settings, limits, grace: graceOf(flags.grace) };
    if (settings.models) warnOfUnknown(settings.models, await openConfig(io, flags.config), io);
    printResult(await administer(flags, io, (admin) => run(admin, input)), io);
    return 0;
  },
});

/** Warns of models that the configuration doesn't name, unless an upstream may have them. They aren't refused: `serve` may serve them by `--model`. */
function warnOfUnknown(models: readonly string[], config: Config | undefined, io: Io): void {
  const { names, isOpen } = knownModels(config);
  for (const model of models) {
    const isKnown = model.endsWith("*")
      ? names.some((name) => name.startsWith(model.slice(0, -1)))
      : names.includes(model);
    const meant = isKnown ? undefined : nearest(model, names);
    if (isKnown || (isOpen && meant === undefined)) continue;
    io.err(`No model of the configuration matches ${model}.${meant ? ` Did you mean ${meant}?` : ""}\n`);
  }
}

/** Converts the flags to settings. As `--team=` isn't possible, `-` clears a value. */
function settingsFrom(
  flags: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const name of ["name", "team", "owner", "expires"])
    if (flags[name] !== undefined) settings[name] = cleared(flags[name]);
  for (const name of ["models", "endpoints", "tools"]) {
    const text = flags[name];
    if (text !== undefined) settings[name] = text === "-" ? null : listOf(text);
  }
  const { labels } = flags;
  if (labels !== undefined) settings["labels"] = labels === "-" ? {} : pairs(labels);
  return settings;
}

const cleared = (text: string): string | null => (text === "-" ? null : text);

function graceOf(text = "0"): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw usageError(
    "grace",
    `--grace=${text} is not a number of seconds.`,
    "Give a whole number, such as 3600.",
  );
}

const wrongId = (name: string, takesId: boolean): UserError =>
  usageError(
    "key_id",
    takesId ? `antiphon keys ${name} needs the id of a key.` : `antiphon keys ${name} takes no id.`,
    takesId
      ? `Try: antiphon keys ${name} key_… (antiphon keys list shows all).`
      : `Try: antiphon keys ${name}`,
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

const keyResult = (verb: string, key: Key): Result => ({ json: key, text: `${verb} ${about(key)}.` });

const shownOnce = (verb: string, created: { readonly key: Key; readonly secret: string }): Result => ({
  json: created,
  text: `${verb} ${about(created.key)}:

${created.secret}

It is shown this once; only its hash is stored.`,
});

const day = (time: number | null): string => (time === null ? "" : new Date(time).toISOString().slice(0, 10));

const table = (keys: readonly Key[]) => ({
  title: "Keys",
  columns: ["key", "ends in", "name", "team", "models", "created", "expires", "state"],
  rows: keys.map((key): readonly Json[] => [
    key.id,
    key.hint,
    key.name,
    key.team ?? "",
    key.models?.join(", ") ?? "all",
    day(key.created),
    day(key.expires),
    key.disabled === null ? "" : `disabled ${day(key.disabled)}`,
  ]),
  empty: "No key was created yet.",
});
