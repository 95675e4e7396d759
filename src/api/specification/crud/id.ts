import type { Spec, SpecSchema } from "../../spec.ts";
import { resolve, type Shape } from "../shape.ts";
import type { Family } from "./families.ts";
import { fits } from "./fits.ts";
import { no } from "./refusal.ts";
import type { Collection } from "./types.ts";
import { inTable } from "../../../lib/index.ts";

/** A name's letters and digits, however it is spelled. */
export const plainly = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
const usualIds = ["id", "uuid", "guid", "uid", "gid", "sid"];
const endings = [...usualIds, "key", "slug", "code", "name", "number"];

/** Which member is the id: the one that the path's parameter names or ends with, `id` and the like, or `thingId`. */
export function idProperty(record: Shape, path: string, key = ""): string | undefined {
  const names = Object.keys(record.properties);
  const spelled = (...wanted: readonly string[]): string | undefined =>
    names.find((name) => wanted.includes(plainly(name)));
  const last = plainly(path.split("/").findLast((part) => part !== "" && !part.includes("{")) ?? "");
  const things = [last, last.replace(/s$/, ""), last.replace(/ies$/, "y"), last.replace(/es$/, "")];
  const ended = endings.filter((ending) => key !== "" && plainly(key).endsWith(ending));
  return (
    spelled(plainly(key)) ??
    spelled(...usualIds.slice(0, 2)) ??
    spelled(...ended) ??
    spelled(...usualIds) ??
    spelled(...things.flatMap((thing) => usualIds.map((one) => thing + one)))
  );
}

/** Records are counted up; nobody makes more than two thousand million of them here. */
const counted: SpecSchema = { type: "integer", format: "int32", minimum: 1, maximum: 2_147_483_647 };
const uuid: SpecSchema = { type: "string", format: "uuid", minLength: 36, maxLength: 36 };
const made = { uuid, integer: counted } as const;

/** Whether an id that is made can stand in the path. */
function isInPath(spec: Spec, schema: SpecSchema | undefined, kind: keyof typeof made): boolean {
  if (!schema) return true;
  const found = resolve(spec, schema);
  const { type, pattern, format, minLength = 0 } = found;
  if (type === undefined || fits(spec, [made[kind], found])) return true;
  return (
    kind === "integer" &&
    type === "string" &&
    minLength <= 1 &&
    [pattern, format, found.enum].every((rule) => rule === undefined)
  );
}

/** Texts that are made: a prefix and so many hexadecimal digits, or a UUID. */
interface Texts {
  readonly prefix: string;
  readonly digits: number;
  readonly hyphens: boolean;
}

/** What texts of one kind of letters may be. */
interface Letters {
  readonly prefix: string;
  readonly takes: (letters: string) => boolean;
  readonly least: number;
  readonly most: number;
}

/** Whether one letter is of a kind; a kind that can't be compiled has none. */
function letterOf(kind: string): (letter: string) => boolean {
  try {
    const expression = new RegExp(`^${kind}$`, "u");
    return (letter) => expression.test(letter);
  } catch {
    return () => false;
  }
}

const oneKind = /^\(?\^?([A-Za-z][\w-]*?)?(\[[^[\]]+\]|\\[wS])(?:\{(\d+)(,)?(\d+)?\}|([+*]))\$?\)?$/;
const ofUuid = /^\(?\^?(\[[^[\]]+\])\{8\}(?:-\1\{4\}){3}-\1\{12\}\$?\)?$/;

/** An alternative of a pattern that is nothing but letters of one kind, or a UUID's; undefined: it is something else. */
function lettersOf(alternative: string): Letters | undefined {
  const [, digit] = ofUuid.exec(alternative) ?? [];
  if (digit !== undefined) {
    const isDigit = letterOf(digit);
    const takes = (letters: string): boolean =>
      letters.endsWith("-") && Array.from(letters.slice(0, -1)).every(isDigit);
    return { prefix: "", takes, least: 36, most: 36 };
  }
  const [whole, prefix = "", kind = "", from, comma, to, some] = oneKind.exec(alternative) ?? [];
  if (whole === undefined) return undefined;
  const is = letterOf(kind);
  const most = some !== undefined || (comma && to === undefined) ? Infinity : Number(to ?? from);
  return {
    prefix,
    takes: (letters) => [...letters].every(is),
    least: prefix.length + (some === undefined ? Number(from) : Number(some === "+")),
    most: prefix.length + most,
  };
}

