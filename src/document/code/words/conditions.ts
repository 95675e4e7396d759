import { code, isPlural, nameWords, withArticle } from "./words.ts";
import { inTable } from "../../../lib/index.ts";

/** A condition of source in words. */
export interface Spoken {
  readonly text: string;
  /** How many of its parts are shown as source, since no words fit them. */
  readonly raw: number;
  /** How many parts it has. */
  readonly parts: number;
}

/** What is being said of, and what: `x`, "is an array"; for sentences of another build only `yes` and `no`. */
interface Atom {
  readonly subject?: string;
  readonly yes: string;
  readonly no: string;
  readonly raw?: true;
}

const most = 3;

/**
 * A condition of JavaScript or Python in words: `typeof x !== "string"` as "`x` is not a string".
 * Undefined where it has more than three parts or nests ands in ors.
 */
export function spoken(
  source: string,
  isParameter: (name: string) => boolean = () => true,
): Spoken | undefined {
  const found = read(source.replaceAll(/\s+/g, " ").trim(), { negated: false, isParameter });
  if (!found || found.atoms.length > most) return undefined;
  const texts = joined(found.atoms, found.word);
  return texts === undefined
    ? undefined
    : { text: texts, raw: found.atoms.filter(({ raw }) => raw).length, parts: found.atoms.length };
}

interface Part {
  readonly subject?: string;
  readonly text: string;
  readonly negative: boolean;
  readonly raw: boolean;
}

interface Read {
  readonly word: "and" | "or" | "";
  readonly atoms: readonly Part[];
}

interface How {
  readonly negated: boolean;
  isParameter(name: string): boolean;
}

function read(source: string, how: How): Read | undefined {
  const text = unwrapped(source);
  for (const [marks, word, other] of [
    [["||", " or "], "or", "and"],
    [["&&", " and "], "and", "or"],
  ] as const) {
    const parts = split(text, marks);
    if (parts.length < 2) continue;
    const own = how.negated ? other : word;
    const all = parts.map((part) => read(part, how));
    if (all.some((one) => !one || (one.word && one.word !== own))) return undefined;
    return { word: own, atoms: all.flatMap((one) => one?.atoms ?? []) };
  }
  if (split(text, ["?"]).length > 1 || split(text, [" if "]).length > 1) return undefined;
  const [, inner] = /^(?:!(?!=)\s*|not\s+)(.+)$/.exec(text) ?? [];
  if (inner !== undefined && (/^not\b/.test(text) || !comparison.test(topLevel(inner))))
    return read(inner, { ...how, negated: !how.negated });
  const atom = atomOf(text, how);
  if (!atom) return undefined;
  return {
    word: "",
    atoms: [
      {
        ...(atom.subject !== undefined && { subject: atom.subject }),
        text: how.negated ? atom.no : atom.yes,
        negative: / not\b|n't\b/.test(how.negated ? atom.no : atom.yes),
        raw: atom.raw === true && !(how.negated && atom.no.endsWith(" is false")),
      },
    ],
  };
}

const comparison = /[=!]==?|[<>]|\bin\b|\binstanceof\b|\bis\b/;

