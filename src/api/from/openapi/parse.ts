import type { Document, LineCounter, YAMLError } from "yaml";
import { isObject, UserError, parseJson } from "../../../lib/index.ts";
import { budgets } from "./budgets.ts";

interface Spot {
  readonly line: number;
  readonly column: number;
}

export interface Parsed {
  readonly value: unknown;
  /** Problems that were skipped while reading, with their location in the file. */
  readonly passed: readonly (Spot & { readonly message: string; readonly broken?: true })[];
}

/**
 * Returns the error for a broken file, whose name is shown before the message. It never contains the text of the file.
 */
export const broken = (
  file: string,
  message: string,
  spot?: Spot,
  fix = "Correct the file there and run the command again.",
): UserError => new UserError("broken_spec", message, fix, { place: { file, ...spot } });

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Refuses values nested too deeply, before anything recurses into them. */
function checkDepth(file: string, root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length; depth++) {
    if (depth > budgets.depth)
      throw broken(file, `is nested more than ${budgets.depth} levels deep.`, undefined, "Nest it less.");
    level = level.flatMap((value) =>
      Array.isArray(value)
        ? value.filter(isNested)
        : isObject(value)
          ? Object.values(value).filter(isNested)
          : [],
    );
    if (level.length > budgets.values)
      throw broken(file, "holds too many values.", undefined, "Split it into several specifications.");
  }
}

/** Messages and fixes by the parser's error code; `passed`: reading continues. */
const faults: Readonly<
  Record<string, { readonly what: string; readonly fix: string; readonly passed?: true }>
> = {
  ALIAS_PROPS: { what: "an alias has an anchor or a tag", fix: "Write the alias alone." },
  BAD_ALIAS: { what: "an alias stands for nothing", fix: "Set its anchor before it." },
  BAD_DQ_ESCAPE: {
    what: "an escape that double quotes do not have",
    fix: "Use single quotes, or double the backslash.",
    passed: true,
  },
  BAD_INDENT: { what: "the indentation fits nothing above it", fix: "Indent it like its neighbours." },
  BAD_SCALAR_START: { what: "a text begins with a reserved character", fix: "Put the text in quotes." },
  BLOCK_AS_IMPLICIT_KEY: {
    what: "a second colon in one line",
    fix: "Put the text behind the first colon in quotes.",
  },
  DUPLICATE_KEY: {
    what: "a key that stood before: the later one counts",
    fix: "Keep one of them.",
    passed: true,
  },
  KEY_OVER_1024_CHARS: { what: "a key of more than 1024 characters", fix: "Shorten it.", passed: true },
  MISSING_CHAR: {
    what: "a comma, colon, quote or bracket is missing",
    fix: "Add the missing character there or just before.",
  },
  MULTILINE_IMPLICIT_KEY: { what: "a key of several lines", fix: "Put a colon behind it, or indent it." },
  MULTIPLE_DOCS: {
    what: "a second document: only the first one is read",
    fix: "Remove it.",
    passed: true,
  },
  TAB_AS_INDENT: { what: "a tab where YAML wants spaces", fix: "Indent with spaces.", passed: true },
  TAG_RESOLVE_FAILED: { what: "a tag that is not read", fix: "Remove the tag.", passed: true },
  UNEXPECTED_TOKEN: { what: "something that does not belong here", fix: "Remove it, or put it in quotes." },
};

