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
  if (given && body.required.has(property)) return { property, made: "uuid", given, schemas: [] };
  if (!family.needsId) return undefined;
  return no(kinds.length ? "its id and its path differ" : "its id has rules that none can be made by");
}
