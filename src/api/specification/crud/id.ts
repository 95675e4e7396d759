import type { Spec, SpecSchema } from "../../spec.ts";
import { resolve, type Shape } from "../shape.ts";
import type { Family } from "./families.ts";
import { fits } from "./fits.ts";
import { no } from "./refusal.ts";
import type { Collection } from "./types.ts";

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

const made = {
  uuid: { type: "string", format: "uuid", minLength: 36, maxLength: 36 },
  integer: { type: "integer", minimum: 1 },
} as const satisfies Record<string, SpecSchema>;

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

const isFreeText = ({ type, pattern, format, minLength = 0, maxLength, enum: values }: SpecSchema): boolean =>
  type === "string" &&
  minLength <= 1 &&
  [pattern, format, maxLength, values].every((rule) => rule === undefined);

const hexadecimal =
  /^\^?([A-Za-z][\w-]*?)?(?:\[(?:0-9a-fA-F|0-9A-Fa-f|a-fA-F0-9|0-9a-f|a-f0-9|0-9a-z|a-z0-9|0-9a-zA-Z|a-zA-Z0-9|A-Za-z0-9)\]|\\w)\{(\d+)\}\$?$/;

/** How ids are made that are a prefix and hexadecimal digits by their pattern; undefined where theirs is another. */
function hexOf(schema: SpecSchema): { readonly prefix: string; readonly digits: number } | undefined {
  const [whole, prefix = "", digits] = hexadecimal.exec(schema.pattern ?? "") ?? [];
  const length = prefix.length + Number(digits);
  if (whole === undefined || Number(digits) < 16 || Number(digits) > 32) return undefined;
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) return undefined;
  return schema.format === undefined && schema.enum === undefined
    ? { prefix, digits: Number(digits) }
    : undefined;
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
  const schema = resolve(spec, record.properties[property] ?? {});
  const inBody = body.properties[property];
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
  const hex = kinds.length ? undefined : hexOf(schema);
  if (hex) {
    const length = hex.prefix.length + hex.digits;
    const one: SpecSchema = {
      type: "string",
      ...(schema.pattern === undefined ? {} : { pattern: schema.pattern }),
      minLength: length,
      maxLength: length,
    };
    const path = parameter && resolve(spec, parameter);
    if (path === undefined || path.type === undefined || fits(spec, [one, path]) || isFreeText(path))
      return { property, made: "uuid", given, hex, schemas: [one] };
  }
  if (given && body.required.has(property)) return { property, made: "uuid", given, schemas: [] };
  if (!family.needsId) return undefined;
  return no(kinds.length ? "its id and its path differ" : "its id has rules that none can be made by");
}
