import type { JsonSchema } from "../../schema/index.ts";
import type { Args, ExternalValue, Library, Value } from "../evaluate/types.ts";
import { propOf, truth } from "../evaluate/value.ts";
import { chosen, fieldType, objectOf, schemaValue, shape } from "./kinds.ts";

const scalars = /^(?:String|Boolean|Int|BigInt|Float|DateTime|Json|Bytes)$/;

const block = /^[ \t]*(model|enum|type|view)[ \t]+(\w+)[ \t]*\{([^}]*)\}/gm;
const line = /^[ \t]*(\w+)[ \t]+(\w+)(\[\])?(\?)?/;

/** The models of Prisma's schema files, as queries return them, by their names in the client. */
export function prismaModels(texts: Iterable<string>): ReadonlyMap<string, JsonSchema> {
  const blocks = [...texts].flatMap((text) => [...text.matchAll(block)]);
  const enums = new Map(
    blocks
      .filter(([, kind]) => kind === "enum")
      .map(([, , name = "", body = ""]) => [
        name,
        body.match(/^[ \t]*\w+/gm)?.map((item) => item.trim()) ?? [],
      ]),
  );
  const fieldOf = (type: string): JsonSchema | undefined => {
    const values = enums.get(type);
    if (values) return { type: "string", enum: values };
    if (type === "Decimal") return { type: "string" };
    return scalars.test(type) ? fieldType(type) : undefined;
  };
  return new Map(
    blocks
      .filter(([, kind]) => kind !== "enum")
      .map(([, , name = "", body = ""]) => [
        name.charAt(0).toLowerCase() + name.slice(1),
        objectOf(
          body.split("\n").flatMap((text) => {
            const [, field = "", type = "", isList, isOptional] = line.exec(text) ?? [];
            const schema = fieldOf(type); // relations are returned only if a query includes them
            if (!schema) return [];
            const whole: JsonSchema = isList ? { type: "array", items: schema } : schema;
            return [[field, shape(whole, isOptional !== undefined)] as const];
          }),
        ),
      ]),
  );
}

const client = /(?:^|\.)PrismaClient\(\)(?:\.\$extends\(\))*$/;

/** Prisma's client, whose members are the models. */
export function prisma(models: ReadonlyMap<string, JsonSchema>): Library {
  const delegate = (of: ExternalValue, name: string): ExternalValue | undefined => {
    const model = models.get(name);
    return model && { kind: "external", path: `${of.path}.${name}`, name, of, says: schemaValue(model) };
  };
  return {
    assigned: (of, name) => (client.test(of.path) ? delegate(of, name) : undefined),
    member: (base, name) =>
      base.name === "PrismaClient" ? delegate({ ...base, path: `${base.path}()` }, name) : undefined,
  };
}

/** The fields of a model that a query selects (`select`, `omit`). */
export function selected(model: JsonSchema, { list }: Args): JsonSchema {
  const [query] = list;
  const marks = (name: string): ((field: string) => boolean) | undefined => {
    const option = propOf(query, name);
    if (option?.kind !== "object" || option.rest) return undefined;
    const isMarked = (value: Value | undefined): boolean =>
      value !== undefined && (value.kind === "object" || truth(value) === true);
    return (field) => isMarked(option.props.get(field));
  };
  const [isSelected, omitted] = [marks("select"), marks("omit")];
  return isSelected ? chosen(model, isSelected) : omitted ? chosen(model, (field) => !omitted(field)) : model;
}
