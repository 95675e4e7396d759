import type { JsonSchema } from "../../../../schema/index.ts";
import type { Args, ExternalValue, Library, Machine, ObjectValue, Value } from "../evaluate/types.ts";
import { constant, each, external, object, texts, unknown } from "../evaluate/value.ts";
import { chosen } from "./kinds.ts";
import { give, ownMember } from "./mongoose-own.ts";
import { modelSchema } from "./mongoose.ts";

/** The place of what is stored among the arguments, by the name of a model's method. */
const places: Readonly<Record<string, number>> = {
  create: 0,
  insertMany: 0,
  bulkCreate: 0,
  build: 0,
  update: 0,
  findByIdAndUpdate: 1,
  findOneAndUpdate: 1,
  findOneAndReplace: 1,
  replaceOne: 1,
  updateOne: 1,
  updateMany: 1,
};

/** The model behind a call: `Model.create()`, `new Model()`. */
function modelOf(callee: ExternalValue): JsonSchema | undefined {
  return modelSchema(callee) ?? (callee.of && !callee.args ? modelSchema(callee.of) : undefined);
}

/** Notes that parts of the request go to the database as they come, but for what the program sets itself. */
function note(value: Value, schema: JsonSchema, m: Machine): void {
  for (const one of each(value)) {
    const own = one.kind === "object" ? one.props : new Map<string, Value>();
    const from = one.kind === "object" ? one.rest : one;
    if (from?.kind !== "input") continue;
    const left = chosen(schema, (name) => {
      const set = own.get(name);
      return !set || set.kind === "input";
    });
    m.run?.stored.push({
      part: from.part,
      path: from.path,
      schema: { ...external("schema"), schema: left } as Value,
    }); // read back by `schemaOf`
  }
}

const error = (name: string, more: readonly (readonly [string, Value])[]): ObjectValue => ({
  ...object([["name", constant(name)], ["message", unknown], ...more]),
  base: external(name.startsWith("Mongo") ? `mongodb.${name}` : `mongoose.Error.${name}`),
});

const refused = (): readonly Value[] => [
  error("ValidationError", [["errors", object([], { type: "errors" })]]),
  error("MongoServerError", [
    ["code", constant(11000)],
    ["keyValue", object([], { type: "errors" })],
  ]),
];

/** A model of mongoose refuses what doesn't fit its schema, what is there already, and what is no key. */
function thrown(callee: ExternalValue, { list }: Args, m: Machine): void {
  if (!callee.path.includes("mongoose")) return;
  const name = callee.name;
  if (name === "create" || name === "insertMany") m.throws.push(...refused());
  else if (name.startsWith("findById") && list[0]?.kind === "input") m.throws.push(error("CastError", []));
}

const addition = ({ list: [first, second] }: Args): Value =>
  second && first ? object(texts(first).map((name) => [name, second] as const)) : (first ?? unknown);

/** What goes from a request into a database: models say which fields there are. */
export const stored: Library = {
  own: ownMember,
  give,
  call(callee, given, m) {
    // `schema.method({ … })`, `schema.static("name", function)`
    const added = /^(?:method|static)$/.exec(callee.name)?.[0];
    if (added !== undefined && callee.of) give(callee.of, `${added}s`, addition(given));
    if (!m.run) return undefined;
    const isSave = callee.name === "save" && callee.of?.args && callee.of.of && modelSchema(callee.of.of);
    if (isSave) {
      if (callee.path.includes("mongoose")) m.throws.push(...refused());
      return undefined;
    }
    const schema = modelOf(callee);
    if (!schema) return undefined;
    const place = callee.args ? 0 : Object.hasOwn(places, callee.name) ? places[callee.name] : undefined;
    const value = place === undefined ? undefined : given.list[place];
    if (value) note(value, schema, m);
    thrown(callee, given, m);
    return undefined;
  },
};
