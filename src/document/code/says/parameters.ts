import type { Parameter } from "../../../code/index.ts";
import { code, unitOf } from "../words/name-words.ts";

/** A parameter's description, and whether that alone is worth a comment. */
export interface ParameterText {
  readonly text: string;
  readonly strong: boolean;
}

/** Describes a parameter beyond its name and type; `description` is a text about it from elsewhere. */
export function parameterText(
  parameter: Parameter,
  { description, source }: { readonly description: string | undefined; readonly source: string },
): ParameterText {
  if (parameter.name.startsWith("_")) return { text: "", strong: false }; // not for callers
  const flag =
    /^(?:show|is|has|use|with|enable|allow|hide)(?=[A-Z_])/.test(parameter.name) ||
    /^(?:true|false)$/i.test(parameter.default ?? "");
  const found = flag ? undefined : unitOf(parameter.name);
  const unit =
    found &&
    (/(?:Milli(?:second)?s|Seconds|Minutes|Hours|Days|Bytes|Pixels|Percent(?:age)?|Degrees)$/i.test(
      parameter.name,
    ) ||
      parameter.name === "ms")
      ? undefined
      : found;
  const statements =
    description && unit && description.includes(unit.slice(3))
      ? [description]
      : [...(description ? [description] : []), ...(unit ? [unit] : [])];
  const texts = [
    ...statements,
    ...later(parameter, source),
    ...fields(parameter, source),
    ...changed(parameter, source),
    ...handed(parameter, source),
  ];
  const defaults = /\bdefault/i.test(description ?? "") ? [] : ends(parameter);
  return { text: [...texts, ...defaults].join("; "), strong: texts.length > 0 || defaults.some(telling) };
}

/** Whether a default is worth looking up: not a flag, empty, or a small number. */
const telling = (text: string): boolean =>
  /`(?:-?(?:[2-9]|\d{2,}|\d[\d_]*\.\d)[\d_.]*|["'][^"']{2,}["']|[A-Z][A-Z\d_]{3,}|[\w.]+\(\))`$/.test(text);

function ends({ default: value }: Parameter): readonly string[] {
  const defaultText =
    value === undefined || /^(?:\{\s*\}|None|undefined|null|(?:[\w$]+\.)*_\w*|)$/.test(value)
      ? undefined
      : code(value, 40);
  return defaultText ? [`defaults to ${defaultText}`] : [];
}

/** Whether a name is followed by one of these texts; this usually avoids building a pattern. */
const names = (source: string, name: string, behind: readonly string[]): boolean =>
  behind.some((item) => source.includes(name + item));

/** Describes defaults of the parameter's fields, as the body sets them; others may differ where it is passed on. */
function fields({ name, type, rest }: Parameter, source: string): readonly string[] {
  if (!/^[A-Za-z_]\w*$/.test(name) || type?.includes("{")) return [];
  if (!names(source, name, [".", "?."])) return [];
  if (
    rest &&
    new RegExp(String.raw`[(,]\s*(?:\*\*|\.\.\.)${name}\s*[,)]`).test(source.slice(source.indexOf("\n")))
  )
    return [];
  const found = new Map<string, string>();
  for (const pattern of [
    String.raw`\b${name}\??\.(\w+)\s*(?:\?\?|\|\|)\s*(${value})(?=\s*[;,)\n}\]])`,
    String.raw`\b${name}\.(?:get|pop)\(\s*["'](\w+)["']\s*,\s*(${value})\s*\)`,
  ])
    for (const [, field = "", other = ""] of source.matchAll(new RegExp(pattern, "g")))
      found.set(field, other);
  const defaults = [...found]
    .filter(([, other]) => !/^(?:None|null|undefined|false|False|""|'')$/.test(other))
    .slice(0, 5);
  return defaults.length
    ? [
        `\`${defaults.map(([field, other]) => `${field}\` is ${code(other, 30) ?? ""}`).join(", `")} if left out`,
      ]
    : [];
}

const value = String.raw`"[^"\n]{0,30}"|'[^'\n]{0,30}'|-?\d[\d_.]*|true|false|True|False|None|null|[A-Z][A-Z\d_]{2,}`;

