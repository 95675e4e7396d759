import type { Addition, Edit, Entry } from "../../../code/index.ts";
import { lastName } from "../../../lib/index.ts";
import type { Checked, Drift } from "./contract.ts";
import { headingOf, linesOf, removal } from "./mend.ts";

/** Finds documented errors that are certainly no longer raised; removing the last one removes its heading. */
export function errors(source: string, checked: Checked): readonly Drift[] {
  const { entries, never } = checked;
  const raises = entries.filter(({ kind, at }) => kind === "raises" && at);
  const otherNow = ({ name, text, at, range }: Entry): Drift | undefined =>
    at && otherOf({ name, text, at, lines: linesOf(source.slice(range.start, range.end)) }, checked);
  const gone = raises.filter((entry) => never(entry.name) || isReplaced(entry, otherNow(entry), checked));
  const sole = gone.length === 1 ? inItsPlace(checked) : undefined;
  const others = gone.map((entry) => otherNow(entry) ?? renamed(source, entry, sole));
  const left = gone.filter((_, place) => !others[place]);
  const heading = headingOf(entries, /^raises$/i, { all: raises, gone: left });
  return [
    ...gone.map(
      (entry, place): Drift =>
        others[place] ?? {
          kind: "raises",
          what: `${entry.name} is no longer raised`,
          edits: [entry, ...(entry === left[0] ? heading : [])].map((entry) => removal(source, entry)),
        },
    ),
    ...opening(source, checked),
  ];
}

/** Whether another error has the same condition as one that the declaration itself no longer raises. */
const isReplaced = ({ name }: Entry, other: Drift | undefined, { raised }: Checked): boolean =>
  other !== undefined && raised?.().some(({ type }) => lastName(type) === lastName(name)) === false;

/** A statement that an error is raised, with the position of its name and its lines. */
type Saying = Pick<Entry, "name" | "text"> &
  Required<Pick<Entry, "at">> & { readonly lines: readonly string[] };

/** Finds an error raised in place of the documented one; then only its name is corrected. */
function otherOf({ name, text, at, lines }: Saying, { entries, raised }: Checked): Drift | undefined {
  const known = new Set(entries.filter(({ kind }) => kind === "raises").map((entry) => lastName(entry.name)));
  const same = raised?.().find(({ type, when }) => !known.has(lastName(type)) && alike(when, text));
  if (!same || plain(text) === "") return undefined;
  return replaced({ name, at, lines }, same.type);
}

const replaced = ({ name, at, lines }: Omit<Saying, "text">, type: string): Drift => ({
  kind: "raises",
  what: `${name} is no longer raised, but ${type}`,
  edits: [{ range: at, text: type, mends: lines }],
});

/**
 * Returns the only type that a declaration raises itself and doesn't document: its author changed the
 * error's class.
 */
function inItsPlace({ entries, raised }: Checked): string | undefined {
  const known = new Set(entries.filter(({ kind }) => kind === "raises").map((entry) => lastName(entry.name)));
  const fresh = new Set(raised?.().flatMap(({ type }) => (known.has(lastName(type)) ? [] : [type])));
  const [type] = fresh;
  return fresh.size === 1 ? type : undefined;
}

const renamed = (source: string, { name, at, range }: Entry, type: string | undefined): Drift | undefined =>
  at && type !== undefined
    ? replaced({ name, at, lines: linesOf(source.slice(range.start, range.end)) }, type)
    : undefined;

const alike = (one: Addition["raises"][number]["when"], other: string): boolean =>
  plain(one) === plain(other);

/** Returns the text of a condition without markup. */
function plain(text: string): string {
  const wording = text
    .replaceAll(/\{@code ([^{}]*)\}/g, "`$1`")
    .replaceAll("``", "`")
    .replaceAll(/\s+/g, " ")
    .replace(/^\{?[\w.]+\}? (?=if |from |")/, "") // its own name, with which Javadoc's text begins
    .trim();
  let end = wording.length;
  while (`."' `.includes(wording[end - 1] ?? "x")) end -= 1;
  return wording.slice(0, end);
}

/** Handles a Python docstring that begins with the function's only error, in the form /doc writes it. */
function opening(source: string, checked: Checked): readonly Drift[] {
  const { range } = checked.declaration.docstring ?? {};
  const text = range && source.slice(range.start, range.end);
  const [whole = "", quote = "", name = "", when = ""] =
    /^("""|''')Raises `([\w.]+)`:? ((?:if|from|")(?:(?!; `|\n[ \t]*\n|"""|''')[\s\S])*)/.exec(text ?? "") ??
    [];
  if (!range || !text || !name || !checked.never(name)) return [];
  const start = range.start + text.indexOf(`\`${name}\``) + 1;
  const at = { start, end: start + name.length };
  const other = otherOf({ name, text: when, at, lines: linesIn(text) }, checked);
  if (other) return [other];
  const rest = text.slice(whole.length);
  const from = source.lastIndexOf("\n", range.start) + 1;
  const end = source.indexOf("\n", range.end) + 1;
  const isAlone = source.slice(from, range.start).trim() + source.slice(range.end, end).trim() === "";
  if (rest.trim() !== quote || !isAlone || end === 0) return [];
  const gone: Edit = { range: { start: from, end }, text: "", mends: linesIn(text) };
  return [{ kind: "raises", what: `${name} is no longer raised`, edits: [gone] }];
}

const linesIn = (text: string): readonly string[] => [...linesOf(text), ...linesOf(text.slice(3, -3))];
