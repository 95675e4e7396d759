import type { Addition, Declaration, Edit, Entry, Language, Study } from "../../code/index.ts";
import type { Index, Symbol } from "../../inspect/index.ts";
import { once } from "../../lib/index.ts";
import { applied, type Group, harmless } from "./apply.ts";
import { compose, type Example, type Known, type Raise } from "./compose.ts";
import { annotationsFor } from "./annotations.ts";
import { drifted, type Drift } from "./drift.ts";
import type { ParameterDocs } from "./inherited.ts";
import { neverRaises } from "./never.ts";
import type { Raised } from "./summary.ts";

export interface Wanted {
  /** Also what isn't public, with who calls it. */
  readonly comprehensive: boolean;
  /** Only what is there and no longer true. */
  readonly update: boolean;
  /** The one declaration, by its whole name. */
  readonly only?: string;
}

export interface Ground {
  readonly index: Index;
  readonly wanted: Wanted;
  readonly studies: Studies;
  /** What the project's tests show of a declaration. */
  examples(symbol: Symbol): readonly Example[];
  uses(type: string): { readonly takes: readonly string[]; readonly gives: readonly string[] };
  /** What the project's pages say of a declaration. */
  told(symbol: Symbol): string | undefined;
  /** What the docstring of a callee says of a parameter that it is handed. */
  readonly inherited: ParameterDocs;
  /** Where the project raises an error. */
  raised(error: string): readonly Raised[];
}

