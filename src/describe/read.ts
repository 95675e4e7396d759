import {
  type Choice,
  type ResourceDraft,
  type TextDraft,
  inFull,
  isKnown,
  lengthened,
  mended,
  usualFor,
} from "../api/index.ts";
import type { Expressed } from "./account.ts";
import { chooseReadings } from "./choices.ts";
import { keyOf, Nouns } from "./evidence.ts";
import { merge, placeParts, placeUnique } from "./merge.ts";
import { Drafts, pascal } from "./drafts.ts";
import { nounAt } from "./nouns.ts";
import { readStatements } from "./reader.ts";
import type { Statement } from "./statement.ts";
import { statementsOf } from "./statements.ts";
import { relateUsually } from "./usual-relations.ts";
import { tokensOf } from "./tokens.ts";
import { appNouns, software } from "./vocabulary.ts";

export interface TextReading {
  readonly resources: readonly ResourceDraft[];
  /** The name of the application, without `app` and the like. */
  readonly application?: string | undefined;
  /** What the description doesn't say, but such applications have. */
  readonly assumed: readonly string[];
  readonly nouns: Nouns;
  readonly statements: readonly Statement[];
  /** Alternative readings of the text. */
  readonly choices: readonly Choice[];
  readonly expressed: readonly Expressed[];
  /** Whether the description names only what such applications usually store. */
  readonly isUsual: boolean;
}

/** The resources that something is said about, and those that certainly are ones. */
function toldOf(drafts: Drafts, nouns: Nouns): readonly ResourceDraft[] {
  const all = [...drafts.resources];
  const pointed = new Set(all.flatMap(([, { relations }]) => relations.map(({ target }) => target)));
  const isTold = ([key, draft]: readonly [string, ResourceDraft]): boolean => {
    const { name, fields, relations, actions } = draft;
    const isStated = fields.length + relations.length + actions.length > 0;
    return isStated || pointed.has(name) || nouns.score(key) >= 2.2 || all.length === 1;
  };
  return all.filter(isTold).map(([, draft]) => draft);
}

/** A single word is always a name; of several, half must be known words. */
const isReadable = (words: readonly string[]): boolean =>
  words.length === 1 || words.filter(isKnown).length * 2 >= words.length;

/** The resources of a few words without any description: `my spaceship fleets`, `plant watering`. */
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

/** Who the application is for, if the text begins with that: `we are a small law office`. */
function headOf(text: string): string | undefined {
  const [, head = ""] = /^\s*(?:we|i|this) (?:are|am|is|run) (?:an? |the )(.+)/is.exec(text) ?? [];
  const words = nounAt(tokensOf(head))?.words.filter((word) => !software.test(word)) ?? [];
  return words.join(" ") || undefined;
}

/** The application's name: `a todo app with tasks` → todo. */
function applicationOf(statements: readonly Statement[], resources: ReadonlyMap<string, unknown>) {
  const names = statements.flatMap((statement) => {
    if (statement.kind !== "application" || statement.noun.plural) return [];
    const { words } = statement.noun;
    const named = words.filter((word) => !software.test(word));
    // `a unique API` isn't called unique.
    const isQuality =
      software.test(words.at(-1) ?? "") && named.every((word) => tokensOf(word)[0]?.tags.has("Adjective"));
    const name = isQuality ? "" : named.join(" ");
    return name ? [name] : [];
  });
  return names.find((name) => !resources.has(name)) ?? names[0];
}

/** A description with at most this many words says what to build rather than what to store. */
const fewWords = 12;

/** In such a description a single mention of a noun counts. */
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
  const reading = readLiterally(text, words.length > fewWords ? 2 : leastOfFew);
  const statesFacts = reading.statements.some(({ kind }) => kind === "clause");
  if (
    words.length > fewWords ||
    reading.resources.some(({ fields, actions }) => fields.length + actions.length > (statesFacts ? 0 : 1))
  )
    return reading;
  const usual = usualFor(words);
  if (!usual)
    return reading.resources.length ? reading : { ...reading, resources: namedAlone(reading.statements) };
  const { resources } = readLiterally(usual.notation.replaceAll("; ", "\n"), 2);
  // `a shop with pets and owners` names what it stores.
  if (reading.resources.some(({ name }) => !resources.some((resource) => resource.name === name)))
    return reading;
  const assumed = `Nothing is said of what is kept: this is what an application for “${usual.word}” usually keeps.`;
  return { ...reading, resources, assumed: [assumed], isUsual: true };
}

function readLiterally(text: string, least: number): Omit<TextReading, "choices"> {
  const statements = statementsOf(
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
  const resources = least < 2 ? [...drafts.resources.values()] : toldOf(drafts, nouns);
  const application = headOf(text) ?? applicationOf(statements, drafts.resources);
  return {
    resources,
    application,
    assumed: relateUsually(resources),
    nouns,
    statements,
    expressed: drafts.expressed,
    isUsual: false,
  };
}

const titled = (words: string): string =>
  words.replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());

/**
 * Returns the resources of a description, the assumptions about them, and the alternative readings.
 * @param others ids of choices whose other reading is wanted
 */
export function draftOf(
  text: string,
  others?: ReadonlySet<string>,
): TextDraft & Pick<TextReading, "choices" | "expressed" | "isUsual"> {
  const { resources, application, assumed, choices, expressed, isUsual } = readText(text, others);
  const title = application === undefined ? undefined : `${titled(application)} API`;
  return { resources, title, assumed, ignored: [], choices, expressed, isUsual };
}