/** One sentence; what is said of the same thing is said together. */
function joined(atoms: readonly Part[], word: string): string | undefined {
  const groups = Map.groupBy(atoms, ({ subject }) => subject ?? "");
  const [said] = atoms.map(({ text }) => text);
  const alike =
    groups.size > 1 &&
    groups.size === atoms.length &&
    atoms.every(({ text, subject }) => subject && text === said);
  if (alike && said && /^is (?:empty or missing|given|not given|set|not set|true|false)$/.test(said))
    return `${[...groups.keys()].join(` ${word} `)} ${word === "and" ? said.replace(/^is/, "are") : said}`;
  const texts = [...groups].flatMap(([subject, parts]) => {
    if (!subject) return parts.map(({ text }) => text);
    const full = parts.some(({ text }) => text === "is empty or missing");
    const own = full ? parts.filter(({ text }) => !/^is `(?:""|''|None|null)`$/.test(text)) : parts;
    const sorted = own.toSorted((a, b) => Number(a.negative) - Number(b.negative));
    const nothings = sorted.every(({ text }) => text.startsWith("is not "));
    if (nothings && word === "and" && sorted.length > 1)
      return [`${subject} is neither ${sorted.map(({ text }) => text.slice(7)).join(" nor ")}`];
    const said = sorted.map(({ text }, place) => {
      const whole = place === 0 || !text.startsWith("is ") || !sorted[place - 1]?.text.startsWith("is ");
      return whole || (word === "or" && text.startsWith("is not ")) ? text : text.slice(3);
    });
    return [`${subject} ${said.join(` ${word} `)}`];
  });
  return texts.join(texts.length === 2 ? ` ${word} ` : `, ${word} `);
}

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "a boolean",
  function: "a function",
  object: "an object",
  symbol: "a symbol",
  bigint: "a bigint",
  undefined: "undefined",
  str: "a string",
  int: "an integer",
  float: "a float",
  bool: "a boolean",
  list: "a list",
  tuple: "a tuple",
  dict: "a dict",
  set: "a set",
  bytes: "bytes",
};

const is = (subject: string, what: string): Atom | undefined => {
  const shown = code(subject, 40);
  return shown ? { subject: shown, yes: `is ${what}`, no: `is not ${what}` } : undefined;
};

const literal =
  /^(?:-?\d[\d_.]*|"[^"\\]*"|'[^'\\]*'|`[^`$\\]*`|true|false|null|nil|undefined|None|True|False|[A-Z][\w.]*)$/;

/** A class by its name, an object of what a field holds. */
const kindOf = (type: string): string =>
  inTable(kinds, type) ??
  (/(?:^|\.)_*[a-z]\w*$/.test(type) && type.includes(".") ? `an instance of \`${type}\`` : withArticle(type));

type Rule = readonly [RegExp, (match: readonly string[]) => Atom | undefined];

const path = String.raw`[\w$.#?[\]"'-]+`;

