import type { Declaration, Edit, Entry, Study } from "../../code/index.ts";
import { documentedNames, isDocumented } from "./words/names.ts";

/** Something that a docstring says and the code no longer does. */
export interface Drift {
  readonly kind: "renamed" | "removed" | "default" | "type" | "raises";
  /** One sentence: what was said, and what holds. */
  readonly what: string;
  /** Of a renamed parameter: what it is called. */
  readonly now?: string;
  readonly edits: readonly Edit[];
}

interface Checked {
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
  readonly entries: readonly Entry[];
  /** Whether the declaration certainly doesn't raise an error of that name. */
  never(type: string): boolean;
}

/** Where a docstring no longer fits its declaration, with what mends just that. */
export function drifted(source: string, checked: Checked): readonly Drift[] {
  const { declaration } = checked;
  if (declaration.kind !== "function" && declaration.kind !== "method") return [];
  if (checked.traits.has("overload") || checked.traits.has("closed")) return [];
  return [
    ...parameters(source, checked),
    ...defaults(source, checked),
    ...types(source, checked),
    ...errors(source, checked),
  ];
}

const removal = (source: string, { range }: Entry): Edit => ({
  range,
  text: "",
  mends: linesOf(source.slice(range.start, range.end)),
});

/** Errors that are named and certainly no longer raised; the last one takes its heading with it. */
function errors(source: string, { entries, never }: Checked): readonly Drift[] {
  const said = entries.filter(({ kind, at }) => kind === "raises" && at);
  const gone = said.filter(({ name }) => never(name));
  const heading = entries.findLast(
    ({ kind, name, range }) =>
      kind === "other" && name.toLowerCase() === "raises" && range.end <= (said[0]?.range.start ?? 0),
  );
  return gone.map((entry, place) => ({
    kind: "raises" as const,
    what: `${entry.name} is no longer raised`,
    edits: [
      removal(source, entry),
      ...(heading && place === 0 && gone.length === said.length ? [removal(source, heading)] : []),
    ],
  }));
}

/** The plain types of each language, under the names that docstrings give them. */
const plainTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    str: "str",
    string: "str",
    int: "int",
    integer: "int",
    float: "float",
    bool: "bool",
    boolean: "bool",
    bytes: "bytes",
    dict: "dict",
    list: "list",
    set: "set",
    tuple: "tuple",
    number: "number",
  }),
);

/** A type that the text states and the signature gives otherwise; both are plain ones. */
function types(source: string, { declaration, entries }: Checked): readonly Drift[] {
  return entries.flatMap((entry) => {
    const name = entry.kind === "parameter" ? entry.name.replace(/^[\\*]+/, "") : "";
    const type = declaration.parameters.find((one) => one.name === name && !one.rest)?.type;
    const right = type && plainTypes.get(type);
    if (!right || !entry.at) return [];
    const line = source.slice(entry.range.start, entry.range.end);
    const after = line.slice(entry.at.end - entry.range.start);
    const before = line.slice(0, entry.at.start - entry.range.start);
    const google = /^ \((\w+)(?=[,)])/.exec(after) ?? /^ : (\w+)(?=\s|$|,)/.exec(after);
    const tagged = /(?:\{|:param )(\w+)\}? $/.exec(before);
    const [whole = "", stated = ""] = google ?? tagged ?? [];
    const wrong = plainTypes.get(stated.toLowerCase());
    if (!wrong || wrong === right) return [];
    const start = google
      ? entry.at.end + whole.lastIndexOf(stated)
      : entry.range.start + (tagged?.index ?? 0) + whole.indexOf(stated);
    return [
      {
        kind: "type" as const,
        what: `${name} is of type ${type}, not ${stated}`,
        edits: [{ range: { start, end: start + stated.length }, text: type, mends: linesOf(line) }],
      },
    ];
  });
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*\/?\*+\/?\s?/, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean);

