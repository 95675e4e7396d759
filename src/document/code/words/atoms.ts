import { inTable } from "../../../lib/index.ts";
import { isFlag } from "./flags.ts";
import { code, isPlural, withArticle } from "./name-words.ts";

/** A subject and what is said of it: `x`, "is an array"; for other sentence forms only `yes` and `no`. */
export interface Atom {
  readonly subject?: string;
  readonly yes: string;
  readonly no: string;
  readonly raw?: true;
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
  const subjectCode = code(subject, 40);
  return subjectCode ? { subject: subjectCode, yes: `is ${what}`, no: `is not ${what}` } : undefined;
};

const literal =
  /^(?:-?\d[\d_.]*|"[^"\\]*"|'[^'\\]*'|`[^`$\\]*`|true|false|null|nil|undefined|None|True|False|[A-Z][\w.]*)$/;

/** Names a type in a sentence, such as "a `Box`", or "an instance of" a dotted lower-case name. */
const kindOf = (type: string): string =>
  inTable(kinds, type) ??
  (/(?:^|\.)_*[a-z]\w*$/.test(type) && type.includes(".") ? `an instance of \`${type}\`` : withArticle(type));

type Rule = readonly [RegExp, (match: readonly string[]) => Atom | undefined];

const path = String.raw`[\w$.#?[\]"'-]+`;

/** The length of a value, but not of `this` itself. */
const lengthOf = String.raw`(?!(?:self|this)\.\w+\b[^.]*$)(${path})\.(?:length|size)`;

/** Forms of conditions; the first match applies. */
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
          .filter((item) => item.trim())
          .map((item) => inTable(kinds, item.trim()) ?? withArticle(item.trim()))
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
  [new RegExp(`^${lengthOf} ?(?:===?|<=) ?0$`), ([, a = ""]) => is(a, "empty")],
  [new RegExp(`^${lengthOf} ?(?:!==?|>) ?0$`), ([, a = ""]) => turned(is(a, "empty"))],
  [new RegExp(`^${lengthOf}$`), ([, a = ""]) => turned(is(a, "empty"))],
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
      const valueCode = code(b, 30);
      return valueCode ? plain(a, `${yes} ${valueCode}`, `doesn't ${no} ${valueCode}`) : undefined;
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
      const values = all.split(", ").map((item) => `\`${item}\``);
      return all.includes("`")
        ? undefined
        : is(b, values.length === 1 ? all && `\`${all}\`` : `one of ${values.join(", ")}`);
    },
  ],
  [
    new RegExp(`^(${path})\\.(?:has|includes)\\((${path})\\)$`),
    ([, a = "", b = ""]) => {
      const itemCode = code(a, 30);
      return itemCode ? is(b, `in ${itemCode}`) : undefined;
    },
  ],
  [
    new RegExp(`^("[^"]{1,20}"|'[^']{1,20}') not in (${path})$`),
    ([, a = "", b = ""]) => plain(b, `doesn't hold \`${a}\``, `holds \`${a}\``),
  ],
  [
    new RegExp(`^(${path}) not in (${path})$`),
    ([, a = "", b = ""]) => {
      const listCode = code(b, 30);
      return listCode ? turned(is(a, `in ${listCode}`)) : undefined;
    },
  ],
  [
    new RegExp(`^(${path}) in (${path})$`),
    ([, a = "", b = ""]) => {
      const listCode = code(b, 30);
      return listCode ? is(a, `in ${listCode}`) : undefined;
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
      const patternCode = code(a, 50);
      return patternCode ? plain(b, `matches ${patternCode}`, `doesn't match ${patternCode}`) : undefined;
    },
  ],
  [
    /^([\w$.]+)\.match\((\/.+\/[a-z]*)\)$/,
    ([, a = "", b = ""]) => {
      const patternCode = code(b, 50);
      return patternCode ? plain(a, `matches ${patternCode}`, `doesn't match ${patternCode}`) : undefined;
    },
  ],
];

function equal(a: string, b: string): Atom | undefined {
  if (!literal.test(b.trim())) return undefined;
  return is(a, b.trim() === "undefined" ? "undefined" : (code(b.trim().replaceAll("`", '"'), 40) ?? ""));
}

/** Describes the equality of two names. */
function equals(a: string, b: string): Atom | undefined {
  const valueCode = literal.test(b) ? undefined : code(b, 30);
  return valueCode ? plain(a, `equals ${valueCode}`, `doesn't equal ${valueCode}`) : undefined;
}

const turned = (atom: Atom | undefined): Atom | undefined => atom && { ...atom, yes: atom.no, no: atom.yes };

function plain(subject: string, yes: string, no: string): Atom | undefined {
  const subjectCode = code(subject, 40);
  return subjectCode ? { subject: subjectCode, yes, no } : undefined;
}

const inverse: Readonly<Record<string, string>> = { "<": ">=", ">": "<=", "<=": ">", ">=": "<" };

/** A reversed comparison, as in `null === name`. */
const reversed = /^(null|undefined|None|-?\d+|"[^"]*"|'[^']*') ?(={2,3}|!={1,2}) ?([\w$.?]+)$/;

/** Describes a single test; undefined if it can't be put into words. */
export function atomOf(
  written: string,
  { isParameter }: { isParameter(name: string): boolean },
): Atom | undefined {
  const text = written.replace(reversed, "$3 $2 $1");
  for (const [pattern, make] of rules) {
    const match = pattern.exec(text);
    if (match) {
      const found = make(match);
      if (found) return found;
    }
  }
  if (/^[A-Za-z_$#][\w$]*(?:\??\.[#\w$]+)*$/.test(text)) return named(text, isParameter);
  const testCode = code(text, 45);
  if (!testCode) return undefined;
  const [, left, sign = "", right] = /^([^<>=]+?) (<=?|>=?) ([^<>=]+)$/.exec(text) ?? [];
  const other = sign && code(`${left} ${inTable(inverse, sign) ?? sign} ${right}`, 45);
  const no = other || (/^[\w$.]+\(.*\)$/.test(text) ? `${testCode} is false` : `not ${testCode}`);
  return { yes: testCode, no, raw: true };
}

/** Describes a name that is itself the condition. */
function named(text: string, isParameter: (name: string) => boolean): Atom | undefined {
  const nameCode = code(text, 40);
  if (!nameCode) return undefined;
  if (text === "self") return { yes: "it is not empty", no: "it is empty" }; // otherwise only its class knows
  const last = text.split(/\.|\?\./).at(-1) ?? "";
  if (isFlag(last)) return { subject: nameCode, yes: "is true", no: "is false" };
  if (/^[A-Z][A-Z\d_]+$/.test(text)) return { subject: nameCode, yes: "is set", no: "is not set" };
  if (!text.includes(".") && !isParameter(text))
    return isPlural(text)
      ? { yes: `there are ${nameCode}`, no: `there are no ${nameCode}` }
      : { yes: `there is ${withArticle(text)}`, no: `there is no ${nameCode}` };
  const field = text.includes(".");
  return {
    subject: nameCode,
    yes: field ? "is set" : "is given",
    no: field ? "is not set" : "is empty or missing",
  };
}
