import type { Declaration, Edit, Entry } from "../../../code/index.ts";
import type { Checked, Drift } from "./contract.ts";
import { differs } from "./differs.ts";
import { bare, linesOf } from "./mend.ts";
import { type Tongue, typeOf, type Union } from "./spelling.ts";
import type { Surroundings } from "./surroundings.ts";

type Looked = Pick<Checked, "declaration" | "entries" | "file">;

/** Finds types of parameters and results that the text states but the signature contradicts. */
export function types(source: string, { declaration, entries, file }: Looked): readonly Drift[] {
  const { tongue } = file;
  if (!tongue) return [];
  return entries.flatMap((entry) => {
    const { kind, type: place } = entry;
    if (!place) return [];
    const stated = source.slice(place.start, place.end);
    const actualType =
      kind === "returns"
        ? resultOf(declaration, { entry, stated })
        : kind === "parameter" || kind === "type"
          ? parameterOf(declaration, bare(entry.name))
          : undefined;
    if (!actualType) return [];
    return contradicted(actualType, stated, { tongue, file }).map((text) => ({
      kind: "type" as const,
      what: `${kind === "returns" ? "what is given back" : bare(entry.name)} is of type ${text}, not ${stated}`,
      edits: [editOf(source, entry, { range: place, text })],
    }));
  });
}

/** Checks the type that a field's comment states. */
export function ownType(source: string, { declaration, entries, file }: Looked): readonly Drift[] {
  const [field] = declaration.parameters;
  const { tongue } = file;
  const entry = entries.find(({ kind, name }) => kind === "other" && name === "type");
  if (!tongue || !entry?.type || !field?.type) return [];
  const stated = source.slice(entry.type.start, entry.type.end);
  return contradicted({ type: field.type, empty: field.optional === true }, stated, { tongue, file }).map(
    (text) => ({
      kind: "type" as const,
      what: `it is of type ${text}, not ${stated}`,
      edits: entry.type ? [editOf(source, entry, { range: entry.type, text })] : [],
    }),
  );
}

const editOf = (source: string, { range: { start, end } }: Entry, edit: Omit<Edit, "mends">): Edit => ({
  ...edit,
  mends: linesOf(source.slice(start, end)),
});

/** An annotated type, and whether null is allowed too. */
interface Own {
  readonly type: string;
  readonly empty: boolean;
}

function parameterOf({ parameters }: Declaration, name: string): Own | undefined {
  const parameter = parameters.find((item) => item.name === name && !item.rest);
  // an annotation of nothing but null is unfinished
  return parameter?.type === undefined || /^(?:None|null|undefined)$/.test(parameter.type)
    ? undefined
    : {
        type: parameter.type,
        empty: parameter.optional === true || /^(?:None|null|undefined)$/.test(parameter.default ?? ""),
      };
}

const series =
  /^(?:[\w.]*\.)?(?:Async)?(?:Iterator|Iterable|Generator|IterableIterator)(?:[[<]([\s\S]*)[\]>])?$/;

/**
 * Returns a call's result type, or the item type of an iterator; for a promise, its value type if the
 * docstring mentions no promise.
 */
function resultOf(
  { returns }: Declaration,
  { entry, stated }: { entry: Entry; stated: string },
): Own | undefined {
  if (!returns) return undefined;
  const items = series.exec(returns.replaceAll(/^["']|["']$/g, ""));
  if (items || entry.yields) {
    const [first] = entry.yields ? split(items?.[1] ?? "") : [];
    return first ? { type: first, empty: false } : undefined;
  }
  const [, inner] = /^Promise<([\s\S]*)>$/.exec(returns) ?? [];
  return { type: inner !== undefined && !/\bPromise/.test(stated) ? inner : returns, empty: false };
}

function split(list: string): readonly string[] {
  let depth = 0;
  const index = [...list].findIndex((letter) => {
    depth += "[<({".includes(letter) ? 1 : "]>)}".includes(letter) ? -1 : 0;
    return letter === "," && depth === 0;
  });
  return [(index < 0 ? list : list.slice(0, index)).trim()].filter(Boolean);
}

const isNone = (union: Union): boolean => union.some(({ name }) => name === "none");

/** Returns the type that the docstring should state, if what it states is certainly different. */
function contradicted(
  { type, empty }: Own,
  stated: string,
  { tongue, file }: { tongue: Tongue; file: Surroundings },
): readonly string[] {
  const text = type.replace(/^(["'])([^"']*)\1$/, "$2").replaceAll(/\s+/g, " ");
  if (text === stated || text.length > 80 || /["\\]|\*\//.test(text)) return [];
  const known = (name: string): Union | undefined => file.classes.meaning(name);
  const holds = typeOf(text, tongue, known);
  const union = holds && typeOf(stated, tongue, known);
  if (!union || !holds) return [];
  const { strict } = tongue;
  const wrong =
    differs(union, holds, { classes: file.classes, strict }) ||
    (strict && isNone(union) && !isNone(holds) && !empty);
  return wrong && !file.foreign(`${stated} ${text}`) ? [text] : [];
}
