import type { Declaration, Language } from "../../code/index.ts";
import { type Declared, hashOf, type More, type Symbol } from "../../inspect/index.ts";
import { lastName } from "../../lib/index.ts";
import type { Abroad } from "./drift/abroad.ts";
import { drifted } from "./drift/drift.ts";
import { literalIn, surroundings } from "./drift/surroundings.ts";
import type { FilePlan, Left, Wanted } from "./contract.ts";
import { counting, itemOf, typedByDocstring } from "./items.ts";
import { neverRaises } from "./never.ts";
import { errorsOf } from "./raised.ts";
import { reasonToSkip } from "./skip.ts";

/** What an update asks of a file: with it one that stays as it is needs not be read. */
export interface Settled {
  /** Why it is left alone, if it is. */
  readonly left?: string;
  /** Its docstrings and its code alone show that something is no longer true. */
  readonly drifts?: true;
  /** Whether they fit depends on what other files declare. */
  readonly abroad?: true;
  /** Stands for what docstrings of other files may tell of it: the literals that its constants are, what its types extend. */
  readonly told?: string;
  /** What docstrings say of errors. */
  readonly errors: readonly Errors[];
}

interface Errors {
  /** Of the declaration, among those of its file. */
  readonly place: number;
  /** How many its docstring names. */
  readonly named: number;
  /** Those that it must raise, or what is said of them is no longer true. */
  readonly doubtful: readonly string[];
  /** How many of its parameters its docstring gives types. */
  readonly typed?: number;
}

export const settled: More<Settled> = {
  name: "settled-2",
  // as a source beside this one, and in the bundle
  thread: new URL(import.meta.url.endsWith(".ts") ? "./thread.ts" : "./thread.js", import.meta.url),
  read({ path, text, language }, { declarations, traits }) {
    const left = whyLeft(path, text, { declarations, language });
    if (left !== undefined) return { left, errors: [] };
    let [drifts, asks] = [false, false];
    const abroad: Abroad = {
      find() {
        asks = true;
        return undefined;
      },
    };
    const errors: Errors[] = [];
    const file = surroundings({ path, text, language, declarations }, abroad);
    declarations.forEach((declaration, place) => {
      if (!declaration.docstring && !holdsOthers(declaration)) return;
      const own = new Set(traits[place]);
      const entries = language.entries(text, declaration);
      const doubtful = new Set<string>();
      const never = (type: string): boolean => {
        doubtful.add(type);
        return false;
      };
      drifts ||= drifted(text, { declaration, traits: own, entries, never, file }).length > 0;
      const named = entries.filter(({ kind }) => kind === "raises").length;
      const typed = typedByDocstring(path, declaration, entries);
      if (named + doubtful.size + typed === 0) return;
      const asked = doubtful.size > 0 && !own.has("abstract") && shows(text, language, place);
      errors.push({ place, named, doubtful: asked ? [...doubtful] : [], ...(typed && { typed }) });
    });
    const message = toldOf(text, declarations);
    return {
      ...(drifts ? { drifts } : {}),
      ...(asks ? { abroad: asks } : {}),
      ...(message && { told: hashOf(message).slice(0, 12) }),
      errors,
    };
  },
};

/** What others may ask of constants and types; of classes it is kept with what they declare. */
const toldOf = (text: string, declarations: readonly Declaration[]): string =>
  declarations
    .flatMap(({ kind, name, range }) => {
      if (kind !== "type" && kind !== "constant") return [];
      const code = text.slice(range.start, range.end);
      const own = kind === "constant" ? literalIn(code) : /\binterface\b[^{]*|[\s\S]*/.exec(code)?.[0];
      return own === undefined ? [] : [`${name} ${own}`];
    })
    .join("\n");

/** Whether parts of it may have docstrings of their own. */
const holdsOthers = ({ kind }: Declaration): boolean => kind === "class" || kind === "type";

/** Whether what an update makes of a file also depends on what others are, beside the errors that leave its declarations. */
export const asksOthers = (known: Settled | undefined): boolean =>
  known?.drifts === true ||
  known?.abroad === true ||
  (known?.errors.some(({ doubtful }) => doubtful.length > 0) ?? false);

/** Why a file is left alone, by what is in it. */
export const whyLeft = (
  path: string,
  text: string,
  { declarations, language }: { declarations: readonly Declaration[]; language: Language },
): string | undefined =>
  reasonToSkip(path, text) ??
  (declarations.length === 0 && text.trim() && !language.sameProgram(text, text)
    ? isFlow(path, text)
      ? "is written in Flow"
      : "has a syntax error"
    : undefined);

/** Whether a file of JavaScript says of itself that it is Flow's, which goes beyond what is parsed. */
const isFlow = (path: string, text: string): boolean =>
  /\.[mc]?jsx?$/.test(path) && /^\s*(?:\/\/|\/?\*+)\s*@flow\b/m.test(text.slice(0, 1000));

/** A body without anything in it may be somebody's to fill. */
function shows(text: string, language: Language, place: number): boolean {
  const { steps = [], returns = [], throws = [] } = language.studies(text)[place] ?? {};
  return steps.length + returns.length + throws.length > 0;
}

/** Whether a declaration raises other errors and not this one, so that what was said of it may be said of another now. */
function isReplaced(symbol: Symbol, type: string, index: Declared): boolean {
  const raised = index.raises(symbol).map((raise) => lastName(raise.type));
  return raised.length > 0 && !raised.includes(lastName(type));
}

/** Whether only callees raise an error, which the calls that are made may rule out: that is to be read. */
function isOfCallees(symbol: Symbol, type: string, index: Declared): boolean {
  const all = index.raises(symbol).filter((raise) => lastName(raise.type) === lastName(type));
  return all.length > 0 && all.every(({ from }) => from !== symbol);
}

/** What an update makes of a file that it needs not read; undefined for one that it has to. */
export function planSettled(
  path: string,
  index: Declared & { more?(file: string): Settled | undefined },
  wanted: Wanted,
): FilePlan | Left | undefined {
  const known = index.more?.(path);
  if (!known || known.drifts || known.abroad) return undefined;
  if (known.left !== undefined) return { path, why: known.left };
  const errors = new Map(known.errors.map((error) => [error.place, error]));
  const symbols = index.in(path);
  const stale = symbols.some((symbol, place) =>
    errors
      .get(place)
      ?.doubtful.some(
        (type) =>
          neverRaises(symbol, type, index) ||
          isReplaced(symbol, type, index) ||
          isOfCallees(symbol, type, index),
      ),
  );
  if (stale) return undefined;
  const counts = counting(
    symbols.map(({ declaration }) => declaration),
    wanted.comprehensive,
  );
  const items = symbols.flatMap((symbol, place) => {
    const { declaration, traits, line } = symbol;
    if (traits.has("alias") || !counts(declaration)) return [];
    const { named = 0, typed = 0 } = errors.get(place) ?? {};
    return [itemOf({ declaration, line, raises: { all: errorsOf(symbol, index), named }, typed, drift: [] })];
  });
  return { path, items };
}
