import type { Json } from "../../lib/index.ts";
import type { PlannedCall } from "./call.ts";
import type { Choice } from "./choose.ts";
import { factFor } from "./chain.ts";
import { facts, type Conversation } from "./conversation.ts";
import { inherited } from "./asks/follow.ts";
import { licenceOf, viewOf } from "./asks/licence.ts";
import { refersToListed } from "./pick.ts";
import { identifies, type Parameter } from "./read/parameter.ts";
import { fill, type Filled } from "./fill/fill.ts";
import { fits } from "./check.ts";
import type { Tool } from "./read/tool.ts";
import type { Reading } from "./text/mention.ts";

const everything =
  /\b(?:(?:the )?(?:web|internet|google|bing|duckduckgo|wikipedia|encyclop(?:a)?edia)|search engine|general (?:knowledge|questions?))\b/i;
const question =
  /^\W*(?:(?:please|hey|hi|so|and)[,\s]+)*(?:(?:can|could|would) you (?:please )?)?(?:tell me |do you know )?(?:about |who|what|when|where|which|why|how)\b[^]{3,200}$/i;
const lead =
  /^\W*(?:(?:please|hey|hi|so|and)[,\s]+)*(?:(?:can|could|would) you (?:please )?)?(?:tell me |do you know )?(?:about |(?:who|what)(?:['’]s|\s+is|\s+are|\s+was|\s+were)\s+)?/i;

/** The call of a web search tool for a question that no other tool answers; undefined if there is none. */
export function asked(tools: readonly Tool[], text: string): PlannedCall | undefined {
  const [line = ""] = text.trim().split("\n");
  if (
    line !== text.trim() ||
    !question.test(line) ||
    /\b(?:you|your|yourself)\b/i.test(line.replace(lead, ""))
  )
    return undefined;
  for (const tool of tools) {
    const { name, description = "" } = tool.definition;
    if (!everything.test(`${name.replaceAll(/[_-]/g, " ")} ${description}`)) continue;
    const required = tool.parameters.filter((parameter) => parameter.required);
    const [open] = required;
    if (required.length !== 1 || open?.type !== "string" || open.closed || open.path.length > 1) continue;
    const input = { [open.name]: line.replace(lead, "").replace(/^the\s+|[\s?!.]+$/gi, "") };
    if (fits(tool, input)) return { name, input };
  }
  return undefined;
}

/** Questions whether or where something exists: `do you have …?`, `any … left?`, `where do we use …?` */
const existence = [
  /^(?:do|does) (?:you|we|they|I|any(?:one|body)) /i,
  /^(?:is there|are there|got any|any(?:one|body)?) /i,
  /^where (?:do|does|is|are) /i,
];
const before = /^\W*(?:(?:and|so|hi|hey|hello|also)\W+)*/i;

/** The call of the only word search tool for such a question; undefined if there are several or none. */
export function sought(tools: readonly Tool[], reading: Reading): PlannedCall | undefined {
  const text = reading.text.replace(before, "");
  if (!existence.some((pattern) => pattern.test(text))) return undefined;
  const searching = tools.filter(({ deed, nameStems, parameters }) => {
    const [only, more] = parameters.filter(({ required }) => required);
    return (
      deed.effect === "read" &&
      nameStems.some((word) => /^(?:search|find|lookup)$/.test(word)) &&
      only?.type === "string" &&
      !more &&
      /^(?:query|text|other)$/.test(only.kind)
    );
  });
  const [tool, another] = searching;
  const [call, more] = tool && !another ? fill(tool, reading, { start: 0, end: reading.text.length }) : [];
  if (!tool || !call?.own || more || call.missing.length > 0 || !fits(tool, call.input)) return undefined;
  return { name: tool.definition.name, input: call.input };
}

const isIdentifier = ({ nameStems, kind, item }: Parameter): boolean =>
  kind === "email" || item?.kind === "email" || nameStems.some((word) => identifies.test(word));

/** Whether what is searched by name is a name: written as one, or accepted by searches. */
const names = ({ parameters }: Tool, { evidence }: Filled): boolean =>
  evidence.every(
    ({ path, value, score }) =>
      score === 0 ||
      /[\p{Lu}\d@]/u.test(String(value)) ||
      !parameters.some(
        ({ path: at, kind, closed, nameStems }) =>
          at.join(".") === path && !closed && (kind === "person" || nameStems.at(-1) === "name"),
      ),
  );

/**
 * The call that finds what another one lacks: if only an identifier is missing, a tool that lists or searches things of
 * the same name, if the text has all that it requires.
 */
export function lookups(
  tools: readonly Tool[],
  open: Choice["missing"],
  reading: Reading,
): readonly PlannedCall[] {
  const small = !/\p{Lu}/u.test(reading.text);
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
      if (
        call &&
        !more &&
        call.own &&
        (small || names(other, call)) &&
        call.missing.length === 0 &&
        fits(other, call.input)
      )
        return [{ name: other.definition.name, input: call.input }];
    }
  }
  return [];
}

/** A call whose missing parameters are filled from earlier results. */
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
 * The call that a text requests for a listed thing: `give the second one to Ann`. Empty unless exactly one requested
 * tool can be completed from what the list returned.
 */
export function chosen(tools: readonly Tool[], talk: Conversation, reading: Reading): readonly PlannedCall[] {
  if (!refersToListed(reading.text)) return [];
  const known = facts([...talk.past, ...talk.done]);
  const found = tools.flatMap((tool): readonly PlannedCall[] => {
    if (!licenceOf(tool, reading).asked) return [];
    const [filled, more] = fill(tool, viewOf(tool, reading), { start: 0, end: reading.text.length });
    if (!filled || more || filled.missing.length === 0) return [];
    const input = completed({ tool, filled }, known, talk);
    return input ? [{ name: tool.definition.name, input }] : [];
  });
  return found.length === 1 ? found : [];
}
