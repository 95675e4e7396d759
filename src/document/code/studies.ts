import { type Entry, languageOf, type Study } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Source, Studies } from "./contract.ts";
import type { Raise } from "./says/raise.ts";
import { takers } from "./says/inherited.ts";

/** One kind of fact about declarations, from their source. */
type BySymbol<T> = ReadonlyMap<Symbol, T>;

/** Number of files whose facts are kept; those needed at once are always kept. */
const atHand = 200;

/** An error of a declaration; if raised at the end of the body, with the conditions of earlier returns. */
export type Thrown = Study["throws"][number] & Pick<Raise, "exits">;

const thrownIn = ({
  throws = [],
  returns = [],
}: Partial<Pick<Study, "throws" | "returns">> = {}): readonly Thrown[] => {
  const exits = returns.flatMap(({ when }) => (when === undefined ? [] : [when]));
  return throws.map((thrown) =>
    thrown.last && thrown.when === undefined && exits.length ? { ...thrown, exits } : thrown,
  );
};

type Parameters = readonly Pick<Entry, "name" | "text">[];

/**
 * Provides facts from the sources of other declarations' files. Only these facts are kept, and only for
 * recent files.
 */
export function studiesIn(
  index: Declared,
  files: Files,
): Studies & {
  /** Loads the files whose errors leave a file's declarations, and those of its callees. */
  ready(file: string): Promise<void>;
} {
  const thrown = new Map<string, BySymbol<readonly Thrown[]>>();
  const parametersByFile = new Map<string, BySymbol<Parameters>>();
  const sourceOf = async (file: string): Promise<Source | undefined> => {
    const language = await languageOf(file);
    const text = await files.tryRead(file).catch(() => null);
    return language && text !== null && index.holds(file, text) ? { path: file, text, language } : undefined;
  };
  const throwsIn = async (file: string): Promise<BySymbol<readonly Thrown[]>> => {
    const source = await sourceOf(file);
    const studies = source?.language.studies(source.text) ?? [];
    return factsBySymbol(index.in(file), (_, place) => thrownIn(studies[place]));
  };
  const parametersIn = async (file: string): Promise<BySymbol<Parameters>> => {
    const source = await sourceOf(file);
    return factsBySymbol(index.in(file), ({ declaration }) =>
      (declaration.docstring && source ? source.language.entries(source.text, declaration) : [])
        .filter(({ kind }) => kind === "parameter")
        .map((entry) => ({ name: entry.name, text: source ? withoutType(entry, source.text) : "" })),
    );
  };
  return {
    throws: (symbol) => thrown.get(symbol.file)?.get(symbol),
    parameters: (symbol) => parametersByFile.get(symbol.file)?.get(symbol) ?? [],
    async ready(file) {
      letGo(thrown);
      letGo(parametersByFile);
      const [raising, called] = [new Set<string>(), new Set<string>()];
      for (const symbol of index.in(file)) {
        for (const { from } of index.raises(symbol)) raising.add(from.file);
        for (const callee of index.calls(symbol)) if (callee.declaration.docstring) called.add(callee.file);
      }
      for (const deeper of index.in(file).flatMap((symbol) => secondHand(symbol, index))) called.add(deeper);
      for (const item of raising) take(thrown, item, thrown.get(item) ?? (await throwsIn(item)));
      for (const item of called)
        take(parametersByFile, item, parametersByFile.get(item) ?? (await parametersIn(item)));
    },
  };
}

/** Returns the files of functions to which a declaration's callees pass its parameters on. */
function secondHand(symbol: Symbol, index: Declared): readonly string[] {
  const names = symbol.declaration.parameters.map(({ name }) => name);
  return index
    .calls(symbol)
    .flatMap((callee) =>
      callee.declaration.docstring
        ? names.flatMap((name) => takers(callee, name, index).map(({ file }) => file))
        : [],
    );
}

/** Removes the type of NumPy's `name : type` and returns the text below. */
function withoutType({ text, at }: Entry, source: string): string {
  const typed = at !== undefined && /^[ \t]+:[ \t]*\S/.test(source.slice(at.end, at.end + 20));
  return typed ? text.slice(`${text}\n`.indexOf("\n") + 1) : text;
}

/** Marks a file as most recently used. */
function take<T>(all: Map<string, T>, file: string, entry: T): void {
  all.delete(file);
  all.set(file, entry);
}

function letGo(all: Map<string, unknown>): void {
  for (const file of all.keys()) {
    if (all.size <= atHand) return;
    all.delete(file);
  }
}

const factsBySymbol = <T extends { readonly length: number }>(
  symbols: readonly Symbol[],
  look: (symbol: Symbol, place: number) => T,
): BySymbol<T> =>
  new Map(
    symbols.flatMap((symbol, place) => {
      const found = look(symbol, place);
      return found.length ? [[symbol, found] as const] : [];
    }),
  );
