import type { Json } from "../../../lib/index.ts";
import type { PlannedCall } from "../call.ts";
import { fits } from "../check.ts";
import type { Conversation } from "../conversation.ts";
import { fill } from "../fill/fill.ts";
import { refersToListed } from "../pick.ts";
import type { Tool } from "../read/tool.ts";
import type { Reading } from "../text/mention.ts";
import { indexed } from "../text/spans.ts";
import { words } from "../text/tokens.ts";
import { clausesOf } from "./clauses.ts";
import { directs } from "./forms.ts";
import { licenceOf } from "./licence.ts";
import { shiftedInput, shiftIn } from "./shift.ts";

/** Beginnings of texts that continue the previous request. */
const onward =
  /^\W*(?:and|or|also|what about|how about|same|ditto|sorry|no|not|(?:yes\W+)?i meant?|it'?s|actually|make (?:it|that)|try|too|ok|then|instead)\b/i;
/** `Ann needs the same`. */
const alike = /\b(?:needs?|gets?|wants?) (?:exactly |just )?the same\b/i;
/** A continuation that repeats a possibly harmful act for something else. */
export const again = new RegExp(String.raw`^\W*(?:and|also|same (?:for|with)|ditto)\b|${alike.source}`, "i");

const longest = 12;

/**
 * The last call with the new values of a short text: `and in Rome?`, `sorry, it's QQ11ZT`, `make it 35`. Undefined if
 * the text is something else or has no value that the call accepts.
 */
export function continued(
  tools: readonly Tool[],
  talk: Conversation,
  reading: Reading,
): PlannedCall | undefined {
  const last = talk.past.at(-1);
  const tool = tools.find(({ definition }) => definition.name === last?.call.name);
  if (!last || !tool) return undefined;
  const words = reading.tokens.filter(({ kind }) => kind !== "mark");
  const shift = shiftIn(reading);
  const goesOn = onward.test(reading.text) || alike.test(reading.text);
  if (words.length > longest || (!goesOn && words.length > 4)) return undefined;
  if (!goesOn && clausesOf(reading).some(directs)) return undefined;
  if (
    tools.some(
      (other) => other !== tool && other.deed.effect !== "read" && licenceOf(other, reading).isRequested,
    )
  )
    return undefined;
  if (!mayGoOn(tool, reading)) return undefined;
  const [filled] = fill(tool, reading, { start: 0, end: reading.text.length });
  if (!filled) return undefined;
  const moved = shift && shiftedInput(tool, last.call, shift.by);
  const isMoved = (path: string): boolean =>
    moved?.[path] !== undefined && moved[path] !== last.call.input[path];
  const statedEvidence = filled.evidence.filter(({ score, path }) => score > 0 && !isMoved(path));
  if (statedEvidence.length === 0 && !moved) return undefined;
  const fresh = Object.fromEntries(statedEvidence.map(({ path, value }) => [path, value]));
  const input = { ...last.call.input, ...moved, ...fresh };
  const same = JSON.stringify(input) === JSON.stringify(last.call.input);
  return same || !fits(tool, input) ? undefined : { name: tool.definition.name, input };
}

function mayGoOn(tool: Tool, reading: Reading): boolean {
  const clauses = clausesOf(reading);
  const denied = clauses.some(({ standing }) => standing === "negated" || standing === "withdrawn");
  if (tool.deed.effect === "read") return !denied;
  if (tool.deed.effect === "act") return !denied || onward.test(reading.text);
  // what is wanted for the same thing, or of another kind, is no repetition: `and 2 labels for it`
  const isOther = refers.test(reading.text.replace(again, "")) || namesAnother(tool, reading);
  return (
    !denied && !isOther && again.test(reading.text) && !reading.text.includes("?") && !clauses.some(directs)
  );
}

/** Whether a text has a word that is neither a value nor the tool's. */
const namesAnother = (tool: Tool, { tokens, mentions }: Reading): boolean =>
  tokens.some(
    (token) =>
      token.kind === "word" &&
      !token.stop &&
      !tool.vocabulary.has(token.stem) &&
      !indexed(mentions).hold(token),
  );

const refers = /\b(?:it|its|them|that|this|those|these|there|him|her|his|same)\b/i;
const target = /^(?:id|uuid|number|ref|refer|iban|account|code|key|to|recipi|email|address|sku|path|file)$/;

/** Whether two names mean the same thing: `account` and `from_account`, but not `id` and `order_id`. */
const sameThing = (key: string, name: string): boolean =>
  key === name ||
  (key.length > 3 && /^(?:from|source|current|old)$/.test(words(name)[0] ?? "") && name.endsWith(`_${key}`));

/** The value that an earlier call of the conversation had for the same name. */
export function inherited(tool: Tool, name: string, talk: Conversation): Json | undefined {
  const parameter = tool.parameters.find(
    (parameter) => parameter.name === name && parameter.path.length === 1,
  );
  const aimed = parameter?.nameStems.some((word) => target.test(word)) ?? true;
  if (tool.deed.effect === "harm" && aimed && (!refers.test(talk.task) || refersToListed(talk.task)))
    return undefined;
  const known = [...talk.past, ...talk.done].flatMap(({ call, failed, turn }) => {
    const key = failed ? undefined : Object.keys(call.input).find((key) => sameThing(key, name));
    return key === undefined ? [] : [{ turn, value: call.input[key] }];
  });
  const last = known.at(-1);
  const value = last?.value;
  const another = known.some((item) => item.turn === last?.turn && item.value !== value);
  return another && tool.deed.effect !== "read" ? undefined : value;
}
