import type { Declaration, Edit, Entry, Study } from "../../code/index.ts";
import { documentedNames, isDocumented, type Raise } from "./compose.ts";

/** Something that a docstring says and the code no longer does. */
export interface Drift {
  readonly kind: "renamed" | "removed" | "default" | "raises";
  /** One sentence: what was said, and what holds. */
  readonly what: string;
  /** Of a renamed parameter: what it is called. */
  readonly now?: string;
  readonly edits: readonly Edit[];
}

interface Checked {
  readonly declaration: Declaration;
  readonly study: Study;
  readonly entries: readonly Entry[];
  readonly raises: readonly Raise[];
}

/** Where a docstring no longer fits its declaration, with what mends just that. */
export function drifted(source: string, checked: Checked): readonly Drift[] {
  const { declaration } = checked;
  if (declaration.kind !== "function" && declaration.kind !== "method") return [];
  if (checked.study.traits.has("overload") || checked.study.traits.has("closed")) return [];
  return [...parameters(source, checked), ...defaults(source, checked)];
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
  const names = documentedNames(declaration);
  // one that is taken apart may bear any name, and one that takes all others holds names of its own
  const open =
    declaration.parameters.some(({ name, rest }) => rest || !/^[\w$]+$/.test(name)) ||
    /\barguments\b/.test(source.slice(declaration.range.start, declaration.range.end));
  const said = entries.filter(
    (entry) => entry.kind === "parameter" && entry.name && !entry.name.includes("."),
  );
  const gone = said.filter(({ name }) => !names.includes(name.replace(/^[\\*]+/, "")));
  if (gone.length === 0 || open) return [];
  const lacking = names.filter((_, place) => !isDocumented(declaration, place, entries));
  const [only] = gone;
  const [fresh] = lacking;
  const samePlace = only && fresh && said.indexOf(only) === names.indexOf(fresh);
  if (only?.at && fresh && gone.length === 1 && lacking.length === 1 && samePlace)
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
