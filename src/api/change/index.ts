import { UserError } from "../../lib/index.ts";
import { checkResources } from "../check.ts";
import type { ApiDefinition } from "../definition.ts";
import { servedAs } from "../etag.ts";
import { loose } from "../join.ts";
import { serve } from "../serve.ts";
import { resourcesOf } from "./meaning.ts";
import { refuseReferred } from "./resources.ts";
import type { Choice, Draft } from "./draft.ts";
import { readChange } from "./grammar.ts";
import { bare, find, pathOf, refuseUnknown, resourceNamed } from "./targets.ts";
import { isChange, isImperative, notUnderstood, ordersOf, sentencesOf } from "./sentences.ts";

export type { Choice } from "./draft.ts";
export { isChange, notUnderstood, nothingToChange } from "./sentences.ts";

/** Returns the first word of a text, its first two words, and so on. */
function beginnings(text: string, mostWords: number): readonly string[] {
  const words = text.split(/[\s,:]+/).slice(0, mostWords);
  return words.map((_, index) => words.slice(0, index + 1).join(" "));
}

/** Whether a phrase starts with the name of something in an API: `the pages of a book`. */
export const isNamed = (phrase: string, { resources }: Pick<ApiDefinition, "resources">): boolean =>
  beginnings(phrase, 5).some((name) => find(name, resources).some(({ kind }) => kind !== "value"));

/** Whether a sentence begins with a member and its resource, and so is about it: `the pages of a book are numbered`. */
const isAboutMember = (sentence: string, draft: Draft): boolean =>
  beginnings(sentence, 8).some((phrase) => {
    const [found] = / (?:of|in) |\w's \w|\w\.\w/i.test(phrase) ? find(phrase, resourcesOf(draft)) : [];
    return found?.kind === "field" || found?.kind === "relation" || found?.kind === "action";
  });

/** Whether a text mentions something in an API anywhere. */
export const speaksOf = (text: string, api: ApiDefinition): boolean => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.some((_, index) => isNamed(words.slice(index, index + 3).join(" "), api));
};

/** An API after the changes that a text asks for, and the rest of the text, which describes something. */
export interface Changed {
  readonly api: ApiDefinition;
  /** Resources that changed. */
  readonly names: readonly string[];
  /** Sentences left for the reader of descriptions. */
  readonly rest: string;
  /** Other possible readings. */
  readonly choices: readonly Choice[];
}

/** Links and checks the draft and returns its definition, with info, security and versions of `api`. */
function definitionOf(draft: Draft, api: ApiDefinition): ApiDefinition {
  const resources = resourcesOf(draft);
  checkResources(resources);
  return servedAs({ ...serve(resources), info: api.info }, api);
}

/** Sentences about something that exists: `Task also has points`. */
const more = /^(.+?) (?:also|now|additionally) (?:has|have|gets?|needs?|includes?) /i;
const ability = /^(.+?) (?:can|may|could) (?:also |now )*be /i;

/** Refuses sentences about unknown resources, unless another sentence describes them. */
function refuseStrangers(rest: readonly string[], draft: Draft): void {
  const resources = resourcesOf(draft);
  const forms = rest.every((sentence) => ability.test(sentence)) ? [more, ability] : [more];
  for (const [, subject = ""] of rest.flatMap((sentence) =>
    forms.flatMap((form) => [form.exec(sentence) ?? []]),
  ))
    if (subject !== "" && !resourceNamed(subject, resources)) refuseUnknown([bare(subject)], resources);
}

/** Maximum changes of a text: each reads the whole API again, which it may have made longer. */
const mostChanges = 200;

function refuseMore(sentence: string): never {
  throw new UserError(
    "too_many_changes",
    `The text asks for more than ${mostChanges} changes; the first beyond them is ${JSON.stringify(sentence.slice(0, 120))}.`,
    "Give them in several commands, or edit api.yaml.",
  );
}

/** What the sentences so far change and describe. */
interface Reading {
  readonly draft: Draft;
  readonly rest: readonly string[];
  readonly changes: number;
}

/** @throws UserError for a sentence that starts like a change but isn't understood, and for unknown names */
function readSentence({ draft, rest, changes }: Reading, sentence: string): Reading {
  const step = readChange(sentence, draft);
  const isRead = step.draft !== undefined || step.describe !== undefined;
  if (!isRead && isChange(sentence) && step.unknown !== undefined)
    refuseUnknown(pathOf(step.unknown), resourcesOf(draft));
  if (!isRead && (isImperative(sentence) || isAboutMember(sentence, draft))) throw notUnderstood(sentence);
  if (step.draft && changes === mostChanges) refuseMore(sentence);
  return {
    draft: step.draft ?? draft,
    rest: step.describe !== undefined || !isRead ? [...rest, step.describe ?? sentence] : rest,
    changes: changes + (step.draft ? 1 : 0),
  };
}

/** Reads a sentence order by order. */
const readOrders = (reading: Reading, sentence: string): Reading =>
  ordersOf(sentence, (phrase) => isNamed(phrase, { resources: resourcesOf(reading.draft) })).reduce(
    readSentence,
    reading,
  );

/**
 * Reads a text as changes to an API, sentence by sentence.
 * @param before the API the code was generated from, where renamed members have their old names
 * @param others ids of choices whose other reading is wanted
 * @throws UserError for a sentence that starts like a change but isn't understood, for unknown names, for a sentence
 *   of more than 2,000 characters, and for more than 200 changes
 */
export function change(
  text: string,
  api: ApiDefinition,
  before: ApiDefinition | undefined,
  others: ReadonlySet<string> = new Set(),
): Changed {
  const resources = api.resources.map(loose);
  const { draft, rest } = sentencesOf(text).reduce(readOrders, {
    draft: { resources, before: before?.resources, choices: [], others },
    rest: [],
    changes: 0,
  });
  refuseStrangers(rest, draft);
  const keptNames = new Set(draft.resources.map(({ name }) => name));
  refuseReferred(
    draft,
    api.resources.map(({ name }) => name).filter((name) => !keptNames.has(name)),
  );
  const known = new Map(api.resources.map((resource) => [resource.name, JSON.stringify(loose(resource))]));
  const names = draft.resources
    .filter((resource) => known.get(resource.name) !== JSON.stringify(resource))
    .map(({ name }) => name);
  return {
    api: definitionOf(draft, api),
    names,
    rest: rest.map((sentence) => `${sentence}.`).join("\n"),
    choices: draft.choices,
  };
}