/** What texts of one kind of letters a schema takes, as far as its pattern tells. */
function kindsOf({ pattern, minLength = 0, maxLength = Infinity }: SpecSchema): readonly Letters[] {
  const any: Letters = { prefix: "", takes: () => true, least: 0, most: Infinity };
  const found = pattern === undefined ? [any] : pattern.split("|").flatMap((one) => lettersOf(one) ?? []);
  return found.map((one) => ({
    ...one,
    least: Math.max(one.least, minLength),
    most: Math.min(one.most, maxLength),
  }));
}

const lengthOf = ({ prefix, digits, hyphens }: Texts): number => prefix.length + digits + (hyphens ? 4 : 0);

/** Whether a schema takes all texts that are made like that. */
function takesTexts(schema: SpecSchema, texts: Texts): boolean {
  const { prefix, hyphens } = texts;
  if (![schema.type].flat().includes("string") || schema.format !== undefined || schema.enum) return false;
  return kindsOf(schema).some((letters) => {
    const rest = letters.prefix === prefix ? "" : letters.prefix === "" ? prefix : undefined;
    const isLong = lengthOf(texts) >= letters.least && lengthOf(texts) <= letters.most;
    return rest !== undefined && isLong && letters.takes(`${rest}0123456789abcdef${hyphens ? "-" : ""}`);
  });
}

/** How the texts are made that a schema takes as ids; undefined where its rules are others. */
function textsOf(schema: SpecSchema): Texts | undefined {
  const wanted: readonly Texts[] = [
    { prefix: "", digits: 32, hyphens: true },
    ...kindsOf(schema).map(({ prefix, most }) => ({
      prefix,
      digits: Math.min(32, most - prefix.length),
      hyphens: false,
    })),
  ];
  return wanted.find((one) => one.digits >= 16 && takesTexts(schema, one));
}

export type Id = NonNullable<Collection["id"]> & { readonly schemas: readonly SpecSchema[] };

/** What the id of a record is, and how one comes by it; undefined where nothing asks for one and records have none. */
export function idOf(
  spec: Spec,
  family: Family,
  { record, body }: { readonly record: Shape; readonly body: Shape },
): Id | undefined {
  const property = idProperty(record, family.path, family.key);
  if (property === undefined) return undefined;
  const schema = resolve(spec, inTable(record.properties, property) ?? {});
  const inBody = inTable(body.properties, property);
  if (!family.create) {
    // The path names the record, whatever its body says.
    const { schema: own = {} } = family.parameter ?? {};
    return fits(spec, [own, schema]) ? { property, made: "path", given: false, schemas: [own] } : undefined;
  }
  const given = inBody !== undefined && !inBody.readOnly && !resolve(spec, inBody).readOnly;
  const parameter = family.parameter?.schema;
  const kinds = (["uuid", "integer"] as const).filter((kind) => fits(spec, [made[kind], schema]));
  const kind = kinds.find((one) => isInPath(spec, parameter, one));
  if (kind) return { property, made: kind, given, schemas: [made[kind]] };
  const texts = kinds.length ? undefined : textsOf(schema);
  const path = parameter && resolve(spec, parameter);
  if (texts && (path === undefined || path.type === undefined || takesTexts(path, texts))) {
    const { prefix, digits, hyphens } = texts;
    const length = lengthOf(texts);
    const { pattern } = schema;
    const one: SpecSchema = {
      type: "string",
      ...(pattern === undefined ? {} : { pattern }),
      minLength: length,
      maxLength: length,
    };
    return { property, made: "uuid", given, ...(hyphens ? {} : { hex: { prefix, digits } }), schemas: [one] };
  }
  if (given && body.required.has(property)) return { property, made: "uuid", given, schemas: [] };
  if (!family.needsId) return undefined;
  return no(kinds.length ? "its id and its path differ" : "its id has rules that none can be made by");
}
