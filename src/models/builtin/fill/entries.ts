import type { Json } from "../../../lib/index.ts";
import { stem } from "../../../language/index.ts";
import { directs, formsOf } from "../asks/forms.ts";
import { clausesOf } from "../asks/clauses.ts";
import { leaves, type Parameter } from "../read/parameter.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { beginningAt, between, inside } from "../text/spans.ts";
import type { Token } from "../text/tokens.ts";
import { sameUnit, unitsNamed } from "../text/units.ts";

/** The members of an object in a list that stands for a thing with its amount: `{ item, quantity, unit }`. */
interface Form {
  readonly thing: Parameter;
  readonly amount: Parameter | undefined;
  readonly unit: Parameter | undefined;
}

const isUnit = ({ type, nameStems, options }: Parameter): boolean =>
  type === "string" &&
  (nameStems.includes("unit") ||
    (options.length > 0 && options.every((option) => unitsNamed(String(option)).length > 0)));

/** The form of a list's items; undefined if they need more than a thing, an amount and a unit. */
function formOf({ item }: Parameter): Form | undefined {
  if (item?.type !== "object") return undefined;
  const members = leaves(item.schema);
  const unit = members.find(isUnit);
  const amount = members.find(({ type }) => type === "number" || type === "integer");
  const thing = members.find(
    (member) => member !== unit && member.type === "string" && !member.closed && member.format === undefined,
  );
  const known = new Set([thing, amount, unit]);
  return thing && members.every((member) => !member.required || known.has(member))
    ? { thing, amount, unit }
    : undefined;
}

/** The noun phrase at a place: its words up to a function word or a mark, at most four. */
function phraseAt(tokens: readonly Token[], from: number): readonly Token[] {
  const rest = tokens.slice(from, from + 4);
  const end = rest.findIndex(({ kind, stop }) => kind !== "word" || stop);
  return end < 0 ? rest : rest.slice(0, end);
}

const textOf = (tokens: readonly Token[], { text }: Reading): string =>
  text.slice(tokens[0]?.start, tokens.at(-1)?.end);

/** The unit of an amount, in the spelling of the member that takes it. */
function unitOf({ unit }: Form, word: string | undefined): string | undefined {
  if (!unit || word === undefined) return undefined;
  if (!unit.closed) return word;
  const options = unit.options.filter((option) => typeof option === "string");
  return options.find((option) => sameUnit(option, word) || stem(option) === stem(word));
}

/** `4 crates of lemons`, `500 g flour`, `six lemons`. */
function counted(form: Form, { number, unit, end }: Mention, reading: Reading): Json | undefined {
  if (!number || number.ordinal || number.percent || number.money) return undefined;
  const { tokens } = reading;
  const first = beginningAt(tokens, end);
  const [word] = phraseAt(tokens, first);
  const isOf = tokens[first + 1]?.lower === "of";
  const measure = unitOf(form, unit ?? (isOf ? word?.lower : undefined));
  // a measure that no member takes can't be left out
  if (measure === undefined && (unit !== undefined || isOf)) return undefined;
  const begin = unit === undefined && isOf ? first + 2 : tokens[first]?.lower === "of" ? first + 1 : first;
  const phrase = phraseAt(tokens, begin);
  if (phrase.length === 0) return undefined;
  return {
    [form.thing.name]: textOf(phrase, reading),
    ...(form.amount ? { [form.amount.name]: number.value } : {}),
    ...(form.unit && measure !== undefined ? { [form.unit.name]: measure } : {}),
  };
}

/** The objects of a request without amounts: `put the chickpeas and rice on the list`. */
function named({ thing, amount }: Form, reading: Reading): readonly Json[] {
  const clause = amount?.required ? undefined : clausesOf(reading).find(directs);
  const head = clause?.tokens[formsOf(clause).opening[0]];
  if (!head) return [];
  const phrases: Token[][] = [[]];
  for (const token of between(reading.tokens, head.end, reading.text.length)) {
    if (/^(?:to|on|onto|from|for|in|into|at|off|with|[.;:!?])$/.test(token.lower)) break;
    if (token.text === "," || token.lower === "and") phrases.push([]);
    else if (!token.stop) phrases.at(-1)?.push(token);
  }
  return phrases.flatMap((phrase) => (phrase.length > 0 ? [{ [thing.name]: textOf(phrase, reading) }] : []));
}

/** The things that a text lists for a parameter, with their amounts and units; undefined if there are none. */
export function entriesSaid(parameter: Parameter, reading: Reading): Json | undefined {
  const form = formOf(parameter);
  if (!form) return undefined;
  const { tokens, mentions } = reading;
  const part = { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
  const counts = inside(mentions, part).flatMap((mention) => counted(form, mention, reading) ?? []);
  const entries = counts.length > 0 ? counts : named(form, reading);
  return entries.length > 0 ? entries : undefined;
}
