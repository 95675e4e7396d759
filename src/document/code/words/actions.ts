import type { Shape, Step, Study } from "../../../code/index.ts";
import { phrase, thing } from "./phrases.ts";
import { code, isVerb, nameWords, third } from "./name-words.ts";
import { inTable, listed } from "../../../lib/index.ts";

/** Single-word verbs, with the preposition between the argument and the receiver. */
const towards: Readonly<Record<string, string>> = {
  add: "to",
  append: "to",
  attach: "to",
  insert: "into",
  push: "to",
  unshift: "to",
  enqueue: "to",
  merge: "into",
  register: "with",
  remove: "from",
  delete: "from",
  detach: "from",
  subscribe: "to",
};

/** Names of collections; services and repositories may do anything with an argument. */
const collection =
  /(?:[^s]s|[lL]ist|[sS]et|[mM]ap|[qQ]ueue|[cC]ache|[aA]rray|[sS]tack|[rR]egistry|[bB]uffer|[cC]lassList|[lL]og|[hH]istory|[pP]ool|[iI]ndex)$/;

/** Single-word verbs that are clear with just an object. */
const alone = new Set(
  "close commit flush rollback abort reset refresh reload disconnect shutdown save".split(" "),
);

const silent =
  /^(?:console|log|logger|logging|debug|print|warn|warnings)\b|\.(?:debug|trace|info|warn|warning|error|exception)$/;

const checks = new Set("assert check ensure expect invariant require validate verify".split(" "));

/** Objects that say nothing without what is called on them. */
const general = new Set(
  "item items value values data state result results element node key it all".split(" "),
);

/** Functions that compute values without side effects. */
const makes =
  /^(?:Object|Array|Math|JSON|Number|String|Date|Symbol|Reflect|Buffer|structuredClone|len|str|int|float|dict|list|tuple|set|sorted|isinstance|getattr|hasattr|min|max|zip|enumerate|range|datetime|time|re|path|os\.path|uuid)(?:\.|$)/;

/** Describes what a statement does; undefined if it can't be put into words, empty if it does nothing relevant. */
function action({ kind, shape, to }: Step, parameters: ReadonlySet<string>): string | undefined {
  if (kind === "write") return to === undefined ? undefined : "";
  if (shape.kind === "new" || shape.kind !== "call") return "";
  const { name = "", parts = [] } = shape;
  if (silent.test(name) || makes.test(name) || name === "super" || name.endsWith("__init__")) return "";
  const segments = name.replace(/^(?:this|self|cls)\./, "").split(".");
  const last = segments.at(-1) ?? "";
  const owner = segments.slice(0, -1).join(".");
  const [verb = "", ...rest] = nameWords(last);
  if (!owner && checks.has(verb)) return ""; // its errors are documented
  if (!owner && rest.length > 0) return general.has(rest.join(" ")) ? undefined : phrase(last);
  if (rest.length > 0) return undefined;
  const joint = inTable(towards, verb);
  const [first, second] = parts;
  if (joint && collection.test(owner) && first && second === undefined) {
    const [what, whole] = [named(first, parameters), code(owner, 40)];
    return what && whole
      ? `${third(verb === "push" ? "append" : verb === "unshift" ? "prepend" : verb)} ${what} ${joint} ${whole}`
      : undefined;
  }
  if (/^(?:set|setdefault)$/.test(last) && owner && first && second && parts.length === 2) {
    const [key, what, whole] = [named(first, parameters), named(second, parameters), code(owner, 40)];
    return key && what && whole ? `stores ${what} under ${key} in ${whole}` : undefined;
  }
  if (alone.has(verb) && owner && first && second === undefined) {
    const what = named(first, parameters);
    return what && `${third(verb)} ${what}`;
  }
  return alone.has(verb) && owner && parts.length === 0 && isVerb(verb)
    ? `${third(verb)} \`${owner}\``
    : undefined;
}

/** Returns a parameter as source, a local name in words. */
function named(source: string, parameters: ReadonlySet<string>): string | undefined {
  if (!/^[A-Za-z_$][\w$.]*$/.test(source)) return undefined;
  if (source.length < 3 || source === "self" || source === "this") return undefined;
  return parameters.has(source.split(".")[0] ?? "") || source.includes(".") || /^[A-Z][A-Z\d_]+$/.test(source)
    ? code(source, 30)
    : thing(nameWords(source));
}

const most = 4;

/** Returns calls whose result is unused, so they are made for their effect. */
function forEffect(source: string): ReadonlySet<string> {
  const found = source.matchAll(
    /(?:^|[;{}]|\n|=>)[ \t]*(?:await\s+|void\s+)?((?:[A-Za-z_$][\w$]*|this)(?:\??\.#?[\w$]+)*)\s*\(/g,
  );
  return new Set([...found].map(([, name = ""]) => name.replaceAll("?", "")));
}

/** Describes a body's effects in order, if all of them can be put into words. */
export function actionsOf(study: Study, parameters: ReadonlySet<string>, source: string): readonly string[] {
  const effects = forEffect(source.slice(source.search(/[{:]|=>/)));
  const steps = study.steps.filter(({ kind, shape }) => kind === "write" || effects.has(shape.name ?? ""));
  const stepActions = steps.map((step) => action(step, parameters));
  if (stepActions.includes(undefined) || steps.some(({ inner }, place) => inner && stepActions[place]))
    return [];
  const found = [...new Set(stepActions.filter((item): item is string => !!item))];
  return found.length > most || found.some((item) => item.split(" ").length < 2) ? [] : found;
}

/** Describes a function that only calls another with additional arguments. */
export function shorthand(
  { steps, returns, throws }: Study,
  parameters: readonly string[],
): string | undefined {
  const [only] = returns;
  if (steps.length > 0 || throws.length > 0 || returns.length !== 1 || only?.shape.kind !== "call")
    return undefined;
  return shortened(only.shape, parameters);
}

/** Rendering a page or response is a handler's purpose, not a shorthand. */
const answers = /(?:^|\.)(?:render\w*|redirect|jsonify|send_file|\w*Response\w*)$/;

function shortened(
  { name = "", parts = [], code: source }: Shape,
  parameters: readonly string[],
): string | undefined {
  const passes = parameters.every((parameter) =>
    parts.some(
      (part) =>
        part
          .replace(/^\.{3}|^\*{1,2}/, "")
          .split("=")
          .at(-1) === parameter,
    ),
  );
  const isCall = parts.some((part) =>
    /^(?:\w+=)?(?:["'][^"']+["']|-?\d[\d_.]*|true|false|True|False)$/.test(part),
  );
  const plain =
    !/(?:^|\.)[_#]/.test(name) && // private names mean nothing to callers
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?$/.test(name) &&
    !makes.test(name) &&
    !answers.test(name);
  const text = code(source.replace(/^await /, ""), 60);
  return passes && isCall && plain && parameters.length > 0 && text ? `shorthand for ${text}` : undefined;
}

/** Joins phrases into one sentence; a repeated verb is stated once. */
export function list(all: readonly string[]): string {
  const parts = all.map((part, place) => {
    const [verb = "", ...rest] = part.split(" ");
    return place > 0 && all[place - 1]?.startsWith(`${verb} `) ? rest.join(" ") : part;
  });
  return listed(parts);
}
