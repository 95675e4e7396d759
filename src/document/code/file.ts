import type { Addition, Declaration, Edit, Entry, Study } from "../../code/index.ts";
import type { Symbol } from "../../inspect/index.ts";
import { lastName, once } from "../../lib/index.ts";
import { applied, type Group, harmless } from "./apply.ts";
import { compose, truthOf } from "./says/compose.ts";
import type { Known } from "./says/known.ts";
import { errorsToTell } from "./says/errors.ts";
import type { FilePlan, Ground, Source } from "./contract.ts";
import { annotationsFor } from "./annotations.ts";
import type { Drift } from "./drift/contract.ts";
import { type Abroad, Others } from "./drift/abroad.ts";
import { drifted } from "./drift/drift.ts";
import { type Surroundings, surroundings } from "./drift/surroundings.ts";
import { describes, flows } from "./says/lifted.ts";
import { counting, withAddition, type Item, itemOf, typedByDocstring, undone } from "./items.ts";
import { neverRaises } from "./never.ts";
import { overridden } from "./overridden.ts";
import { callersOf, errorsOf, raisesOf } from "./raised.ts";
import { isUnreachable } from "./says/reached.ts";

/** Plans a file's docstring changes: adds what is missing; the program stays the same. */
export function planFile(
  source: Source,
  ground: Ground,
  abroad: Abroad = new Others(ground.index),
): FilePlan {
  const { path, text } = source;
  const first = pass(source, ground, abroad);
  let { after } = first;
  // additions may lead to more; a file that doesn't settle is left alone
  for (let round = 0; after !== text; round++) {
    const again = pass({ ...source, text: after }, ground, abroad).after;
    if (again === after) break;
    after = round < 2 ? again : text;
  }
  if (after !== text) return { path, change: { before: text, after }, items: first.items };
  return { path, items: first.after === text ? first.items : first.items.map(undone) };
}

function pass(
  source: Source,
  ground: Ground,
  abroad: Abroad,
): { readonly after: string; readonly items: readonly Item[] } {
  const { path, text, language } = source;
  const { index } = ground;
  const symbols = index.in(path);
  const read = index.holds(path, text);
  const declarations = read ? symbols.map(({ declaration }) => declaration) : language.declarations(text);
  const traits = read ? symbols.map((item) => item.traits) : language.traits(text);
  const studies = once(() => language.studies(text));
  const byName = read ? undefined : Map.groupBy(symbols, ({ declaration }) => declaration.name);
  const lineAt = lineCounter(text);
  const around = surroundings({ path, text, language, declarations }, abroad);
  const seen = new Map<string, number>();
  const counts = counting(declarations, ground.wanted.comprehensive);
  const groups: Group[] = [];
  const items: { item: Item; group: Group | undefined }[] = [];
  declarations.forEach((declaration, place) => {
    const nth = seen.get(declaration.name) ?? 0; // overloads share a name
    seen.set(declaration.name, nth + 1);
    const trait = traits[place];
    if (!trait || trait.has("alias")) return;
    if (!counts(declaration) || (ground.wanted.only !== undefined && declaration.name !== ground.wanted.only))
      return;
    const symbol = byName ? byName.get(declaration.name)?.[nth] : symbols[place];
    const { group, item } = one(source, {
      declaration,
      traits: trait,
      study: () => studies()[place],
      owner: () => {
        const name = declaration.name.slice(0, declaration.name.lastIndexOf("."));
        return studies()[
          declarations.findIndex((declaration) => declaration.name === name && declaration.kind === "class")
        ];
      },
      symbol,
      ground,
      around,
      line: lineAt(declaration.range.start),
    });
    if (group) groups.push(group);
    items.push({ item, group });
  });
  const keptGroups = new Set(harmless(text, groups, language));
  return {
    after: applied(
      text,
      [...keptGroups].flatMap(({ edits }) => edits),
    ),
    items: items.map(({ item, group }) => (group && !keptGroups.has(group) ? undone(item) : item)),
  };
}

interface One {
  readonly declaration: Declaration;
  readonly traits: Study["traits"];
  /** Computed on demand, since it is the most expensive step. */
  study(): Study | undefined;
  /** The study of the enclosing class. */
  owner(): Study | undefined;
  readonly symbol: Symbol | undefined;
  readonly ground: Ground;
  readonly around: Surroundings;
  readonly line: number;
}