/** Each form of a condition; the first that fits counts. */
const rules: readonly Rule[] = [
  [/^typeof \(?([^()=!]+?)\)? ?===? ?["'](\w+)["']$/, ([, a = "", b = ""]) => is(a, inTable(kinds, b) ?? b)],
  [
    /^typeof \(?([^()=!]+?)\)? ?!==? ?["'](\w+)["']$/,
    ([, a = "", b = ""]) => turned(is(a, inTable(kinds, b) ?? b)),
  ],
  [/^isinstance\(([^,()]+), ([\w.]+)\)$/, ([, a = "", b = ""]) => is(a, kindOf(b))],
  [
    /^isinstance\(([^,()]+), \(([\w., ]+)\)\)$/,
    ([, a = "", b = ""]) =>
      is(
        a,
        b
          .split(",")
          .filter((one) => one.trim())
          .map((one) => inTable(kinds, one.trim()) ?? withArticle(one.trim()))
          .join(" or "),
      ),
  ],
  [/^(\S+) instanceof ([\w.]+)$/, ([, a = "", b = ""]) => is(a, withArticle(b.replace(/^globalThis\./, "")))],
  [/^Array\.isArray\(([^()]+)\)$/, ([, a = ""]) => is(a, "an array")],
  [/^Number\.isInteger\(([^()]+)\)$/, ([, a = ""]) => is(a, "an integer")],
  [/^(?:Number\.)?isFinite\(([^()]+)\)$/, ([, a = ""]) => is(a, "finite")],
  [/^(?:Number\.)?isNaN\(([^()]+)\)$/, ([, a = ""]) => is(a, "`NaN`")],
  [/^callable\(([^()]+)\)$/, ([, a = ""]) => is(a, "callable")],
  [/^len\(([^()]+)\) (?:==|<=) 0$|^len\(([^()]+)\) < 1$/, ([, a, b = ""]) => is(a ?? b, "empty")],
  [/^len\(([^()]+)\) (?:>|!=) 0$/, ([, a = ""]) => turned(is(a, "empty"))],
  [new RegExp(`^(${path})\\.(?:length|size) ?(?:===?|<=) ?0$`), ([, a = ""]) => is(a, "empty")],
  [new RegExp(`^(${path})\\.(?:length|size) ?(?:!==?|>) ?0$`), ([, a = ""]) => turned(is(a, "empty"))],
  [new RegExp(`^(${path})\\.(?:length|size)$`), ([, a = ""]) => turned(is(a, "empty"))],
  [new RegExp(`^(${path})\\.(?:is_empty|isEmpty)\\(\\)$`), ([, a = ""]) => is(a, "empty")],
  [new RegExp(`^(${path})\\.is_none\\(\\)$`), ([, a = ""]) => plain(a, "is `None`", "is `Some`")],
  [new RegExp(`^(${path})\\.is_some\\(\\)$`), ([, a = ""]) => plain(a, "is `Some`", "is `None`")],
  [
    new RegExp(
      `^(?:os\\.path\\.exists|fs\\.existsSync|existsSync)\\((${path})\\)$|^(${path})\\.exists\\(\\)$`,
    ),
    ([, a, b = ""]) => plain(a ?? b, "exists", "doesn't exist"),
  ],
  [
    new RegExp(`^(${path})\\.(startsWith|startswith|endsWith|endswith)\\(([^()]+)\\)$`),
    ([, a = "", verb = "", b = ""]) => {
      const [yes, no] = verb.startsWith("s") ? ["starts with", "start with"] : ["ends with", "end with"];
      const shown = code(b, 30);
      return shown ? plain(a, `${yes} ${shown}`, `doesn't ${no} ${shown}`) : undefined;
    },
  ],
  [
    new RegExp(`^(?:Object\\.hasOwn|hasattr)\\((${path}), ["']([\\w$-]+)["']\\)$`),
    ([, a = "", b = ""]) => plain(a, `has \`${b}\``, `has no \`${b}\``),
  ],
  [
    new RegExp(
      `^\\[((?:"[^"\\\\]{1,24}"|'[^'\\\\]{1,24}'|\\d{1,9})(?:, (?:"[^"\\\\]{1,24}"|'[^'\\\\]{1,24}'|\\d{1,9})){0,5})\\]\\.includes\\((${path})\\)$`,
    ),
    ([, all = "", b = ""]) => {
      const values = all.split(", ").map((one) => `\`${one}\``);
      return all.includes("`")
        ? undefined
        : is(b, values.length === 1 ? all && `\`${all}\`` : `one of ${values.join(", ")}`);
    },
  ],
  [
    new RegExp(`^(${path})\\.(?:has|includes)\\((${path})\\)$`),
    ([, a = "", b = ""]) => {
      const shown = code(a, 30);
      return shown ? is(b, `in ${shown}`) : undefined;
    },
  ],
  [
    new RegExp(`^("[^"]{1,20}"|'[^']{1,20}') not in (${path})$`),
    ([, a = "", b = ""]) => plain(b, `doesn't hold \`${a}\``, `holds \`${a}\``),
  ],
  [
    new RegExp(`^(${path}) not in (${path})$`),
    ([, a = "", b = ""]) => {
      const shown = code(b, 30);
      return shown ? turned(is(a, `in ${shown}`)) : undefined;
    },
  ],
  [
    new RegExp(`^(${path}) in (${path})$`),
    ([, a = "", b = ""]) => {
      const shown = code(b, 30);
      return shown ? is(a, `in ${shown}`) : undefined;
    },
  ],
  [/^([\w$.#]+) ?={2,3} ?([a-z][\w$]*)$/, ([, a = "", b = ""]) => equals(a, b)],
  [/^([\w$.#]+) ?!={1,2} ?([a-z][\w$]*)$/, ([, a = "", b = ""]) => turned(equals(a, b))],
  [
    /^([\w$.#]+\([^()]{0,30}\)) ?={2,3} ?(?:null|undefined)$/,
    ([, a = ""]) => plain(a, "gives nothing", "gives something"),
  ],
  [
    /^([\w$.#]+\([^()]{0,30}\)) ?!={1,2} ?(?:null|undefined)$/,
    ([, a = ""]) => plain(a, "gives something", "gives nothing"),
  ],
  [/^([\w.]+) is ([A-Z]\w*[a-z]\w*)$/, ([, a = "", b = ""]) => is(a, `\`${b}\``)],
  [new RegExp(`^(${path}) is not (None|True|False)$`), ([, a = "", b = ""]) => turned(is(a, `\`${b}\``))],
  [new RegExp(`^(${path}) is (None|True|False)$`), ([, a = "", b = ""]) => is(a, `\`${b}\``)],
  [
    /^([A-Z][A-Z\d_]+|\w+(?:RE|Re|RegExp|Regex|Pattern))\.(?:test|match|search|fullmatch)\(([\w$.]+)\)$/,
    ([, a = "", b = ""]) => plain(b, `matches \`${a}\``, `doesn't match \`${a}\``),
  ],
  [new RegExp(`^(${path}) ?(?:===?) ?(\\S.*)$`), ([, a = "", b = ""]) => equal(a, b)],
  [new RegExp(`^(${path}) ?(?:!==?) ?(\\S.*)$`), ([, a = "", b = ""]) => turned(equal(a, b))],
  [
    /^(\/.+\/[a-z]*)\.test\(([\w$.]+)\)$/,
    ([, a = "", b = ""]) => {
      const shown = code(a, 50);
      return shown ? plain(b, `matches ${shown}`, `doesn't match ${shown}`) : undefined;
    },
  ],
  [
    /^([\w$.]+)\.match\((\/.+\/[a-z]*)\)$/,
    ([, a = "", b = ""]) => {
      const shown = code(b, 50);
      return shown ? plain(a, `matches ${shown}`, `doesn't match ${shown}`) : undefined;
    },
  ],
];

function equal(a: string, b: string): Atom | undefined {
  if (!literal.test(b.trim())) return undefined;
  return is(a, b.trim() === "undefined" ? "undefined" : (code(b.trim().replaceAll("`", '"'), 40) ?? ""));
}

/** Two names that mean the same. */
function equals(a: string, b: string): Atom | undefined {
  const shown = literal.test(b) ? undefined : code(b, 30);
  return shown ? plain(a, `equals ${shown}`, `doesn't equal ${shown}`) : undefined;
}

const turned = (atom: Atom | undefined): Atom | undefined => atom && { ...atom, yes: atom.no, no: atom.yes };

function plain(subject: string, yes: string, no: string): Atom | undefined {
  const shown = code(subject, 40);
  return shown ? { subject: shown, yes, no } : undefined;
}

const flags =
  /^(?:is|has|had|can|should|supports?|allow|needs?|was|were|are|did|does|do|must|will|would|may|use|enable|in)(?=[A-Z_])|^(?:ok|valid|ready|done|open|empty|strict|force|quiet|verbose|debug)$|(?:^|_)exists?$|Exists?$/;

/** How words end that tell of a state. */
const state = /(?:ed|able|ing|ible|success)$/;

/** Words that end so and name a thing. */
const things = new Set(
  "binding encoding feed heading king listing mapping meaning meeting need padding ping ranking rating ring seed setting spacing speed spelling string table thing timing training variable warning".split(
    " ",
  ),
);

/** Words that name a state, where most that end so name a thing. */
const states = new Set(
  "absent coherent consistent current dependent different equivalent independent permanent persistent present silent sufficient transparent urgent".split(
    " ",
  ),
);

/** Whether a name, as far as it shows, tells of yes or no. */
export function isFlag(name: string): boolean {
  const last = nameWords(name).at(-1)?.toLowerCase() ?? "";
  return flags.test(name) || states.has(last) || (state.test(last) && !things.has(last));
}

const inverse: Readonly<Record<string, string>> = { "<": ">=", ">": "<=", "<=": ">", ">=": "<" };

/** `null === name`: what is compared may stand first. */
const reversed = /^(null|undefined|None|-?\d+|"[^"]*"|'[^']*') ?(={2,3}|!={1,2}) ?([\w$.?]+)$/;

function atomOf(written: string, { isParameter }: How): Atom | undefined {
  const text = written.replace(reversed, "$3 $2 $1");
  for (const [pattern, make] of rules) {
    const match = pattern.exec(text);
    if (match) {
      const found = make(match);
      if (found) return found;
    }
  }
  if (/^[A-Za-z_$#][\w$]*(?:\??\.[#\w$]+)*$/.test(text)) return named(text, isParameter);
  const shown = code(text, 45);
  if (!shown) return undefined;
  const [, left, sign = "", right] = /^([^<>=]+?) (<=?|>=?) ([^<>=]+)$/.exec(text) ?? [];
  const other = sign && code(`${left} ${inTable(inverse, sign) ?? sign} ${right}`, 45);
  const no = other || (/^[\w$.]+\(.*\)$/.test(text) ? `${shown} is false` : `not ${shown}`);
  return { yes: shown, no, raw: true };
}

/** A name that is tested for itself. */
function named(text: string, isParameter: (name: string) => boolean): Atom | undefined {
  const shown = code(text, 40);
  if (!shown) return undefined;
  if (text === "self") return { yes: "it is not empty", no: "it is empty" }; // what else it may be only its class knows
  const last = text.split(/\.|\?\./).at(-1) ?? "";
  if (isFlag(last)) return { subject: shown, yes: "is true", no: "is false" };
  if (/^[A-Z][A-Z\d_]+$/.test(text)) return { subject: shown, yes: "is set", no: "is not set" };
  if (!text.includes(".") && !isParameter(text))
    return isPlural(text)
      ? { yes: `there are ${shown}`, no: `there are no ${shown}` }
      : { yes: `there is ${withArticle(text)}`, no: `there is no ${shown}` };
  const field = text.includes(".");
  return {
    subject: shown,
    yes: field ? "is set" : "is given",
    no: field ? "is not set" : "is empty or missing",
  };
}

export const unwrapped = (source: string): string => {
  let text = source.trim();
  while (text.startsWith("(") && closing(text, 0) === text.length - 1) text = text.slice(1, -1).trim();
  return text;
};

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The place of the bracket that closes the one at `from`; below zero where none does. */
export function closing(text: string, from: number): number {
  let depth = 0;
  let found = -1;
  walk(text, (at, mark) => {
    if (found >= 0 || at < from) return;
    if (mark in pairs) depth += 1;
    if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    if (depth === 0) found = at;
  });
  return found;
}

/** Each character outside of texts. */
function walk(text: string, see: (at: number, mark: string) => void): void {
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] ?? "";
    if (quote) {
      if (mark === "\\") at += 1;
      else if (mark === quote) quote = "";
    } else if (mark === '"' || mark === "'" || mark === "`") quote = mark;
    else see(at, mark);
  }
}

/** The source with all that stands in brackets and texts left out. */
export function topLevel(text: string): string {
  let depth = 0;
  let kept = "";
  walk(text, (_, mark) => {
    if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    if (depth === 0) kept += mark;
    if (mark in pairs) depth += 1;
  });
  return kept;
}

/** What `and` or `or` stands between, in any of the languages. */
export const partsOf = (text: string, word: "and" | "or"): readonly string[] =>
  split(unwrapped(text), word === "and" ? ["&&", " and "] : ["||", " or "]);

function split(text: string, marks: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  walk(text, (at, mark) => {
    if (mark in pairs) depth += 1;
    if (mark === ")" || mark === "]" || mark === "}") depth -= 1;
    if (depth !== 0 || at < from) return;
    const found = marks.find((one) => text.startsWith(one, at));
    if (
      !found ||
      (found === "?" && /^\?[.?]/.test(text.slice(at))) ||
      (found === "?" && text[at - 1] === "?")
    )
      return;
    parts.push(text.slice(from, at).trim());
    from = at + found.length;
  });
  return parts.length ? [...parts, text.slice(from).trim()] : [text];
}
