import { split, take, type FlagValues, type Flags, type Values, type Word } from "../commands/index.ts";

/** Flags of all commands and programs. */
export const globalFlags = {
  help: { type: "boolean", summary: "Show this help" },
  version: { type: "boolean", summary: "Show the version" },
  cwd: { type: "string", summary: "Work in this folder", example: "shop", files: true },
  out: { type: "string", summary: "Write into this folder", example: "my-api", files: true },
  yes: { type: "boolean", summary: "Answer every question with yes" },
  "dry-run": { type: "boolean", summary: "Show what would be written as a diff; write nothing" },
  json: { type: "boolean", summary: "Print the result as JSON" },
  schema: { type: "boolean", summary: "Print the JSON Schema of the --json output; run nothing" },
  report: { type: "string", summary: "Also write the report to a file", example: "report.md", files: true },
  quiet: { type: "boolean", summary: "Print no report and no progress" },
  continue: { type: "boolean", summary: "Continue the project's last session" },
  resume: { type: "string", summary: "Continue this session", example: "ID" },
  print: {
    type: "boolean",
    summary:
      "Don't ask (-p): without --yes, every answer is no and only --report is written; /api-gen prints its definition",
  },
  events: { type: "boolean", summary: "Print each step as a line of JSON when it happens" },
  "no-sandbox": { type: "boolean", summary: "Run programs without a sandbox, with your own permissions" },
  "no-color": { type: "boolean", summary: "Print without colours" },
} as const satisfies Flags;

export const globalNames: readonly string[] = Object.keys(globalFlags);

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/** The flags by name, `dry-run` as `dryRun`. */
export type Globals = {
  readonly [K in keyof typeof globalFlags as Camel<K>]: Values<typeof globalFlags>[K];
};

const short = new Map([
  ["-h", "--help"],
  ["-v", "--version"],
  ["-V", "--version"],
  ["-p", "--print"],
]);

/** Expands short flags at the beginning and the end of a line; within a sentence they are words. */
function spelt(all: readonly Word[]): readonly Word[] {
  const isFlag = ({ text, quoted }: Word): boolean => !quoted && /^--?[a-z]/i.test(text);
  const end = all.findIndex(({ text, quoted }) => text === "--" && !quoted);
  const words = end < 0 ? all : all.slice(0, end);
  const first = words.findIndex((word) => !isFlag(word));
  const last = words.findLastIndex((word) => !isFlag(word));
  return all.map((word, i) => {
    const isAside = i < words.length && (first < 0 || i < first || i > last);
    const text = isAside && !word.quoted ? short.get(word.text) : undefined;
    return text === undefined ? word : { ...word, text };
  });
}

/** Removes the global flags from a line, wherever they are before `--`. */
export function takeGlobals(
  all: readonly Word[],
  prefix: string,
): { readonly globals: Globals; readonly rest: readonly Word[] } {
  const { values, rest } = take(spelt(all), { prefix, name: "", flags: globalFlags });
  return { globals: read(values), rest };
}

/**
 * Makes `antiphon "/api-gen Task"` the same as `antiphon api-gen Task`. After flags, as in `antiphon -p "…"`, only
 * text with a leading slash is a command line; other text goes to a model unchanged.
 */
export function expanded(all: readonly Word[]): readonly Word[] {
  const [first] = takeGlobals(all, "antiphon").rest;
  const isLine = ({ text }: Word): boolean => /\s/.test(text) && (first === all[0] || text.startsWith("/"));
  return all.flatMap((word) => (word === first && isLine(word) ? split(word.text) : word));
}

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const read = (values: FlagValues): Globals =>
  Object.fromEntries(
    Object.entries(globalFlags).map(([name, { type }]) => [
      camel(name),
      type === "boolean" ? values[name] === true : values[name],
    ]),
  ) as Globals; // each flag by its name

/** The flags of a line in a session, combined with those that the session was started with. */
export function joined(session: Globals, line: Globals): Globals {
  const both = Object.entries({ ...session }).map(([name, value]) => [
    name,
    line[name as keyof Globals] || value,
  ]);
  const ownGlobals = { help: false, version: false, schema: line.schema, continue: false, resume: undefined };
  return { ...(Object.fromEntries(both) as Globals), ...ownGlobals };
}
