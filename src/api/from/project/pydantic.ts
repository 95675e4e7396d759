import { isSystem, type Declared, type Member, type Source } from "./found.ts";
import { literal } from "./literal.ts";
import { inTable } from "../../../lib/index.ts";

const types: Readonly<Record<string, string>> = {
  str: "string",
  int: "integer",
  float: "number",
  Decimal: "decimal",
  bool: "boolean",
  datetime: "datetime",
  AwareDatetime: "datetime",
  date: "date",
  UUID: "uuid",
  EmailStr: "email",
  HttpUrl: "uri",
  AnyUrl: "uri",
  dict: "json",
  Any: "json",
};

/** Returns the values of an enum class in the same file. */
function enumValues(text: string, name: string): readonly string[] | undefined {
  const body = new RegExp(String.raw`^class ${name}\([^)]*Enum\):\n((?:[ \t]+.*\n|\s*\n)+)`, "m").exec(
    text,
  )?.[1];
  return body?.match(/=\s*['"]([^'"]*)['"]/g)?.map((value) => value.replace(/^=\s*['"]|['"]$/g, ""));
}

interface Annotation {
  readonly type: string | readonly string[];
  readonly many: boolean;
  readonly optional: boolean;
  readonly other?: string;
}

function annotation(text: string, source: string): Annotation {
  const optional = /\|\s*None\b|^(typing\.)?Optional\[/.test(text);
  const bare = text
    .replace(/\|\s*None\b/, "")
    .replace(/^(?:typing\.)?Optional\[(.*)\]$/, "$1")
    .replace(/^Annotated\[\s*([^,\]]+).*\]$/, "$1")
    .trim();
  const inner = /^(?:list|List|set|Set|Sequence)\[(.*)\]$/.exec(bare)?.[1]?.trim();
  const word = (inner ?? bare).replace(/\[.*\]$/, (rest) =>
    (inner ?? bare).startsWith("Literal") ? rest : "",
  );
  const choices = /^(?:typing\.)?Literal\[(.*)\]$/
    .exec(word)?.[1]
    ?.match(/['"]([^'"]*)['"]/g)
    ?.map((value) => value.slice(1, -1));
  const type = choices ?? inTable(types, word) ?? enumValues(source, word);
  return {
    type: type ?? "json",
    many: inner !== undefined,
    optional,
    ...(type === undefined && /^[A-Z]\w*$/.test(word) ? { other: word } : {}),
  };
}

const bound = (text: string, ...keys: readonly string[]): number | undefined => {
  const found = keys
    .map((key) => new RegExp(String.raw`\b${key}\s*=\s*(-?\d+(?:\.\d+)?)`).exec(text)?.[1])
    .find((value) => value !== undefined);
  return found === undefined ? undefined : Number(found);
};

/** Reads a class based on Pydantic's BaseModel (or SQLModel). */
export const pydantic: Source = {
  what: "the Pydantic model",
  glob: "**/*.py",
  read(text, { pascal }): Declared | undefined {
    const body = new RegExp(
      String.raw`^class ${pascal}(?:Base|Model|Schema)?\([^)]*(?:Model|Schema|Base)[^)]*\):[ \t]*\n((?:[ \t]+.*(?:\n|$)|\s*\n)+)`,
      "m",
    ).exec(text)?.[1];
    if (body === undefined) return undefined;
    const fields: Record<string, Member> = {};
    const relations: Record<string, string> = {};
    const fieldIndent = /^[ \t]+/.exec(body)?.[0] ?? "    ";
    for (const row of body.split("\n")) {
      const [, indent = "", name = "", type = "", value = ""] =
        /^([ \t]+)([A-Za-z]\w*)\s*:\s*([^=#]+?)\s*(?:=\s*(.*))?$/.exec(row) ?? [];
      if (!name || indent !== fieldIndent || isSystem(name) || name === "model_config") continue;
      const { type: kind, many, optional, other } = annotation(type, text);
      if (other !== undefined) {
        relations[name] = many ? `has many ${other}` : `belongs to ${other}${optional ? ", optional" : ""}`;
        continue;
      }
      const fallback = literal(/^Field\(\s*(?:default\s*=\s*)?([^,)=]+)(?:,|\))/.exec(value)?.[1] ?? value);
      const range = [bound(value, "min_length", "ge"), bound(value, "max_length", "le")] as const;
      const numeric = kind === "integer" || kind === "number" || kind === "string";
      fields[name] = {
        name,
        type: kind,
        many,
        optional: optional || /default_factory|default\s*=\s*None|^None/.test(value),
        default: fallback,
        ...(numeric ? { range } : {}),
      };
    }
    return Object.keys(fields).length ? { fields, relations, unique: [], ignored: [] } : undefined;
  },
};
