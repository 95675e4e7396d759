import { parseSync, type Expression, type ObjectExpression } from "oxc-parser";
import { isSystem, none, type Declared, type Member, type Source } from "./found.ts";
import { topLevel } from "./typescript.ts";
import type { JsonValue } from "./literal.ts";
import { capital, inTable } from "../../../lib/index.ts";

/** Returns the calls of a chain such as `z.string().min(1).optional()`, first to last. */
function chain(node: Expression): readonly { readonly name: string; readonly args: readonly Expression[] }[] {
  if (node.type === "CallExpression") {
    const before = chain(node.callee);
    const last = before.at(-1);
    const args = node.arguments.filter(
      (argument): argument is Expression => argument.type !== "SpreadElement",
    );
    return last ? [...before.slice(0, -1), { name: last.name, args }] : [];
  }
  if (node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier")
    return [...chain(node.object as Expression), { name: node.property.name, args: [] }]; // `super` has no schema
  return [];
}

const types: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  int: "integer",
  bigint: "integer",
  boolean: "boolean",
  date: "datetime",
  datetime: "datetime",
  email: "email",
  url: "uri",
  uuid: "uuid",
  guid: "uuid",
  record: "json",
  object: "json",
  any: "json",
  unknown: "json",
};

function value(node: Expression | undefined): JsonValue | undefined {
  return node?.type === "Literal" && ["string", "number", "boolean"].includes(typeof node.value)
    ? (node.value as JsonValue)
    : undefined; // one of the three kinds
}

const strings = (node: Expression | undefined): readonly string[] =>
  node?.type === "ArrayExpression"
    ? node.elements.flatMap((element) =>
        element?.type === "Literal" && typeof element.value === "string" ? [element.value] : [],
      )
    : [];

type Draft = { -readonly [K in keyof Member]: Member[K] };

/** What a call of `array()` resets: the calls before it are about its items. */
const list = { many: true, optional: false, default: undefined, range: none, outside: none };

/** Adds to the member what one call of its chain means. */
function apply(member: Draft, call: string, args: readonly Expression[]): void {
  const [argument] = args;
  const first = value(argument);
  const number = typeof first === "number" ? first : undefined;
  const [least, most] = member.range ?? none;
  const [above, below] = member.outside ?? none;
  if (call === "enum") member.type = strings(argument);
  else if (call === "array") {
    const { type, range = none, outside = none } = (argument && read(member.name, argument)) ?? member;
    Object.assign(member, { ...list, type, items: { range, outside } });
  } else if (["optional", "nullable", "nullish"].includes(call)) member.optional = true;
  else if (call === "default") member.default = first;
  else if (call === "min" || call === "gte") member.range = [number, most];
  else if (call === "nonnegative") member.range = [0, most];
  else if (call === "nonempty") member.range = [1, most];
  else if (call === "gt" || call === "positive") member.outside = [number ?? 0, below];
  else if (call === "lt" || call === "negative") member.outside = [above, number ?? 0];
  else if (call === "max" || call === "lte") member.range = [least, number];
  else if (call === "length") member.range = [number, number];
  else member.type = inTable(types, call) ?? member.type;
}

function read(name: string, node: Expression): Member | undefined {
  const calls = chain(node);
  if (!calls.length) return undefined;
  const member: Draft = { name, type: "json" };
  for (const { name: call, args } of calls) apply(member, call, args);
  if (calls[0]?.name === "iso" && calls[1]?.name === "date") member.type = "date";
  return member;
}

function shape(node: Expression): ObjectExpression | undefined {
  const object = chain(node).find(
    ({ name }) => name === "object" || name === "strictObject" || name === "looseObject",
  );
  const [argument] = object?.args ?? [];
  return argument?.type === "ObjectExpression" ? argument : undefined;
}

/** Reads a zod object schema: `Task`, `TaskSchema` or `taskSchema`. */
export const zod: Source = {
  what: "the zod schema",
  glob: "**/*.ts",
  read(text, { pascal, camel }): Declared | undefined {
    if (!text.includes("zod") || !text.includes(pascal.slice(1))) return undefined;
    const names = new Set([pascal, `${pascal}Schema`, `${camel}Schema`, camel]);
    const { program } = parseSync("file.ts", text);
    for (const node of topLevel(program)) {
      if (node.type !== "VariableDeclaration") continue;
      for (const { id, init } of node.declarations) {
        const object = id.type === "Identifier" && names.has(id.name) && init ? shape(init) : undefined;
        if (object) return declared(object);
      }
    }
    return undefined;
  },
};

function declared(object: ObjectExpression): Declared {
  const fields: Record<string, Member> = {};
  const relations: Record<string, string> = {};
  for (const property of object.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const { name } = property.key;
    const member = isSystem(name) ? undefined : read(name, property.value as Expression); // values of an object expression are expressions
    const target = /^(\w+)Id$/.exec(name)?.[1];
    if (member && target !== undefined && (member.type === "uuid" || member.type === "string"))
      relations[target] = `belongs to ${capital(target)}${member.optional ? ", optional" : ""}`;
    else if (member) fields[name] = member;
  }
  return { fields, relations, unique: [], ignored: [] };
}