function one(source: Source, whole: One): { readonly group?: Group; readonly item: Item } {
  const { text, language } = source;
  const { declaration, traits, symbol, ground, around, line } = whole;
  const entries = language.entries(text, declaration);
  const code = text.slice(declaration.range.start, declaration.range.end);
  /** Whether only callees raise it, and not for the calls made here. */
  const isOutOfReach = (type: string): boolean => {
    const all = symbol
      ? raisesOf(symbol, ground).filter((each) => lastName(each.type) === lastName(type))
      : [];
    return all.length > 0 && all.every((each) => isUnreachable(each, code));
  };
  const never = (type: string): boolean => {
    if (!symbol || traits.has("abstract")) return false;
    const { steps = [], returns = [], throws = [] } = whole.study() ?? {};
    return (
      steps.length + returns.length + throws.length > 0 &&
      (neverRaises(symbol, type, ground.index, around.outside(type)) || isOutOfReach(type))
    );
  };
  const raised = (): Addition["raises"] => {
    const study = whole.study();
    if (!study || !symbol) return [];
    const leaving = new Set(
      ground.index.raises(symbol).flatMap((raise) => (raise.from === symbol ? raise.type : [])),
    );
    const raises = study.throws.filter(({ type }) => leaving.has(type));
    const describedErrors = errorsToTell({ declaration, study, entries: [], raises, source: code });
    const truth = truthOf(declaration.parameters);
    const worded = truth
      ? describedErrors.map(({ type, when }) => ({ type, when: truth(when) }))
      : describedErrors;
    const types = new Set(describedErrors.map(({ type }) => type));
    return [...worded, ...[...leaving].flatMap((type) => (types.has(type) ? [] : [{ type, when: "" }]))];
  };
  const drift = drifted(text, { declaration, traits, entries, never, raised, file: around });
  const addition = ground.wanted.update ? nothingToAdd : additionOf(source, whole, { entries, drift });
  const adds = ground.wanted.update
    ? []
    : language.complete(text, declaration, inForm(addition, source.path, ground));
  const study = ground.wanted.update || !symbol ? undefined : whole.study();
  const annotations = study && symbol ? annotationsFor(symbol, { source, study, index: ground.index }) : [];
  const typing = annotations.map(({ at, text: type }): Edit => ({
    range: { start: at, end: at },
    text: type,
  }));
  const edits: readonly Edit[] = ground.wanted.update
    ? drift.flatMap((each) => each.edits)
    : [...adds, ...typing];
  const seen = itemOf({
    declaration,
    line,
    raises: {
      all: symbol ? errorsOf(symbol, ground.index) : 0,
      named: entries.filter(({ kind }) => kind === "raises").length,
    },
    typed: typedByDocstring(source.path, declaration, entries),
    drift,
  });
  const enriched = adds.length > 0 ? withAddition(seen, addition) : seen;
  const item = annotations.length ? { ...enriched, types: annotations.map(({ type }) => type) } : enriched;
  return { item, ...(edits.length && { group: { edits, types: typing } }) };
}

/** Adds the project's convention and line width. */
function inForm(addition: Addition, path: string, { habit, width }: Ground): Addition {
  const most = width?.(path);
  return {
    ...addition,
    ...(habit !== undefined && { habit }),
    ...(most !== undefined && { width: most }),
  };
}

const nothingToAdd: Addition = { parameters: [], raises: [], examples: [] };

/** Returns what the docstring lacks. */
function additionOf(
  { path, language, text, described }: Source,
  { declaration, study, owner: ownerOf, symbol, ground }: One,
  { entries, drift }: { readonly entries: readonly Entry[]; readonly drift: readonly Drift[] },
): Addition {
  const studied = study();
  if (!studied) return nothingToAdd;
  const { start, end } = declaration.range;
  const owner = declaration.kind === "method" ? ownerOf() : undefined;
  const remark = language.remark?.(text, declaration);
  const whole = remark && (!language.extensions.includes(".py") || flows(remark)); // Python docstrings are wrapped again
  const above = whole && describes(remark, declaration, text.slice(end, end + 200), text.slice(start, end));
  return compose({
    source: text.slice(start, end),
    file: text,
    isDeclared: (name) => (ground.index.meaning(name, path)?.declaration.kind ?? "constant") !== "constant",
    renamed: new Set(drift.flatMap(({ now }) => now ?? [])),
    declaration,
    study: studied,
    entries,
    raises: symbol ? raisesOf(symbol, ground) : [],
    examples: symbol && declaration.exported ? ground.examples(symbol) : [],
    javascript: language.extensions.includes(".js"),
    prose: language.prose === true,
    namesErrors: language.extensions.some((extension) => /^\.(?:py|[jt]s)$/.test(extension)),
    described: declaration.docstring ? undefined : described?.get(declaration.name),
    ...(owner && { owner }),
    ...(above && { above: remark }),
    python: language.extensions.includes(".py"),
    isNamed: ground.wanted.isNamed === true,
    ...(symbol && { requests: ground.requests(symbol) }),
    ...(symbol && textsElsewhere(symbol, studied, ground)),
    ...(symbol && declaration.kind === "method" && { overridden: overridden(symbol, ground.index) }),
    ...(ground.wanted.comprehensive && symbol && { callers: callersOf(symbol, ground.index) }),
  });
}

function textsElsewhere(
  symbol: Symbol,
  study: Study,
  { pageSentence, inherited }: Ground,
): Pick<Known, "pageSentence" | "inherited"> {
  const sentence = pageSentence(symbol);
  return {
    ...(sentence !== undefined && { pageSentence: sentence }),
    inherited: (parameter) => inherited(symbol, parameter, study),
  };
}

/** Returns a function from offset to line, from 1; fast for ascending offsets. */
function lineCounter(text: string): (offset: number) => number {
  let [line, from] = [1, 0];
  return (offset) => {
    if (offset < from) [line, from] = [1, 0];
    for (
      let index = text.indexOf("\n", from);
      index >= 0 && index < offset;
      index = text.indexOf("\n", from)
    ) {
      line += 1;
      from = index + 1;
    }
    return line;
  };
}
