import type { JsonValue } from "./literal.ts";

/** A resource as a file of the project declares it, in the notation of definitions. */
export interface Declared {
  /** Fields and relations by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly relations: Readonly<Record<string, string>>;
  readonly unique: readonly (readonly string[])[];
  /** Members that can't be stored. */
  readonly ignored: readonly string[];
}

/** A kind of declaration: which files may contain it, and how it is read. */
export interface Source {
  readonly what: string;
  readonly glob: string;
  /** Returns the declaration of this name, if the text has it. */
  read(
    text: string,
    names: {
      readonly pascal: string;
      readonly camel: string;
      readonly snake: string;
      readonly tables: readonly string[];
    },
  ): Declared | undefined;
}

export interface Member {
  readonly name: string;
  /** A type word of the notation, or the values of an enum. */
  readonly type: string | readonly string[];
  readonly many?: boolean;
  readonly optional?: boolean;
  readonly unique?: boolean;
  readonly range?: readonly [number | undefined, number | undefined];
  readonly default?: JsonValue | undefined;
  readonly auto?: "now";
}

/** Names that imply a more specific type than a plain one. */
const telling: readonly { readonly name: RegExp; readonly from: string; readonly type: string }[] = [
  { name: /(^|[a-z])e?mail$|email/i, from: "string", type: "email" },
  { name: /^password$|passwordHash$/i, from: "string", type: "password" },
  { name: /(url|uri|link|website|homepage)$/i, from: "string", type: "uri" },
  {
    name: new RegExp(
      String.raw`(^|_)(count|quantity|qty|age|year|stock|position|order|index|version|size|width|height` +
        String.raw`|pages?|seats?)$|Count$|Quantity$|Year$`,
      "i",
    ),
    from: "number",
    type: "integer",
  },
];

const known = new Set(["id", "createdat", "updatedat"]);

/** Whether every record has this member anyway. */
export const isSystem = (name: string): boolean => known.has(name.replaceAll("_", "").toLowerCase());

const plainValue = /^[\w-][\w .-]*$/;

/** Returns a member in the notation of definitions. */
export function written(member: Member): string {
  const { name, type, many, optional, unique, range, default: value, auto } = member;
  const enumerated = typeof type !== "string";
  const usable = enumerated && type.length > 0 && type.every((word) => /^[^,()\s][^,()]*$/.test(word));
  const base = enumerated ? (usable ? `enum(${type.join(", ")})` : "string") : type;
  const refined = telling.find((rule) => rule.from === base && rule.name.test(name))?.type ?? base;
  const bounds =
    range && (range[0] !== undefined || range[1] !== undefined) ? `${range[0] ?? ""}..${range[1] ?? ""}` : "";
  const fallback =
    value === undefined || value === null
      ? ""
      : `= ${typeof value === "string" && plainValue.test(value) ? value : JSON.stringify(value)}`;
  return [
    `${refined}${many ? "[]" : ""}`,
    optional || auto || fallback ? "" : "required",
    unique ? "unique" : "",
    auto ? `auto(${auto})` : "",
    bounds,
    fallback,
  ]
    .filter(Boolean)
    .join(" ");
}
