import { inTable } from "../lib/index.ts";

/** Names of types in other languages and generators. */
const types: Readonly<Record<string, string>> = {
  str: "string",
  int: "integer",
  bigint: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  timestamp: "datetime",
};

const pair = /\s+([A-Za-z]\w*):([A-Za-z]\w*)(?:\(([^()]*)\))?(\[\])?(\?)?(?=\s|$)/y;

/**
 * Reads a resource with its fields in one line, such as `Invoice number:string(unique) dueDate:date? customer:Customer`:
 * returns its definition in YAML, or `undefined` for other texts. Fields are required unless they end in `?`; a
 * capitalised type is another resource.
 */
export function inlineDefinition(text: string): string | undefined {
  const name = /^[A-Za-z][A-Za-z\d]*/.exec(text)?.[0];
  if (name === undefined) return undefined;
  const [fields, relations]: [string[], string[]] = [[], []];
  pair.lastIndex = name.length;
  let end = name.length;
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    end = pair.lastIndex;
    const [, field = "", type = "", args = "", many = "", open = ""] = match;
    if (/^[A-Z]/.test(type)) {
      const flags = args.split(",").map((flag) => flag.trim());
      const relation = [
        many ? `many to many ${type}` : `belongs to ${type}${open && ", optional"}`,
        ...flags.filter((flag) => flag !== "" && flag !== "required"),
        "soft",
      ].join(", ");
      relations.push(`      ${field}: ${JSON.stringify(relation)}`);
    } else fields.push(`      ${field}: ${JSON.stringify(notationOf({ type, args, many, open }))}`);
  }
  if (end === name.length || end < text.length) return undefined;
  return [
    "resources:",
    `  ${name[0]?.toUpperCase() ?? ""}${name.slice(1)}:`,
    ...(fields.length ? ["    fields:", ...fields] : []),
    ...(relations.length ? ["    relations:", ...relations] : []),
    "",
  ].join("\n");
}

interface Pair {
  readonly type: string;
  readonly args: string;
  readonly many: string;
  readonly open: string;
}

/** Returns a field in the notation of definitions; what is in parentheses are values, a length or flags. */
function notationOf({ type, args, many, open }: Pair): string {
  const known = inTable(types, type) ?? type;
  const isOfType = known === "enum" || /^\s*\d+\s*,\s*\d+\s*$/.test(args);
  const flags = isOfType ? [] : args.split(/[\s,]+/).filter(Boolean);
  return [
    `${known}${isOfType ? `(${args})` : ""}${many}`,
    ...(open || flags.includes("optional") ? [] : ["required"]),
    ...flags.flatMap((flag) => (flag === "required" ? [] : [/^\d+$/.test(flag) ? `..${flag}` : flag])),
  ].join(" ");
}
