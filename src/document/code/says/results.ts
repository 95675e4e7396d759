import type { Parameter, Shape, Study } from "../../../code/index.ts";
import { type Spoken, describeCondition } from "../words/conditions.ts";
import { isFlag } from "../words/flags.ts";
import { code, isPlural, nameWords, withArticle } from "../words/name-words.ts";
import { inTable, listed } from "../../../lib/index.ts";

/** Describes what a body returns, as far as it can be put into words; what is only read on the way isn't repeated. */
export function result(study: Study, parameters: ReadonlySet<string>, source: string): string | undefined {
  const { returns } = study;
  const [only] = returns;
  if (only && returns.length === 1) return truth(only.shape, parameters);
  return ways(study, parameters, source);
}

const empty: Readonly<Record<string, string>> = { "[]": "an empty list", "{}": "an empty object" };

/** Describes a value returned for an error: `except KeyError: return None` and `catch { return null; }`. */
export function caught({ returns }: Pick<Study, "returns">, source: string): string | undefined {
  const caughtCodes = new Set(returns.flatMap((item) => (item.caught ? [item.shape.code] : []))); // not those of inner functions
  const found = [
    ...source.matchAll(
      /\bexcept(?:\s+([\w.]+)(?:\s+as\s+\w+)?)?:\s*return\s+(\[\]|\{\}|None|False|True|-?\d+|""|'')\s*(?:\n|$)/g,
    ),
    ...source.matchAll(
      /\}\s*catch()\s*(?:\(\w+(?::\s*\w+)?\)\s*)?\{\s*(?:\/\/[^\n]*\n\s*)*return\s+(\[\]|\{\}|null|undefined|false|true|-?\d+|""|'');?\s*\}/g,
    ),
  ].filter(([, , what = ""]) => caughtCodes.has(what));
  const [match, other] = found;
  if (!match || other) return undefined;
  const [, by = "", what = ""] = match;
  const any = /^(?:Base)?(?:Exception)?$/.test(by);
  const failed = any ? triedAlone(source.slice(0, match.index)) : undefined;
  const type = code(by, 50) && withArticle(by);
  if (isOfLookup(by)) return undefined;
  const value = what === "{}" && by ? "an empty dict" : (inTable(empty, what) ?? `\`${what}\``);
  if (any) return failed && `${value} if ${failed} fails`;
  return type && `${value} if ${type} occurs`;
}

/** Whether a type is a lookup error: how a body looks something up doesn't concern callers. */
export const isOfLookup = (type: string): boolean =>
  /^(?:KeyError|IndexError|AttributeError|LookupError|Stop(?:Async)?Iteration)$/.test(type);

