import type { Parameter, Study, Use } from "../../code/index.ts";
import { code, unitOf } from "./words.ts";

/** What is said of a parameter, and whether that alone is worth a comment. */
export interface ParameterText {
  readonly text: string;
  readonly strong: boolean;
}

/** What a parameter is for, as far as its name and type don't say it already; `told`: what the docstring of a callee says of it. */
export function parameterText(
  parameter: Parameter,
  study: Study,
  { told, source }: { readonly told: string | undefined; readonly source: string },
): ParameterText {
  const uses = (Object.hasOwn(study.uses, parameter.name) && study.uses[parameter.name]) || [];
  const found = unitOf(parameter.name);
  const unit =
    found && (found.slice(3).startsWith(parameter.name.toLowerCase()) || parameter.name === "ms")
      ? undefined
      : found;
  const said =
    told && unit && told.includes(unit.slice(3))
      ? [told]
      : [...(told ? [told] : []), ...(unit ? [unit] : [])];
  const own = [
    ...said,
    ...(told ? [] : values(uses, parameter)),
    ...falls(uses, parameter),
    ...changed(parameter, source),
  ];
  const defaults = /\bdefault/i.test(told ?? "") ? [] : ends(parameter);
  return { text: [...own, ...defaults].join("; "), strong: own.length > 0 };
}

/** Values that the body knows, where the type doesn't list them. */
function values(uses: readonly Use[], { name, type }: Parameter): readonly string[] {
  if (type && !/^(?:string|str)\b/.test(type)) return [];
  const found = uses.flatMap((use) => {
    if (use.kind !== "compared") return [];
    const [, value] = /^[\w$.]+ ?={2,3} ?(["'][^"'`]{1,20}["'])$/.exec(use.code) ?? [];
    return value && use.code.startsWith(name) && !use.code.startsWith(`${name}.`) ? [`\`${value}\``] : [];
  });
  const all = [...new Set(found)];
  return all.length > 1
    ? [`${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""} have a meaning of their own`]
    : [];
}

/** What is taken in its stead. */
function falls(uses: readonly Use[], { name, default: value }: Parameter): readonly string[] {
  if (value !== undefined && !/^(?:None|null|undefined)$/.test(value)) return [];
  for (const use of uses) {
    const [, own, other = ""] =
      (use.kind === "computed" && /^([\w$]+) (?:\?\?|\|\||or) (.+)$/.exec(use.code)) || [];
    const shown =
      own === name && /^(?:["'\d-].*|[A-Z][A-Z\d_]+|true|false|True|False)$/.test(other) && code(other, 40);
    if (shown) return [`${shown} is taken if it isn't given`];
  }
  return [];
}

function ends({ default: value }: Parameter): readonly string[] {
  const shown =
    value === undefined || /^(?:\{\s*\}|None|undefined|null|)$/.test(value) ? undefined : code(value, 40);
  return shown ? [`defaults to ${shown}`] : [];
}

/** What everyone expects to be written to. */
const written =
  /^(?:req|res|request|response|reply|ctx|context|app|event|draft|state|self|this|cls|el|element|node|store|session|server|instance|fastify|config)$/i;

/** A list or an object that isn't the same afterwards. */
function changed({ name }: Parameter, source: string): readonly string[] {
  if (!/^[A-Za-z_]\w*$/.test(name) || written.test(name)) return [];
  const ways = [
    String.raw`\b${name}\.(?:push|unshift|splice|append|extend|insert|sort)\(`,
    String.raw`(?:^|[;{}\n])\s*${name}(?:\.\w+|\[[^\]\n]+\])\s*=(?![=>])`,
    String.raw`\bdel(?:ete)?\s+${name}[.[]`,
  ];
  const anew = new RegExp(
    String.raw`(?:^|[;{}\n])\s*(?:const |let |var )?${name}\s*(?:=|\|\|=|\?\?=)(?![=>])`,
  ).test(source);
  return !anew && ways.some((way) => new RegExp(way).test(source)) ? ["changed in place"] : [];
}
