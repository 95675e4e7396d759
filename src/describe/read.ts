import { type ResourceDraft, inFull, isKnown, lengthened, mended } from "../api/index.ts";
import { usualFor } from "./applications.ts";
import { type Choice, chooseReadings } from "./choices.ts";
import { keyOf, Nouns } from "./evidence.ts";
import { merge, placeParts, placeUnique } from "./merge.ts";
import { Drafts, pascal } from "./drafts.ts";
import { readStatements } from "./reader.ts";
import type { Rule } from "./rules.ts";
import type { Statement } from "./statement.ts";
import { statementsOf } from "./statements.ts";
import { appNouns, software } from "./vocabulary.ts";

export interface TextReading {
  readonly resources: readonly ResourceDraft[];
  /** What the application is called, without `app` and the like. */
  readonly application?: string | undefined;
  /** What nobody said, but applications of that kind have. */
  readonly assumed: readonly string[];
  readonly asides: readonly Rule[];
  readonly nouns: Nouns;
  readonly statements: readonly Statement[];
  /** Readings that the text allows as well. */
  readonly choices: readonly Choice[];
}

/** Whether anything is told of a resource, or it is surely one. */
const isTold = (
  draft: ResourceDraft,
  key: string,
  all: ReadonlyMap<string, ResourceDraft>,
  nouns: Nouns,
): boolean =>
  draft.fields.length + draft.relations.length + draft.actions.length > 0 ||
  [...all.values()].some(({ relations }) => relations.some(({ target }) => target === draft.name)) ||
  nouns.score(key) >= 2.2 ||
  all.size === 1;

/** A word alone is a name, whatever it is; of several, half are words. */
const isReadable = (words: readonly string[]): boolean =>
  words.length === 1 || words.filter(isKnown).length * 2 >= words.length;

/** What a few words name, of which nothing is said: `my spaceship fleets`, `plant watering`. */
function namedAlone(statements: readonly Statement[]): readonly ResourceDraft[] {
  const [only, ...more] = statements.flatMap((statement) =>
    statement.kind === "application" && !appNouns.test(statement.noun.words.at(-1) ?? "")
      ? [statement.noun]
      : [],
  );
  return only && more.length === 0 && isReadable(only.words)
    ? [{ name: pascal(keyOf(only)), fields: [], relations: [], actions: [] }]
    : [];
}

/** `a todo app with tasks`: todo. */
function applicationOf(statements: readonly Statement[], resources: ReadonlyMap<string, unknown>) {
  const names = statements.flatMap((statement) => {
    if (statement.kind !== "application" || statement.noun.plural) return [];
    if (resources.has(keyOf(statement.noun))) return [];
    const name = statement.noun.words.filter((word) => !software.test(word)).join(" ");
    return name ? [name] : [];
  });
  return names[0];
}

/** A description of so few words says what is to be built rather than what is kept. */
const fewWords = 12;

/** What is said of a noun once counts in so few words. */
const leastOfFew = 1.2;

/**
 * Reads a description into drafts of resources.
 * @param others ids of choices whose other reading is wanted
 */
export function readText(text: string, others: ReadonlySet<string> = new Set()): TextReading {
  const reading = readWhole(text);
  const resources = [...reading.resources];
  return { ...reading, choices: chooseReadings(resources, others), resources };
}

function readWhole(text: string): Omit<TextReading, "choices"> {
  const words = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const reading = readAsSaid(text, words.length > fewWords ? 2 : leastOfFew);
  if (
    words.length > fewWords ||
    reading.resources.some(({ fields, actions }) => fields.length + actions.length > 1)
  )
    return reading;
  const usual = usualFor(words);
  if (!usual)
    return reading.resources.length ? reading : { ...reading, resources: namedAlone(reading.statements) };
  const { resources } = readAsSaid(usual.notation.replaceAll("; ", "\n"), 2);
  // `a shop with pets and owners` names what it keeps.
  if (reading.resources.some(({ name }) => !resources.some((resource) => resource.name === name)))
    return reading;
  const assumed = `Nothing is said of what is kept: this is what an application for “${usual.word}” usually keeps.`;
  return { ...reading, resources, assumed: [assumed] };
}

function readAsSaid(text: string, least: number): Omit<TextReading, "choices"> {
  const { statements, asides } = statementsOf(
    lengthened(mended(text))
      .replaceAll(/\bw\//g, "with ")
      .replaceAll(/\b[a-z]+\b/g, (word) => inFull(word)),
  );
  const nouns = new Nouns();
  nouns.weigh(statements);
  const drafts = new Drafts(nouns.decide(least), nouns);
  const isWeak = (statement: Statement): boolean => statement.kind === "link" && statement.weak === true;
  const weak = statements.filter(isWeak);
  readStatements([...statements.filter((statement) => !isWeak(statement)), ...weak], drafts, nouns);
  placeUnique(drafts);
  merge([...drafts.resources.values()]);
  placeParts([...drafts.resources.values()]);
  const resources = [...drafts.resources]
    .filter(([key, resource]) => least < 2 || isTold(resource, key, drafts.resources, nouns))
    .map(([, resource]) => resource);
  const application = applicationOf(statements, drafts.resources);
  return { resources, application, assumed: [], asides, nouns, statements };
}