/** What the source of a file shows about its declarations. */
export interface Studies {
  /** What a declaration's own body throws, with conditions and messages. */
  throws(symbol: Symbol): Study["throws"] | undefined;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** A declaration that counts, and what was done about it. */
export interface Item {
  readonly name: string;
  readonly kind: Declaration["kind"];
  readonly line: number;
  readonly documented: boolean;
  /** Documented after this run. */
  readonly now: boolean;
  readonly added: {
    readonly summary: boolean;
    readonly parameters: number;
    readonly returns: boolean;
    readonly raises: number;
    readonly examples: number;
  };
  /** It raises errors, and how many of them its docstring names in the end. */
  readonly raises: { readonly all: number; readonly named: number };
  /** Types that are written into its head. */
  readonly types: readonly string[];
  readonly typed: { readonly all: number; readonly annotated: number };
  readonly drift: readonly Drift[];
}

export interface FilePlan {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly items: readonly Item[];
}

/** What a file's docstrings lack, added; the file's program stays as it is. */
export function planFile(source: Source, ground: Ground): FilePlan {
  const { path, text } = source;
  const first = pass(source, ground);
  let { after } = first;
  // what is added may show more to add; a file that doesn't settle is left alone
  for (let round = 0; after !== text; round++) {
    const again = pass({ ...source, text: after }, ground).after;
    if (again === after) break;
    after = round < 2 ? again : text;
  }
  return {
    path,
    before: text,
    after,
    items: after === text && first.after !== text ? first.items.map(undone) : first.items,
  };
}

const nothing: Item["added"] = { summary: false, parameters: 0, returns: false, raises: 0, examples: 0 };
const undone = (item: Item): Item => ({ ...item, now: item.documented, added: nothing, types: [] });

function pass(source: Source, ground: Ground): { readonly after: string; readonly items: readonly Item[] } {
  const { path, text, language } = source;
  const { index } = ground;
  const symbols = index.in(path);
  const read = index.text(path) === text;
  const declarations = read ? symbols.map(({ declaration }) => declaration) : language.declarations(text);
  const traits = read ? symbols.map((one) => one.traits) : language.traits(text);
  const studies = once(() => language.studies(text));
  const byName = read ? undefined : Map.groupBy(symbols, ({ declaration }) => declaration.name);
  const lineAt = lineCounter(text);
  const seen = new Map<string, number>();
  const groups: Group[] = [];
  const items: { item: Item; group: Group | undefined }[] = [];
  declarations.forEach((declaration, place) => {
    const nth = seen.get(declaration.name) ?? 0; // overloads share a name
    seen.set(declaration.name, nth + 1);
    const own = traits[place];
    if (!own || own.has("alias")) return;
    const counts = declaration.exported || ground.wanted.comprehensive;
    if (!counts || (ground.wanted.only !== undefined && declaration.name !== ground.wanted.only)) return;
    const symbol = byName ? byName.get(declaration.name)?.[nth] : symbols[place];
    const { group, item } = one(source, {
      declaration,
      traits: own,
      study: () => studies()[place],
      symbol,
      ground,
      line: lineAt(declaration.range.start),
    });
    if (group) groups.push(group);
    items.push({ item, group });
  });
  const kept = new Set(harmless(text, groups, language));
  return {
    after: applied(
      text,
      [...kept].flatMap(({ edits }) => edits),
    ),
    items: items.map(({ item, group }) => (group && !kept.has(group) ? undone(item) : item)),
  };
}

interface One {
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
  /** Asked for where it is needed: it costs more than all else. */
  study(): Study | undefined;
  readonly symbol: Symbol | undefined;
  readonly ground: Ground;
  readonly line: number;
}

function one(source: Source, whole: One): { readonly group?: Group; readonly item: Item } {
  const { text, language } = source;
  const { declaration, traits, symbol, ground, line } = whole;
  const entries = language.entries(text, declaration);
  const never = (type: string): boolean => {
    if (!symbol || traits.has("abstract")) return false;
    const { steps = [], returns = [], throws = [] } = whole.study() ?? {};
    return steps.length + returns.length + throws.length > 0 && neverRaises(symbol, type, ground.index);
  };
  const drift = drifted(text, { declaration, traits, entries, never });
  const addition = ground.wanted.update ? nothingToAdd : additionOf(source, whole, { entries, drift });
  const adds = ground.wanted.update ? [] : language.complete(text, declaration, addition);
  const study = ground.wanted.update || !symbol ? undefined : whole.study();
  const annotations = study && symbol ? annotationsFor(symbol, { source, study, index: ground.index }) : [];
  const typing = annotations.map(({ at, text: own }): Edit => ({ range: { start: at, end: at }, text: own }));
  const edits: readonly Edit[] = ground.wanted.update
    ? drift.flatMap((each) => each.edits)
    : [...adds, ...typing];
  const said = adds.length > 0;
  const has = (kind: Entry["kind"]): number => entries.filter((entry) => entry.kind === kind).length;
  const types = new Set(symbol && ground.index.raises(symbol).map(({ type }) => type));
  const item: Item = {
    name: declaration.name,
    kind: declaration.kind,
    line,
    documented: declaration.docstring !== undefined,
    now: declaration.docstring !== undefined || said,
    added: said
      ? {
          summary: addition.summary !== undefined,
          parameters: addition.parameters.length,
          returns: addition.returns !== undefined,
          raises: addition.raises.length,
          examples: addition.examples.length,
        }
      : nothing,
    raises: {
      all: types.size,
      named: Math.min(types.size, has("raises") + (said ? addition.raises.length : 0)),
    },
    typed: {
      all: declaration.parameters.length,
      annotated: declaration.parameters.filter(({ type }) => type !== undefined).length,
    },
    types: annotations.map(({ type }) => type),
    drift,
  };
  return { item, ...(edits.length && { group: { declaration, edits, types: typing } }) };
}

const nothingToAdd: Addition = { parameters: [], raises: [], examples: [] };

/** What the docstring lacks. */
function additionOf(
  { language, text }: Source,
  { declaration, study, symbol, ground }: One,
  { entries, drift }: { readonly entries: readonly Entry[]; readonly drift: readonly Drift[] },
): Addition {
  const studied = study();
  if (!studied) return nothingToAdd;
  const { start, end } = declaration.range;
  return compose({
    source: text.slice(start, end),
    renamed: new Set(drift.flatMap(({ now }) => now ?? [])),
    declaration,
    study: studied,
    entries,
    raises: symbol ? raisesOf(symbol, ground) : [],
    examples: symbol && declaration.exported ? ground.examples(symbol) : [],
    javascript: language.extensions.includes(".js"),
    prose: language.prose === true,
    python: language.extensions.includes(".py"),
    ...(declaration.kind === "class" && { raised: ground.raised(declaration.name) }),
    ...(symbol && toldOf(symbol, studied, ground)),
    ...(declaration.kind === "type" && { uses: ground.uses(declaration.name) }),
    ...(ground.wanted.comprehensive && symbol && { callers: callersOf(symbol, ground.index) }),
  });
}

/** The line of an offset, from 1; quick for offsets that rise. */
function lineCounter(text: string): (offset: number) => number {
  let [line, from] = [1, 0];
  return (offset) => {
    if (offset < from) [line, from] = [1, 0];
    for (let at = text.indexOf("\n", from); at >= 0 && at < offset; at = text.indexOf("\n", from)) {
      line += 1;
      from = at + 1;
    }
    return line;
  };
}

function raisesOf(symbol: Symbol, { index, studies }: Ground): readonly Raise[] {
  return index.raises(symbol).flatMap(({ type, from, by }) => {
    const throws = studies.throws(from)?.filter((one) => one.type === (by ?? type)) ?? [];
    const name = from === symbol ? {} : { from: from.declaration.name };
    const own = from.declaration.raises.filter((one) => one.type === type);
    if (throws.length === 0)
      return own.length
        ? own.map(({ when }) => ({ type, ...name, ...(when && { when }) }))
        : [{ type, ...name }];
    return throws.map((one) => ({ ...one, ...name, type }));
  });
}

function toldOf(
  symbol: Symbol,
  study: Study,
  { told, inherited }: Ground,
): Pick<Known, "told" | "inherited"> {
  const page = told(symbol);
  return {
    ...(page !== undefined && { told: page }),
    inherited: (parameter) => inherited(symbol, parameter, study),
  };
}

const callersOf = (symbol: Symbol, index: Index): readonly string[] =>
  [...new Set(index.callers(symbol).map(({ declaration: { name }, file }) => `\`${name}\` in \`${file}\``))]
    .sort()
    .slice(0, 5);
