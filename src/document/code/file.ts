import type { Declaration, Edit, Entry, Language, Study } from "../../code/index.ts";
import type { Index, Symbol } from "../../inspect/index.ts";
import { applied, type Group, harmless } from "./apply.ts";
import { compose, type Example, type Raise } from "./compose.ts";
import { drifted, type Drift } from "./drift.ts";
import { neverRaises } from "./never.ts";

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
}

/** What the source of a file shows about its declarations. */
export interface Studies {
  of(symbol: Symbol): Study | undefined;
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
const undone = (item: Item): Item => ({ ...item, now: item.documented, added: nothing });

function pass(source: Source, ground: Ground): { readonly after: string; readonly items: readonly Item[] } {
  const { path, text, language } = source;
  const declarations = language.declarations(text);
  const studies = language.studies(text);
  const symbols = Map.groupBy(
    ground.index.symbols.filter(({ file }) => file === path),
    ({ declaration }) => declaration.name,
  );
  const seen = new Map<string, number>();
  const groups: Group[] = [];
  const items: { item: Item; group: Group | undefined }[] = [];
  declarations.forEach((declaration, place) => {
    const nth = seen.get(declaration.name) ?? 0; // overloads share a name
    seen.set(declaration.name, nth + 1);
    const study = studies[place];
    if (!study || study.traits.has("alias")) return;
    const counts = declaration.exported || ground.wanted.comprehensive;
    if (!counts || (ground.wanted.only !== undefined && declaration.name !== ground.wanted.only)) return;
    const symbol = symbols.get(declaration.name)?.[nth];
    const { group, item } = one(source, { declaration, declarations, study, symbol, ground });
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
  readonly declarations: readonly Declaration[];
  readonly study: Study;
  readonly symbol: Symbol | undefined;
  readonly ground: Ground;
}

function one(
  { text, language }: Source,
  { declaration, declarations, study, symbol, ground }: One,
): { readonly group?: Group; readonly item: Item } {
  const entries = language.entries(text, declaration);
  const raises = symbol ? raisesOf(symbol, ground) : [];
  const shown =
    study.steps.length + study.returns.length + study.throws.length > 0 && !study.traits.has("abstract");
  const never = (type: string): boolean =>
    symbol !== undefined && shown && neverRaises(symbol, type, ground.index);
  const drift = drifted(text, { declaration, study, entries, raises, never });
  const addition = compose({
    renamed: new Set(drift.flatMap(({ now }) => now ?? [])),
    declaration,
    study,
    entries,
    raises,
    examples: symbol && declaration.exported ? ground.examples(symbol) : [],
    javascript: language.extensions.includes(".js"),
    prose: language.prose === true,
    ...(declaration.kind === "class" && { methods: methodsOf(declaration, declarations) }),
    ...(declaration.kind === "type" && { uses: ground.uses(declaration.name) }),
    ...(ground.wanted.comprehensive && symbol && { callers: callersOf(symbol, ground.index) }),
  });
  const adds = ground.wanted.update ? [] : language.complete(text, declaration, addition);
  const edits: readonly Edit[] = ground.wanted.update ? drift.flatMap((each) => each.edits) : adds;
  const said = adds.length > 0;
  const has = (kind: Entry["kind"]): number => entries.filter((entry) => entry.kind === kind).length;
  const types = new Set(raises.map(({ type }) => type));
  const item: Item = {
    name: declaration.name,
    kind: declaration.kind,
    line: text.slice(0, declaration.range.start).split("\n").length,
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
    drift,
  };
  return { item, ...(edits.length && { group: { declaration, edits } }) };
}

function raisesOf(symbol: Symbol, { index, studies }: Ground): readonly Raise[] {
  return index.raises(symbol).flatMap(({ type, from, by }) => {
    const throws = studies.of(from)?.throws.filter((one) => one.type === (by ?? type)) ?? [];
    const name = from === symbol ? {} : { from: from.declaration.name };
    const own = from.declaration.raises.filter((one) => one.type === type);
    if (throws.length === 0)
      return own.length
        ? own.map(({ when }) => ({ type, ...name, ...(when && { when }) }))
        : [{ type, ...name }];
    return throws.map((one) => ({ ...one, ...name, type }));
  });
}

const methodsOf = ({ name }: Declaration, all: readonly Declaration[]): readonly string[] =>
  all.flatMap((one) => {
    const own =
      one.kind === "method" && one.exported && one.name.startsWith(`${name}.`)
        ? one.name.slice(name.length + 1)
        : "";
    return own && !own.includes(".") && own !== "constructor" && own !== name && !own.startsWith("__")
      ? [own]
      : [];
  });

const callersOf = (symbol: Symbol, index: Index): readonly string[] =>
  [...new Set(index.callers(symbol).map(({ declaration: { name }, file }) => `\`${name}\` in \`${file}\``))]
    .sort()
    .slice(0, 5);