function parameters(source: string, { declaration, entries }: Checked): readonly Drift[] {
  const said = entries.filter(
    (entry) => entry.kind === "parameter" && entry.name && !entry.name.includes("."),
  );
  if (said.length === 0) return [];
  const names = documentedNames(declaration);
  const gone = said.filter(({ name }) => !names.includes(name.replace(/^[\\*]+/, "")));
  if (gone.length === 0) return [];
  // one that is taken apart may bear any name, and one that takes all others holds names of its own
  const open =
    declaration.parameters.some(({ name, rest }) => rest || !/^[\w$]+$/.test(name)) ||
    /\barguments\b/.test(source.slice(declaration.range.start, declaration.range.end));
  if (open) return [];
  const lacking = names.filter((_, place) => !isDocumented(declaration, place, entries));
  const [only] = gone;
  const fresh =
    gone.length === 1 && only ? renamed(source, only, { declaration, names, lacking, said }) : undefined;
  if (only?.at && fresh)
    return [
      {
        kind: "renamed",
        what: `parameter ${only.name} is now called ${fresh}`,
        now: fresh,
        edits: [
          { range: only.at, text: fresh, mends: linesOf(source.slice(only.range.start, only.range.end)) },
        ],
      },
    ];
  return gone.map((entry) => ({
    kind: "removed" as const,
    what: `parameter ${entry.name} is no longer there`,
    edits: [
      { range: entry.range, text: "", mends: linesOf(source.slice(entry.range.start, entry.range.end)) },
    ],
  }));
}

/** What a parameter that is gone is called now: the one at its place, or in a list of some the one that has a default too. */
function renamed(
  source: string,
  gone: Entry,
  { declaration, names, lacking, said }: Names,
): string | undefined {
  const [fresh] = lacking;
  if (lacking.length === 1) return fresh && said.indexOf(gone) === names.indexOf(fresh) ? fresh : undefined;
  const text = source.slice(gone.range.start, gone.range.end);
  if (!/\[\w+=/.test(text) && !stated.test(text)) return undefined;
  const [one, other] = lacking.filter(
    (_, place) => declaration.parameters[names.indexOf(lacking[place] ?? "")]?.default,
  );
  return other === undefined ? one : undefined;
}

interface Names extends Pick<Checked, "declaration"> {
  readonly names: readonly string[];
  readonly lacking: readonly string[];
  readonly said: readonly Entry[];
}

const stated =
  /\bdefault(?:s to|ing to| is|:|=)?\s*[:=]?\s*(`[^`]*`|"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null|None|True|False)(?=[\s).,;\]]|$)/i;
const literal = /^(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false|null|None|True|False)$/;

/** A default that the text states, in words or as `[name=value]`, and the signature gives otherwise. */
function defaults(source: string, { declaration, entries }: Checked): readonly Drift[] {
  return entries.flatMap((entry) => {
    const name = entry.kind === "parameter" ? entry.name.replace(/^[\\*]+/, "") : "";
    const value = declaration.parameters.find((one) => one.name === name)?.default;
    if (!value || !literal.test(value)) return [];
    const lines = source.slice(entry.range.start, entry.range.end);
    return [stated.exec(lines), /\[\w+=([^\]\s]+)\]/.exec(lines)].flatMap((match) => {
      const [whole = "", said = ""] = match ?? [];
      const bare = said.replaceAll("`", "");
      if (!match || !literal.test(bare) || same(bare, value)) return [];
      const start = entry.range.start + match.index + whole.lastIndexOf(said);
      const text = said.startsWith("`") ? `\`${value}\`` : value;
      return [
        {
          kind: "default" as const,
          what: `the default of ${name} is ${value}, not ${bare}`,
          edits: [{ range: { start, end: start + said.length }, text, mends: linesOf(lines) }],
        },
      ];
    });
  });
}

const same = (a: string, b: string): boolean =>
  a === b || a.replaceAll(/["']/g, "") === b.replaceAll(/["']/g, "");