async function yaml(file: string, text: string): Promise<Parsed> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const read = (): Document => {
    try {
      return parseDocument(text, {
        lineCounter: lines,
        version: "1.2",
        merge: true,
        logLevel: "error", // "silent" would not report a second document
        prettyErrors: false,
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // stack overflow
      throw broken(file, `is nested more than ${budgets.depth} levels deep.`, undefined, "Nest it less.");
    }
  };
  const document = read();
  const spot = ({ pos }: YAMLError): Spot => {
    const { line, col } = lines.linePos(Math.min(pos[0], text.length));
    return { line, column: col };
  };
  const fatal = document.errors.find(({ code }) => !faults[code]?.passed);
  const kind = /^\s*[{[]/.test(text) ? "JSON" : "YAML";
  if (fatal) {
    const fault = faults[fatal.code];
    const at = spot(fatal);
    const isTemplate = /\{\{|\{%|<%/.test(text.split("\n", at.line).at(-1) ?? "");
    throw broken(
      file,
      `is not valid ${kind} here: ${isTemplate ? "this is a template's line" : (fault?.what ?? "it can't be read")}.`,
      at,
      isTemplate ? "Fill in the template first, and name what comes of it." : fault?.fix,
    );
  }
  const passedOver = (error: YAMLError, broken?: true): Parsed["passed"][number] => ({
    ...spot(error),
    message: `is not valid ${kind}: ${faults[error.code]?.what ?? "passed over"}`,
    ...(broken ? { broken } : {}),
  });
  const passed = [
    ...document.errors.map((error) => passedOver(error, true)),
    ...document.warnings.map((warning) => passedOver(warning)),
  ];
  return { value: await plain(file, document, lines), passed };
}

/** Returns the offset of a key `<<` that merges no mappings. */
async function unmerged({ contents }: Document): Promise<number | undefined> {
  const { isAlias, isCollection, isMap, isPair, isScalar, isSeq } = await import("yaml");
  const pending: unknown[] = [contents];
  for (const node of pending) {
    if (isCollection(node)) pending.push(...node.items);
    if (!isPair(node)) continue;
    const { key, value } = node;
    const sources = isSeq(value) ? value.items : [value];
    const merges = isScalar(key) && (key.value === "<<" || key.source === "<<");
    if (merges && !sources.every((source) => isMap(source) || isAlias(source))) return key.range?.[0];
    pending.push(key, value);
  }
  return undefined;
}

/** Returns the document as JSON data, with aliases expanded. */
async function plain(file: string, document: Document, lines: LineCounter): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: budgets.aliases })) ?? "null");
  } catch (error) {
    const index =
      error instanceof Error && error.message.startsWith("Merge sources")
        ? await unmerged(document)
        : undefined;
    if (index !== undefined) {
      const { line, col } = lines.linePos(index);
      throw broken(
        file,
        "merges (<<) something that is not a mapping.",
        { line, column: col },
        "Let << name a mapping, or a list of mappings.",
      );
    }
    throw broken(
      file,
      "expands its aliases without end or too often.",
      undefined,
      "Write out what the aliases stand for, or refer to it with $ref.",
    );
  }
}

/** Lone surrogates, which are no characters, as they may be written in a file. */
const half =
  /\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F][\da-fA-F]{2}/;

/** Quick test for numbers that may exceed the largest float; it also matches texts. */
const large = /[\s:,[{+-][\d._]+[eE]\+?\d{3}|\d{300}/;

/** Replaces lone surrogates and infinite numbers, which files and addresses can't contain. */
function whole(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number" && !Number.isFinite(value)) return Math.sign(value) * Number.MAX_VALUE;
  if (Array.isArray(value)) return value.map(whole);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), whole(item)]))
    : value;
}

/** Whether a value contains an infinite number, which JSON can't express. */
const isEndless = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(isEndless)
    : typeof value === "number" && !Number.isFinite(value);

/** Returns what was parsed, without lone surrogates and infinite numbers. */
function mended(text: string, parsed: Parsed): Parsed {
  const index = half.exec(text)?.index;
  const endless = large.test(text) && isEndless(parsed.value);
  if (index === undefined && !endless && text.isWellFormed()) return parsed;
  const value = whole(parsed.value);
  if (!endless && JSON.stringify(value) === JSON.stringify(parsed.value)) return parsed;
  const before = text.slice(0, index ?? 0).split("\n");
  const spot = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const message = endless
    ? "holds a number that is too large to be kept: the largest one stands for it"
    : "holds half of a character, which is replaced by U+FFFD";
  return { value, passed: [...parsed.passed, { ...spot, message }] };
}

/** Parses JSON or YAML, by content. Throws UserError with file, line and column. */
export async function parse(file: string, text: string): Promise<Parsed> {
  if (text.length > budgets.characters)
    throw broken(file, `is larger than ${budgets.characters / 1e6} MB.`, undefined, "Split it.");
  const clean = text.replace(/^\uFEFF/, "");
  const strict = /^\s*[{[]/.test(clean) ? parseJson(clean) : undefined;
  const parsed = strict === undefined ? await yaml(file, clean) : { value: strict, passed: [] };
  checkDepth(file, parsed.value);
  return mended(clean, parsed);
}

/** Whether YAML has `openapi` or `swagger` at its top level, which may be indented as a whole. */
function namesVersion(text: string): boolean {
  const lines = text.split("\n");
  const first = lines.find((line) => !/^\s*(#|$)|^(---|%)/.test(line)) ?? "";
  const [indent = ""] = /^ */.exec(first) ?? [];
  return lines.some(
    (line) => line.startsWith(indent) && /^(["']?)(?:openapi|swagger)\1\s*:/.test(line.slice(indent.length)),
  );
}

/** Whether a text is meant as a specification, even if it is too broken to be parsed. */
export function isSpecification(text: string): boolean {
  const clean = text.replace(/^\uFEFF/, "");
  if (!/^\s*[{[]/.test(clean)) return namesVersion(clean);
  const value = clean.length < 1_000_000 ? parseJson(clean) : undefined;
  if (value !== undefined) return isObject(value) && ("openapi" in value || "swagger" in value);
  return /(["']?)\b(?:openapi|swagger)\1\s*:\s*["']?\d/.test(clean);
}
