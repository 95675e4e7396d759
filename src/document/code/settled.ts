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

/** Facts an update needs about a file, cached so that unchanged files needn't be read. */
export interface Settled {
  /** Why it is skipped, if it is. */
  readonly left?: string;
  /** Its own docstrings and code show that something is no longer true. */
  readonly drifts?: true;
  /** Whether its docstrings are true depends on other files' declarations. */
  readonly abroad?: true;
  /** Hash of facts that other files' docstrings may state: literals of its constants, bases of its types. */
  readonly factsHash?: string;
  /** What docstrings say about errors. */
  readonly errors: readonly Errors[];
}

interface Errors {
  /** Index of the declaration in its file. */
  readonly place: number;
  /** Number of errors its docstring names. */
  readonly named: number;
  /** Documented errors that it must still raise for the docstring to be true. */
  readonly doubtful: readonly string[];
  /** Number of parameters whose types its docstring states. */
  readonly typed?: number;
}

export const settled: More<Settled> = {
  name: "settled-3",
  // next to this source file, and in the bundle
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
      const ownTraits = new Set(traits[place]);
      const entries = language.entries(text, declaration);
      const doubtful = new Set<string>();
      const never = (type: string): boolean => {
        doubtful.add(type);
        return false;
      };
      drifts ||= drifted(text, { declaration, traits: ownTraits, entries, never, file }).length > 0;
      const named = entries.filter(({ kind }) => kind === "raises").length;
      const typed = typedByDocstring(path, declaration, entries);
      if (named + doubtful.size + typed === 0) return;
      const needsCheck = doubtful.size > 0 && !ownTraits.has("abstract") && shows(text, language, place);
      errors.push({ place, named, doubtful: needsCheck ? [...doubtful] : [], ...(typed && { typed }) });
    });
    const facts = sharedFacts(text, declarations);
    return {
      ...(drifts ? { drifts } : {}),
      ...(asks ? { abroad: asks } : {}),
      ...(facts && { factsHash: hashOf(facts).slice(0, 12) }),
      errors,
    };
  },
};

/**
 * Returns the facts others may use about constants and types; those about classes are stored with their
 * declarations.
 */
const sharedFacts = (text: string, declarations: readonly Declaration[]): string =>
  declarations
    .flatMap(({ kind, name, range }) => {
      if (kind !== "type" && kind !== "constant") return [];
      const code = text.slice(range.start, range.end);
      const declaredText =
        kind === "constant" ? literalIn(code) : /\binterface\b[^{]*|[\s\S]*/.exec(code)?.[0];
      return declaredText === undefined ? [] : [`${name} ${declaredText}`];
    })
    .join("\n");

/** Whether its members may have their own docstrings. */
const holdsOthers = ({ kind }: Declaration): boolean => kind === "class" || kind === "type";

/** Whether an update of the file depends on other files beyond the errors that leave its declarations. */
export const asksOthers = (known: Settled | undefined): boolean =>
  known?.drifts === true ||
  known?.abroad === true ||
  (known?.errors.some(({ doubtful }) => doubtful.length > 0) ?? false);

/** Returns why a file is skipped, judging by its content. */
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

/** Whether a JavaScript file is marked as Flow, which the parser doesn't fully support. */
const isFlow = (path: string, text: string): boolean =>
  /\.[mc]?jsx?$/.test(path) && /^\s*(?:\/\/|\/?\*+)\s*@flow\b/m.test(text.slice(0, 1000));

/** Whether a body has any content; an empty one may be meant to be overridden. */
function shows(text: string, language: Language, place: number): boolean {
  const { steps = [], returns = [], throws = [] } = language.studies(text)[place] ?? {};
  return steps.length + returns.length + throws.length > 0;
}

/** Whether a declaration raises other errors but not this one, so that the docstring may now mean another. */
function isReplaced(symbol: Symbol, type: string, index: Declared): boolean {
  const raised = index.raises(symbol).map((raise) => lastName(raise.type));
  return raised.length > 0 && !raised.includes(lastName(type));
}

/** Whether only callees raise an error: the arguments passed may rule it out, so the file must be read. */
function isOfCallees(symbol: Symbol, type: string, index: Declared): boolean {
  const all = index.raises(symbol).filter((raise) => lastName(raise.type) === lastName(type));
  return all.length > 0 && all.every(({ from }) => from !== symbol);
}

/** Plans an update without reading the file; undefined if it must be read. */
export function planSettled(
  path: string,
  index: Declared & { more?(file: string): Settled | undefined },
  settings: Wanted,
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
    settings.comprehensive,
  );
  const items = symbols.flatMap((symbol, place) => {
    const { declaration, traits, line } = symbol;
    if (traits.has("alias") || !counts(declaration)) return [];
    const { named = 0, typed = 0 } = errors.get(place) ?? {};
    return [itemOf({ declaration, line, raises: { all: errorsOf(symbol, index), named }, typed, drift: [] })];
  });
  return { path, items };
}