/** Returns the only call in a `try` at the end of a source. */
function triedAlone(source: string): string | undefined {
  const index = Math.max(source.lastIndexOf("try:"), source.lastIndexOf("try {"));
  const body = source
    .slice(index)
    .replace(/^try(?::| \{)/, "")
    .trim();
  const [, call = ""] =
    /^(?:(?:const |let |var )?\w+ = )?(?:return )?(?:await )?([\w.]+\([^()\n]*\));?$/.exec(body) ?? [];
  return index < 0 ? undefined : code(call, 50);
}

/**
 * Returns the names whose values come from the caller: parameters and fields of destructured ones, unless
 * the body reassigns them.
 */
export function namesGiven(
  parameters: readonly Parameter[],
  { fields }: Study,
  source: string,
): ReadonlySet<string> {
  const names = [
    ...parameters.map(({ name }) => name),
    ...Object.values(fields).flatMap((fieldList) => fieldList.map(({ name }) => name)),
  ];
  const last = parameters.at(-1);
  const head = last ? source.indexOf(last.default ?? last.name, source.indexOf(last.name)) : -1;
  const body = source.slice(Math.max(head, 0) + (last?.default ?? last?.name ?? "").length);
  return new Set(names.filter((name) => !/^[A-Za-z_]\w*$/.test(name) || !reassigned(name).test(body)));
}

export const reassigned = (name: string): RegExp =>
  new RegExp(
    String.raw`(?:^|[;{}\n)])[ \t]*(?:(?:for|let|var|const)[ \t(]+(?:const|let|var)?[ \t]*)?(?:\w+, ?)*${name}(?:, ?\w+)*(?: [^\w\s=<>!]{0,3}= |\+\+|--| in | of )|\b${name}\.(?:pop|popitem|clear|shift|splice)\(|\[${name}(?:,[^\]=]*)?\] = |\b${name} := `,
  );

/** Describes the keys of a returned object, if no type states them. */
export function keys(
  study: Study,
  returns: string | undefined,
  called: "object" | "dict" | undefined,
): string | undefined {
  if (!called || (returns !== undefined && !/^(?:dict|Dict|typing\.Dict)\b/.test(returns))) return undefined;
  const [first, ...rest] = study.returns.map(({ shape }) => (shape.kind === "object" ? shape : undefined));
  const keyNames = first?.parts ?? [];
  const plain =
    keyNames.length > 0 && keyNames.length < 9 && keyNames.every((key) => /^[a-z_][\w-]*$/.test(key));
  // functions called by a framework aren't data
  if (
    !plain ||
    /=>|\bfunction\b|\)\s*\{/.test(first?.code ?? "") ||
    rest.some((shape) => shape?.parts?.join() !== keyNames.join())
  )
    return undefined;
  return `${called === "dict" ? "a dict" : "an object"} with ${listed(
    keyNames.flatMap((key) => code(key) ?? []),
    "and",
  )}`;
}

/** Describes `a && typeof b === "string"` as "whether …", if that reads better than the source. */
export function truth(shape: Shape, parameters: ReadonlySet<string>): string | undefined {
  if (shape.kind !== "truth" && shape.kind !== "call") return undefined;
  if (shape.kind === "call" && /\.(?:match|search|fullmatch|exec)\(/.test(shape.code)) return undefined; // the result is a match
  const condition = describeCondition(shape.code, (name) => parameters.has(name));
  if (!condition || !known(shape.code, parameters)) return undefined;
  if (shape.kind === "call" && (condition.raw > 0 || !shape.code.includes("("))) return undefined;
  // a plain comparison may stay as source; calls and private fields may not
  if (condition.raw > 0 && (condition.raw > 1 || parameters.size === 0 || /\w\(/.test(condition.text)))
    return undefined;
  return `whether ${condition.text}`;
}

const simple = new Set(["literal", "nothing", "name", "text", "list", "object"]);

const truths = /^(?:true|false|True|False)$/;

/** Describes values returned under conditions visible to a caller. */
function ways(study: Study, parameters: ReadonlySet<string>, source: string): string | undefined {
  const { passed } = study;
  if (study.returns.every(({ shape }) => isOfNothing(shape, parameters))) return undefined;
  const [one, two] = study.returns;
  // of two returns with opposite conditions, the second needs none
  const returns =
    one && two && study.returns.length === 2 && isDenied(one.when, two.when)
      ? [one, { shape: two.shape }]
      : study.returns;
  const untold: string[] = []; // values returned before under conditions that can't be described
  const before: string[] = []; // and those conditions
  const outcomes = returns.flatMap((way) => {
    if (way.caught) return []; // the surrounding condition isn't the reason
    const { code: returnCode } = way.shape;
    const outcome = wayOf(way, parameters, { passed, source });
    const isLeft = before.some((item) => within(item, way.when));
    if (!outcome && way.when !== undefined) {
      untold.push(returnCode);
      before.push(way.when);
    }
    const other = truths.test(returnCode) && untold.some((item) => truths.test(item) && item !== returnCode);
    return outcome && !other && !isLeft ? [outcome] : [];
  });
  // several conditions on local names are intermediate steps
  if (outcomes.filter(({ local }) => local).length > 1) return undefined;
  const last = returns.at(-1);
  const same = new Set(returns.map(({ shape }) => shape.code)).size === 1;
  if (outcomes.length === 0 || outcomes.length > 3 || same) return undefined;
  if (new Set(outcomes.map(({ value, when }) => `${value} ${when}`)).size < outcomes.length) return undefined;
  const groups = Map.groupBy(outcomes, ({ value }) => value);
  const parts = [...groups].map(
    ([value, all]) => `${value} if ${all.map(({ when }) => when).join(", or if ")}`,
  );
  const rest =
    last && !last.when && !last.caught && returns.length === outcomes.length + 1
      ? valueOf(last.shape, parameters)
      : undefined;
  return [...parts, ...(rest && !groups.has(rest) ? [`otherwise ${rest}`] : [])]
    .join("; ")
    .replace(/; otherwise/, ", otherwise");
}

/** Whether a return gives the caller nothing: `return;` and `return next(error)`. */
const isOfNothing = ({ kind, name = "" }: Shape, parameters: ReadonlySet<string>): boolean =>
  kind === "nothing" ||
  (kind === "call" && parameters.has(name) && /^(?:next|done|cb|callback)$/i.test(name));

const isDenied = (when: string | undefined, other: string | undefined): boolean =>
  when !== undefined &&
  [`not ${when}`, `not (${when})`, `!${when}`, `!(${when})`].some((denied) => denied === other);

/** Whether a condition is nested in another; what follows is reached if it doesn't hold. */
const within = (inner: string, outer: string | undefined): boolean =>
  outer !== undefined &&
  [outer, `(${outer})`].some((item) => inner.startsWith(`${item} && `) || inner.startsWith(`${item} and `));

/** Private state and calls of inner objects, which callers don't see. */
export const isPrivate = /\b(?:this|self|cls)\??\.(?:[_#]|\w+\.\w+\()/;

/** Describes a condition, if a caller can see all of it. */
export function visible(when: string, parameters: ReadonlySet<string>): Spoken | undefined {
  if (!known(when, parameters)) return undefined;
  const condition = describeCondition(when, (name) => parameters.has(name));
  return condition?.raw === 0 && !isPrivate.test(condition.text) ? condition : undefined;
}

/** Describes a returned value and its condition. */
function wayOf(
  { shape, when }: Study["returns"][number],
  parameters: ReadonlySet<string>,
  around: Pick<Study, "passed"> & { readonly source: string },
): { readonly value: string; readonly when: string; readonly local: boolean } | undefined {
  const value = valueOf(shape, parameters);
  const local = when === undefined ? undefined : missing(when, parameters, around);
  const condition = local ?? (when ? visible(when, parameters) : undefined);
  if (!value || !condition || condition.text.includes("__class__")) return undefined;
  const isLocal = local !== undefined && !local.text.endsWith(" found");
  if (shape.kind !== "name" || !parameters.has(shape.code))
    return { value, when: condition.text, local: isLocal };
  const empty = /^\S+ is (?:empty or missing|undefined|`(?:null|None)`|undefined or `null`)$/;
  return empty.test(condition.text)
    ? undefined
    : { value: `${value} itself`, when: condition.text.replace(`${value} is`, "it is"), local: isLocal };
}

/** Calls that search for a value that may be missing. */
const search = /^[\w.$#?!()]*\b_?(?:find|get|load|fetch|look|query|select|search|first|scalar)\w*\(/;

/** Whether a local name holds the result of a search. */
const sought = (name: string, source: string): boolean =>
  [
    ...source.matchAll(new RegExp(String.raw`(?<![\w.])${name}(?:: [^=\n]+)? = (?:await )?([^\n]+)`, "g")),
  ].some(([, value = ""]) => search.test(value));

/** Local names that mean nothing outside the body. */
const vague =
  /(?:ed|able|ing)$|^(?:is|has|ok|res|ret|result|found|valid|data|value|val|tmp|done|match)\b|^(?:body|content|item|entry|obj|object|element|node|target|current|first|last|next|prev|previous|parent|entity|record|row|doc|document|response|ref|line|token|char|marker|raw|\w+Raw|\w+_raw|latest|sep|offset|index|idx|pos|group|lastgroup|prefix|suffix|start|end)$/i;

/** Describes `!owner` for a local name: "there is no owner"; for a search result: "no owner is found". */
export function missing(
  when: string,
  parameters: ReadonlySet<string>,
  { passed, source }: Pick<Study, "passed"> & { readonly source: string },
): Spoken | undefined {
  const [, name = ""] =
    /^(?:!|not )([a-z]\w{2,})$|^([a-z]\w{2,}) (?:is None|={2,3} (?:null|undefined))$/
      .exec(when)
      ?.filter(Boolean) ?? [];
  const words = nameWords(name);
  const local = words.length > 0 && !parameters.has(name) && !Object.hasOwn(passed, name);
  const flag = /(?:ed|able|ing)$|^(?:is|has|ok|valid|done|match)\b/i.test(name) || (words[0] ?? "") === "can";
  const many = isPlural(name);
  if (local && !flag && sought(name, source)) {
    const found =
      vague.test(name) || words.length > 3 ? "none is" : `no ${words.join(" ")} ${many ? "are" : "is"}`;
    return { text: `${found} found`, raw: 0, parts: 1 };
  }
  const plain = local && words.length < 4 && !isFlag(name) && !vague.test(name.replace(/_$/, ""));
  return plain ? { text: `there ${many ? "are" : "is"} no ${words.join(" ")}`, raw: 0, parts: 1 } : undefined;
}

/** Describes a value that is meaningful outside the body: a literal, or an argument. */
function valueOf(shape: Shape, parameters: ReadonlySet<string>): string | undefined {
  if (!simple.has(shape.kind)) return undefined;
  if (shape.kind === "nothing") return "nothing";
  if (shape.kind === "list") return shape.parts?.length === 0 ? "an empty list" : undefined;
  if (shape.kind === "object") return shape.parts?.length === 0 ? "an empty object" : undefined;
  if (shape.kind === "name" && !parameters.has(shape.code) && shape.code !== "this" && shape.code !== "self")
    return undefined;
  if (shape.kind === "text" && /[`$]|^[a-zA-Z]+["']/.test(shape.code)) return undefined;
  return code(shape.code, 40);
}

const words = new Set(
  "typeof instanceof in not is and or None True False null undefined true false new len isinstance callable hasattr str int float bool list tuple dict set bytes Array Object Number isArray isInteger isFinite isNaN hasOwn this self os fs".split(
    " ",
  ),
);

/** Whether code uses only parameters, fields of the object, constants and types. */
export function known(source: string, parameters: ReadonlySet<string>): boolean {
  const bare = source.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, " ");
  return [...bare.matchAll(/(?<![\w$.#])[A-Za-z_$][\w$]*/g)].every(
    ([name]) =>
      parameters.has(name) || words.has(name) || /^[A-Z]|(?:RE|Re|RegExp|Regex|Pattern)$/.test(name),
  );
}
