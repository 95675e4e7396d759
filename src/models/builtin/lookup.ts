import { anyOf, type Json } from "../../lib/index.ts";
import type { PlannedCall } from "./call.ts";
import { choose, type Choice } from "./choose.ts";
import { factFor } from "./chain.ts";
import { facts, type Conversation } from "./conversation.ts";
import { clausesOf } from "./asks/clauses.ts";
import { tells } from "./asks/extent.ts";
import { inherited } from "./asks/follow.ts";
import { directs } from "./asks/forms.ts";
import { leaves } from "./asks/places.ts";
import { identifies, type Parameter } from "./read/parameter.ts";
import { fill } from "./fill/fill.ts";
import { question, shapeFit } from "./fill/shape.ts";
import { valueOf } from "./fill/values.ts";
import type { Clause } from "./asks/clause.ts";
import { fits } from "./check.ts";
import type { Tool } from "./read/tool.ts";
import type { Mention, Reading } from "./text/mention.ts";

const before = /^\W*(?:(?:and|so|hi|hey|hello|also|please|tell me)\W+)*/i;
/** Questions whether or where something exists: `do you have …?`, `any … left?`, `where do we use …?` */
const existence = new RegExp(
  String.raw`^${anyOf("(?:do|does) (?:you|we|they|I|any(?:one|body)) ", "is there|are there|got any|any(?:one|body)? ", "where (?:do|does|is|are) ")}`,
  "i",
);
/** Other questions, which only a search of everything answers, with the words before their topic. */
const open =
  /^(?:(?:who|what)(?:['’]s| is| are| was| were)? (?:the )?|(?:when|where|which|why|how|about) )(?!.*\byour?\b)/i;
const everything =
  /\b(?:web|internet|google|bing|duckduckgo|wikipedia|encyclop(?:a)?edia|search engine|general (?:knowledge|questions?))\b/i;

/** The call of the only tool that searches by words, for a question that no other tool answers. */
export function sought(tools: readonly Tool[], reading: Reading): PlannedCall | undefined {
  const text = reading.text.trim().replace(before, "");
  const exists = existence.test(text);
  if (text.includes("\n") || !(exists || open.test(text))) return undefined;
  const [found, another] = tools.flatMap((tool): readonly PlannedCall[] => {
    const { name, description = "" } = tool.definition;
    const [only, more] = tool.parameters.filter(({ required }) => required);
    if (tool.deed.effect !== "read" || only?.type !== "string" || more || only.closed) return [];
    if (everything.test(`${name.replaceAll(/[_-]/g, " ")} ${description}`))
      return [{ name, input: { [only.name]: text.replace(open, "").replace(/[\s?!.]+$/, "") } }];
    if (!exists || !isSearch(tool) || !/^(?:query|text|other)$/.test(only.kind)) return [];
    const [call, further] = fill(tool, reading, { start: 0, end: reading.text.length });
    return call?.hasOwnValue && !further && call.missing.length === 0 ? [{ name, input: call.input }] : [];
  });
  const tool = another ? undefined : tools.find(({ definition }) => definition.name === found?.name);
  return found && tool && fits(tool, found.input) ? found : undefined;
}

/** Tools that search by words. */
export const isSearch = ({ deed, nameStems }: Tool): boolean =>
  deed.effect === "read" && nameStems.some((word) => /^(?:search|find|lookup|locat)$/.test(word));

const isIdentifier = ({ nameStems, kind, item }: Parameter): boolean =>
  kind === "email" || item?.kind === "email" || nameStems.some((word) => identifies.test(word));

/**
 * The call that finds what another one lacks: if only an identifier is missing, a tool that lists or searches things of
 * the same name, if the text has all that it requires.
 */
export function lookups(
  tools: readonly Tool[],
  open: Choice["missing"],
  reading: Reading,
): readonly PlannedCall[] {
  for (const { tool, filled } of open) {
    const ids = filled.missing.filter(isIdentifier);
    const nouns = ids.flatMap((parameter) =>
      parameter.kind === "email" || parameter.item?.kind === "email"
        ? ["contact", "person", "user", "custom", "employe"]
        : parameter.nameStems.filter((word) => !identifies.test(word)),
    );
    if (ids.length === 0 || nouns.length === 0) continue;
    for (const other of tools) {
      const about =
        other.deed.effect === "read" &&
        nouns.some((noun) => other.nameStems.includes(noun) || other.nameStems.includes(`${noun}s`));
      if (
        other === tool ||
        !about ||
        other.parameters.some(
          (parameter) => parameter.required && ids.some(({ name }) => name === parameter.name),
        )
      )
        continue;
      const [call, more] = fill(other, reading, { start: 0, end: reading.text.length });
      const taken = leaves(filled.input);
      const isFree = leaves(call?.input ?? {}).every(
        (value) => !taken.some((other) => other.includes(value)),
      );
      if (call && isFree && !more && call.hasOwnValue && call.missing.length === 0 && fits(other, call.input))
        return [{ name: other.definition.name, input: call.input }];
    }
  }
  return [];
}

/** The input of a call, completed from earlier results and calls; `undefined` if a value is still missing. */
export function completed(
  one: Choice["missing"][number],
  known: ReturnType<typeof facts>,
  talk: Conversation,
): PlannedCall["input"] | undefined {
  const input: { [key: string]: Json } = { ...one.filled.input };
  for (const parameter of one.filled.missing) {
    const [name] = parameter.path;
    if (parameter.path.length !== 1) return undefined;
    const value = factFor(parameter, known, talk.task) ?? inherited(one.tool, parameter.name, talk);
    if (value === undefined || name === undefined) return undefined;
    input[name] = value;
  }
  return fits(one.tool, input) ? input : undefined;
}

/**
 * The call that a text completes which only answers what the last request lacked: `tomorrow at 3`, `B-17`. What the
 * request has stays; the answer fills what is open.
 */
export function completing(
  tools: readonly Tool[],
  asked: Reading,
  reading: Reading,
): PlannedCall | undefined {
  if (clausesOf(reading).some((clause) => directs(clause) || (clause.asks && !tells(clause))))
    return undefined;
  const { calls, missing } = choose(tools, asked);
  const [open, more] = missing;
  if (!open || more || calls.length > 0) return undefined;
  const { tool, filled } = open;
  const stated = filled.evidence.filter(({ score }) => score > 0);
  const known = new Set(stated.map(({ path }) => path));
  const parameters = tool.parameters.filter(({ path }) => !known.has(path.join(".")));
  const [answer, another] = fill({ ...tool, parameters }, reading, { start: 0, end: reading.text.length });
  if (!answer?.hasOwnValue || another) return undefined;
  const input = { ...filled.input, ...answer.input };
  return fits(tool, input) ? { name: tool.definition.name, input } : undefined;
}

const inquiring =
  /\b(?:ask(?:s|ed|ing)?|know|wonders?|wondering|see|check|look (?:up|at)|show|find|who|what|where|how|status)\b/i;

/**
 * The call of the only tool that reads by an identifier like the one that a question has and no word explains:
 * `where is 1Z999?`, `who is Ann Lee?`
 */
export function identified(tools: readonly Tool[], reading: Reading): PlannedCall | undefined {
  const { mentions, text } = reading;
  const isWho = /^\W*who (?:is|was)\b/i.test(text);
  const isLong = ({ number, unit }: Mention): boolean =>
    number !== undefined && !unit && !number.money && /^\d{4,}$/.test(text.slice(number.start, number.end));
  const [id, another] = mentions.filter((mention) =>
    isWho ? mention.kind === "name" : mention.kind === "code" || isLong(mention),
  );
  if (!id || another || !inquiring.test(text) || !clausesOf(reading).every(isInquiry)) return undefined;
  const found = tools.flatMap((tool): readonly PlannedCall[] => {
    const [only, more] = tool.parameters.filter(({ required }) => required);
    if (tool.deed.effect !== "read" || !only || more) return [];
    const takes = isWho
      ? only.kind === "person" || only.name === "name"
      : isIdentifier(only) || only.nameStems.includes("number");
    if (!takes || (id.likeOf && !id.likeOf.includes(only.name))) return [];
    const value = valueOf(only, id);
    const input = value === undefined || shapeFit(only, id) < 0 ? undefined : { [only.name]: value };
    return input && fits(tool, input) ? [{ name: tool.definition.name, input }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a clause may only be asked about. */
const isInquiry = ({ standing }: Clause): boolean => /^(?:open|factual|aside|supposed)$/.test(standing);

const back = /\b(?:it|its|that|they|there|he|she)\b/i;

/** The call that reads what the latest result named, for a short question about it: `is it done?` */
export function revisited(
  tools: readonly Tool[],
  talk: Conversation,
  reading: Reading,
): readonly PlannedCall[] {
  const turn = talk.past.at(-1)?.turn;
  if (!question.test(reading.text) || !back.test(reading.text) || reading.tokens.length > 12) return [];
  const known = facts(talk.past.filter((done) => done.turn === turn));
  const found = tools.flatMap((tool): readonly PlannedCall[] => {
    const missing = tool.parameters.filter(({ required }) => required);
    const ids = missing.some((parameter) => factFor(parameter, known, talk.task) !== undefined);
    const input =
      tool.deed.effect === "read" && ids
        ? completed(
            { tool, filled: { input: {}, missing, hasOwnValue: false, places: [], evidence: [] } },
            known,
            talk,
          )
        : undefined;
    return input ? [{ name: tool.definition.name, input }] : [];
  });
  return found.length === 1 ? found : [];
}
