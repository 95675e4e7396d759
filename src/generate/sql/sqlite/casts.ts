import { comparedAs } from "../bounds.ts";

const isNumber = (type: string): boolean => comparedAs(type) === "numeric";
const isWhole = (type: string): boolean => type === "integer" || type === "bigint";

export interface Cast {
  readonly value: string;
  /** A condition that is true for values that the other type can't represent. */
  readonly fails?: string;
}

const yes = "('true', 't', '1', 'yes', 'on')";
const no = "('false', 'f', '0', 'no', 'off')";

const unless = (name: string, value: string): Cast => ({
  value,
  fails: `${name} is not null and ${value} is null`,
});

function toBoolean(name: string, from: string): Cast {
  if (isNumber(from)) return { value: `${name} <> 0` };
  return {
    value: `lower(${name}) in ${yes}`,
    fails: `lower(${name}) not in ${yes} and lower(${name}) not in ${no}`,
  };
}

function toNumber(name: string, from: string, to: string): Cast {
  const value = isWhole(to) ? `cast(round(${name}) as integer)` : `cast(${name} as numeric)`;
  if (isNumber(from) || from === "boolean") return { value };
  const isOne = `iif(json_valid(${name}), json_type(${name}) in ('integer', 'real'), 0)`;
  return { value, fails: `${name} is not null and not ${isOne}` };
}

/** Casts between PostgreSQL's types; SQLite itself would store any value. */
export function castOf(name: string, from: string, to: string): Cast {
  if (from === to) return { value: name };
  if (from === "jsonb") {
    const inner = castOf(`(${name} ->> '$')`, "text", to);
    return { ...inner, value: `iif(${name} is null, null, ${inner.value})` };
  }
  if (to === "boolean") return toBoolean(name, from);
  if (isNumber(to)) return toNumber(name, from, to);
  if (to === "date") return unless(name, `date(${name})`);
  if (to.startsWith("timestamptz")) return unless(name, `strftime('%Y-%m-%dT%H:%M:%fZ', ${name})`);
  if (to === "jsonb" && from !== "boolean")
    return { value: `iif(${name} is null, null, json_quote(${name}))` };
  const value = from === "boolean" ? `iif(${name}, 'true', 'false')` : `cast(${name} as text)`;
  const fails = `${name} not glob '????????-????-????-????-????????????'`;
  return to === "uuid" ? { value, fails } : { value };
}
