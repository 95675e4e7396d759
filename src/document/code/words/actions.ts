import type { Shape, Step, Study } from "../../../code/index.ts";
import { phrase, thing } from "./phrases.ts";
import { code, isVerb, nameWords, third } from "./name-words.ts";
import { inTable, listed } from "../../../lib/index.ts";

/** Verbs of one word, with what stands between what is given and what it is given to. */
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

/** What holds others by its name: a service or a repository does with what it is given as it likes. */
const collection =
  /(?:[^s]s|[lL]ist|[sS]et|[mM]ap|[qQ]ueue|[cC]ache|[aA]rray|[sS]tack|[rR]egistry|[bB]uffer|[cC]lassList|[lL]og|[hH]istory|[pP]ool|[iI]ndex)$/;

/** Verbs of one word that say enough with what they are done to. */
const alone = new Set(
  "close commit flush rollback abort reset refresh reload disconnect shutdown save".split(" "),
);

const silent =
  /^(?:console|log|logger|logging|debug|print|warn|warnings)\b|\.(?:debug|trace|info|warn|warning|error|exception)$/;

const checks = new Set("assert check ensure expect invariant require validate verify".split(" "));

/** Objects that say nothing without what is called around them. */
const general = new Set(
  "item items value values data state result results element node key it all".split(" "),
);

/** What makes values without doing anything. */
const makes =
  /^(?:Object|Array|Math|JSON|Number|String|Date|Symbol|Reflect|Buffer|structuredClone|len|str|int|float|dict|list|tuple|set|sorted|isinstance|getattr|hasattr|min|max|zip|enumerate|range|datetime|time|re|path|os\.path|uuid)(?:\.|$)/;

/** What a statement does, in words; undefined where there are none, empty where it does nothing that counts. */
function action({ kind, shape, to }: Step, parameters: ReadonlySet<string>): string | undefined {
  if (kind === "write") return to === undefined ? undefined : "";
  if (shape.kind === "new" || shape.kind !== "call") return "";
  const { name = "", parts = [] } = shape;
  if (silent.test(name) || makes.test(name) || name === "super" || name.endsWith("__init__")) return "";
  const segments = name.replace(/^(?:this|self|cls)\./, "").split(".");
  const last = segments.at(-1) ?? "";
  const owner = segments.slice(0, -1).join(".");
  const [verb = "", ...rest] = nameWords(last);
  if (!owner && checks.has(verb)) return ""; // what it raises is told
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

/** A parameter as source, a local name in words. */
function named(source: string, parameters: ReadonlySet<string>): string | undefined {
  if (!/^[A-Za-z_$][\w$.]*$/.test(source)) return undefined;
  if (source.length < 3 || source === "self" || source === "this") return undefined;
  return parameters.has(source.split(".")[0] ?? "") || source.includes(".") || /^[A-Z][A-Z\d_]+$/.test(source)
    ? code(source, 30)
    : thing(nameWords(source));
}

const most = 4;

/** Calls whose result nobody takes: what is done for its effect. */
function forEffect(source: string): ReadonlySet<string> {
  const found = source.matchAll(
    /(?:^|[;{}]|\n|=>)[ \t]*(?:await\s+|void\s+)?((?:[A-Za-z_$][\w$]*|this)(?:\??\.#?[\w$]+)*)\s*\(/g,
  );
  return new Set([...found].map(([, name = ""]) => name.replaceAll("?", "")));
}

/** What a body does for its effect, in order, where words are found for all of it. */
export function deeds(study: Study, parameters: ReadonlySet<string>, source: string): readonly string[] {
  const effects = forEffect(source.slice(source.search(/[{:]|=>/)));
  const steps = study.steps.filter(({ kind, shape }) => kind === "write" || effects.has(shape.name ?? ""));
  const own = steps.map((step) => action(step, parameters));
  if (own.includes(undefined) || steps.some(({ inner }, place) => inner && own[place])) return [];
  const found = [...new Set(own.filter((item): item is string => !!item))];
  return found.length > most || found.some((item) => item.split(" ").length < 2) ? [] : found;
}

/** A function that does nothing but call another with something of its own. */
export function shorthand(
  { steps, returns, throws }: Study,
  parameters: readonly string[],
): string | undefined {
  const [only] = returns;
  if (steps.length > 0 || throws.length > 0 || returns.length !== 1 || only?.shape.kind !== "call")
    return undefined;
  return shortened(only.shape, parameters);
}

/** A page or an answer is what a handler is for, not a longer way to write it. */
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
  const own = parts.some((part) =>
    /^(?:\w+=)?(?:["'][^"']+["']|-?\d[\d_.]*|true|false|True|False)$/.test(part),
  );
  const plain =
    !/(?:^|\.)[_#]/.test(name) && // what is private says nothing to those who call it
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?$/.test(name) &&
    !makes.test(name) &&
    !answers.test(name);
  const shown = code(source.replace(/^await /, ""), 60);
  return passes && own && plain && parameters.length > 0 && shown ? `shorthand for ${shown}` : undefined;
}

/** In one sentence: a verb that several share is said once. */
export function list(all: readonly string[]): string {
  const parts = all.map((part, place) => {
    const [verb = "", ...rest] = part.split(" ");
    return place > 0 && all[place - 1]?.startsWith(`${verb} `) ? rest.join(" ") : part;
  });
  return listed(parts);
}
