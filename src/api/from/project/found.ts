import type { Field } from "../../definition.ts";
import { memberName } from "../../name-spelling.ts";
import { readField } from "../../notation.ts";
import type { JsonValue } from "./literal.ts";

/** A resource as a file of the project declares it. */
export interface Declared {
  readonly fields: Readonly<Record<string, Member>>;
  /** Relations by name, in the notation of definitions. */
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

type Range = readonly [least: number | undefined, most: number | undefined];

/** A range without bounds. */
export const none: Range = [undefined, undefined];

export interface Bounds {
  /** Values of a number, lengths of a text, or counts of a list. */
  readonly range?: Range;
  /** The next values below and above that a number can't have. */
  readonly outside?: Range;
}

export interface Member extends Bounds {
  readonly name: string;
  /** A type word of the notation, or the values of an enum. */
  readonly type: string | readonly string[];
  readonly many?: boolean;
  readonly optional?: boolean;
  readonly unique?: boolean;
  /** Bounds of each item, if the member is a list. */
  readonly items?: Bounds;
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

/** The narrowest range in the notation that has all allowed values; only integers have a least one above a bound. */
function inclusive({ range = none, outside = none }: Bounds, type: string): Range {
  const whole = type === "integer";
  const [above, below] = outside;
  return [
    range[0] ?? (whole && above !== undefined ? Math.floor(above) + 1 : above),
    range[1] ?? (whole && below !== undefined ? Math.ceil(below) - 1 : below),
  ];
}

/** Returns a member in the notation of definitions. */
function written(member: Member): string {
  const { name, type, many, optional, unique, default: value, auto } = member;
  const enumerated = typeof type !== "string";
  const usable = enumerated && type.length > 0 && type.every((word) => /^[^,()\s][^,()]*$/.test(word));
  const base = enumerated ? (usable ? `enum(${type.join(", ")})` : "string") : type;
  const refined = telling.find((rule) => rule.from === base && rule.name.test(name))?.type ?? base;
  const [least, most] = inclusive(member, refined);
  const bounds = least === undefined && most === undefined ? "" : `${least ?? ""}..${most ?? ""}`;
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

/**
 * Returns the field that a member declares.
 * @throws UserError if the notation can't express it
 */
export function fieldOf(member: Member): Field {
  const name = memberName(member.name, "field");
  const field = readField(name, written(member));
  if (!member.items) return field;
  const { type, items } = member;
  const { schema } = readField(name, written({ name: member.name, type, ...items }));
  return { ...field, schema: { ...field.schema, items: schema } };
}
