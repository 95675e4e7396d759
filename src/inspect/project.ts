import { setImmediate } from "node:timers/promises";
import { lastName } from "../lib/index.ts";
import type { Declared, Raised, Symbol } from "./contract.ts";
import { Building, type Graph } from "./graph.ts";
import type { Origin } from "./raises.ts";
import type { Source } from "./fact-store.ts";
import { Sheet } from "./sheet.ts";
import { Symbols } from "./symbols.ts";

/** Whether a file is read as text: code, and documents that may mention it. */
export const isText = (file: string): boolean =>
  /\.(?:[mc]?[jt]sx?|pyi?|go|rs|java|rb|md|sql|prisma|ya?ml|toml|json)$/i.test(file);

/** Maximum characters of a file to read. */
export const mostText = 400_000;
/** Maximum number of files; further ones are skipped, as all names are kept in memory. */
export const mostFiles = 100_000;

/** Files between pauses for other work: the terminal's line, Ctrl-C. */
const breath = 16;

export interface Project extends Declared {
  /** The types of errors that leave each declaration of a file. */
  errors(file: string): readonly (readonly string[])[];
}

export interface Ground {
  readonly source: Source;
  readonly holds: Declared["holds"];
  readonly signal?: AbortSignal | undefined;
}

/** Combines the facts of single files; those of `files` that aren't code have none. */
export async function project(files: readonly string[], { source, holds, signal }: Ground): Promise<Project> {
  const sheet = new Sheet();
  const breathe = async (place: number): Promise<void> => {
    if (place % breath) return;
    await setImmediate();
    signal?.throwIfAborted();
  };
  for (const [place, file] of files.entries()) {
    const head = source.head(file);
    if (head) sheet.add(file, head);
    await breathe(place);
  }
  sheet.close();
  const building = new Building(sheet);
  for (const [place, file] of sheet.files.entries()) {
    building.add(place, source.uses(file));
    await breathe(place);
  }
  return declared(files, { sheet, graph: building.done(), source, holds });
}

/** Yields the symbols of all files, or some; pauses for other work after every few files. */
export async function* symbolsOf(
  index: Pick<Declared, "files" | "in">,
  files?: ReadonlySet<string>,
): AsyncIterable<readonly Symbol[]> {
  for (const [place, file] of index.files.entries()) {
    if (!files || files.has(file)) yield index.in(file);
    if (place % breath === 0) await setImmediate();
  }
}

function declared(
  files: readonly string[],
  { sheet, graph, source, holds }: { sheet: Sheet; graph: Graph; source: Source; holds: Declared["holds"] },
): Project {
  const symbols = new Symbols(sheet, (file) => source.whole(file));
  const all = (places: readonly number[]): readonly Symbol[] => places.map((place) => symbols.at(place));
  const one = (place: number | undefined): Symbol | undefined =>
    place === undefined ? undefined : symbols.at(place);
  return {
    files,
    holds,
    in: (file) => symbols.in(file),
    named(name) {
      const last = sheet.names.find(lastName(name));
      const nameIndex = sheet.names.find(name);
      const found = last === undefined ? [] : [...sheet.ending(last)];
      return all(name.includes(".") ? found.filter((place) => sheet.nameOf(place) === nameIndex) : found);
    },
    at: (file, line) =>
      symbols
        .in(file)
        .filter((each) => each.line <= line && line <= each.endLine)
        .sort((a, b) => size(a) - size(b))[0],
    meaning(name, file) {
      const place = symbols.placeOf(file);
      return place === undefined ? undefined : one(graph.meaning(name, place));
    },
    calls: ({ place }) => all(graph.calls(place)),
    callers: ({ place }) => all(graph.callers(place)),
    errors(file) {
      const place = symbols.placeOf(file);
      if (place === undefined) return [];
      const [from, to] = sheet.range(place);
      return Array.from({ length: to - from }, (_, index) => graph.errors(from + index));
    },
    raises: ({ place }) => graph.raises(place).map((origin) => new Reached(origin, symbols)),
  };
}

/** Resolves the origin lazily, as it is rarely needed. */
class Reached implements Raised {
  readonly type: string;
  readonly by?: string;
  readonly #from: number;
  readonly #symbols: Symbols;

  constructor({ type, from, by }: Origin, symbols: Symbols) {
    this.type = type;
    if (by !== undefined) this.by = by;
    this.#from = from;
    this.#symbols = symbols;
  }

  get from(): Symbol {
    return this.#symbols.at(this.#from);
  }
}

const size = ({ declaration: { range } }: Symbol): number => range.end - range.start;