/** Finds `if x is None: x = …` and `x = x || …`. */
function later({ name, default: preset }: Parameter, source: string): readonly string[] {
  if (!/^[A-Za-z_]\w*$/.test(name) || !names(source, name, [" = ", " ||= ", " ??= "])) return [];
  for (const pattern of [
    String.raw`\bif ${name} is None:\s*${name} = (${value})\s*(?:\n|$)`,
    String.raw`\bif not ${name}:\s*${name} = (${value})\s*(?:\n|$)`,
    String.raw`(?:^|[;{}\n])\s*${name} = ${name} (?:\|\||\?\?|or) (${value})\s*(?:;|\n|$)`,
    String.raw`(?:^|[;{}\n])\s*${name} (?:\|\||\?\?)= (${value})\s*(?:;|\n|$)`,
  ]) {
    const found = new RegExp(pattern).exec(source);
    const fallback = found?.[1] && code(found[1], 30);
    const isFirst = !new RegExp(String.raw`(?:^|[;{}\n])\s*${name} = `).test(source.slice(0, found?.index));
    if (fallback && isFirst && !/^`(?:None|null)`$/.test(fallback)) {
      const isRequired = pattern.startsWith(String.raw`\bif`) && preset === undefined; // in Python
      return [
        `${fallback} if it ${isRequired ? (pattern.includes("None") ? "is `None`" : "is empty") : "isn't given"}`,
      ];
    }
  }
  return [];
}

/** Parameters that are expected to be modified. */
const written =
  /^(?:req|res|request|response|reply|ctx|context|app|event|draft|state|self|this|cls|el|element|node|store|session|server|instance|fastify|config)$/i;

/** Detects a list or an object that is modified. */
function changed({ name, rest, type }: Parameter, source: string): readonly string[] {
  if (rest || name === "kwargs" || !/^[A-Za-z_]\w*$/.test(name) || written.test(name)) return [];
  if (!names(source, name, [".", "["])) return [];
  const isList = type === undefined || /\[\]|array|list|sequence|set|map|dict|queue/i.test(type); // others have methods of these names, too
  const ways = [
    ...(isList ? [String.raw`(?<![\w$.])${name}\.(?:push|unshift|splice|append|extend|insert|sort)\(`] : []),
    String.raw`(?:^|[;{}\n])\s*${name}(?:\.[A-Za-z]\w*|\[[^\]\n]+\])\s*=(?![=>])`,
    String.raw`\bdel(?:ete)?\s+${name}[.[]`,
  ];
  const anew = new RegExp(
    String.raw`(?:^|[;{}\n])\s*(?:const |let |var )?${name}\s*(?:=|\|\|=|\?\?=)(?![=>])`,
  ).test(source);
  return !anew && ways.some((way) => new RegExp(way).test(source)) ? ["changed in place"] : [];
}

/** Describes where remaining keywords or arguments are passed on: `**kwargs`, `...args`. */
function handed({ name, rest, type = "Any" }: Parameter, source: string): readonly string[] {
  if (!rest || !/^(?:typing\.)?(?:Any|object)$|^(?:any|unknown|string|number|boolean)\[\]$/.test(type))
    return []; // a specific type explains it
  if (!/^[A-Za-z_]\w*$/.test(name) || (name === "args" && /\*\*kwargs\b/.test(source))) return [];
  const spread = [...source.matchAll(new RegExp(String.raw`(?:\*\*|\.\.\.)${name}\b`, "g"))].slice(1);
  const isReduced = new RegExp(String.raw`\b${name}\.pop\(|\bdel(?:ete)? ${name}[.[]`).test(source);
  const targets = new Set(spread.map(({ index }) => calleeAt(source, index)));
  const [target] = targets;
  const isOwn = new RegExp(`^[ \\t]*${(target ?? "").split(".")[0] ?? ""}(?:: [^=\\n]{1,60})? = `, "m").test(
    source,
  );
  // private functions and where a list is kept don't concern callers
  const isPrivate = /(?:^|\.)_|\.(?:push|unshift|concat|append|extend|add|update)$/.test(target ?? "");
  const targetCode = targets.size === 1 && target && !isOwn && !isPrivate ? code(target, 50) : undefined;
  return targetCode ? [`${isReduced ? "what is left is " : ""}passed on to ${targetCode}`] : [];
}

/** Returns the function called around a place: `f(a, **kwargs)`. */
function calleeAt(source: string, place: number): string | undefined {
  let depth = 0;
  for (let index = place - 1; index >= 0; index--) {
    const mark = source[index] ?? "";
    if (")]}".includes(mark)) depth += 1;
    if ("([{".includes(mark)) depth -= 1;
    if (depth < 0)
      return mark === "("
        ? /(?<![\w.)\]])((?!super\b)[A-Za-z_$][\w$]*(?:\.[\w$]+)*)$/.exec(source.slice(0, index))?.[1]
        : undefined;
  }
  return undefined;
}
