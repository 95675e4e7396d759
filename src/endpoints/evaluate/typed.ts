import type { Expression, TypeMember } from "../program/ir.ts";
import type { FunctionValue, Machine, Part, Scope, Value } from "./types.ts";
import { each, either } from "./value.ts";

interface At {
  readonly scope: Scope;
  readonly m: Machine;
}

const note = (part: Part, path: readonly string[], type: Expression, { scope, m }: At): void =>
  void m.run?.typed.push({ part, path, schema: { kind: "shape", of: type, scope } });

/** Parts of a request by the member names in types: Fastify's generics, Express's own members. */
const parts: ReadonlyMap<string, Part> = new Map([
  ["Body", "body"],
  ["Querystring", "query"],
  ["body", "body"],
  ["query", "query"],
]);

const isRequest = (value: Value | undefined): boolean =>
  value?.kind === "object" && /^(?:express|fastify)\.request$/.test(value.host?.type ?? "");

const nameOf = (of: Expression): string => (of.kind === "name" || of.kind === "get" ? of.name : "");

const deepest = 4;

/** Notes the types of a request's parts from an object type and its bases. */
function byMembers(members: readonly TypeMember[], at: At): void {
  for (const { name, type } of members) {
    const part = parts.get(name);
    if (part && type) note(part, [], type, at);
  }
}

/** `Request<Params, Answer, Body, Query>`, `FastifyRequest<{ Body: Note }>`, and interfaces that extend them. */
function ofRequest(type: Expression, at: At, depth = 0): void {
  if (depth > deepest) return;
  if (type.kind === "shape") {
    for (const base of type.bases) ofRequest(base, at, depth + 1);
    byMembers(type.members, at);
  } else if (type.kind === "binary" && type.op === "&") {
    ofRequest(type.left, at, depth + 1);
    ofRequest(type.right, at, depth + 1);
  } else if (type.kind === "name") {
    const known = at.m.lookup(`type ${type.name}`, at.scope) ?? at.m.lookup(type.name, at.scope);
    if (known?.kind === "shape") ofRequest(known.of, { ...at, scope: known.scope }, depth + 1);
  } else if (type.kind === "index" && type.at.kind === "list") {
    const typeArguments = type.at.items.map(({ value }) => value);
    if (typeArguments.length === 1 && typeArguments[0]) ofRequest(typeArguments[0], at, depth + 1);
    else if (nameOf(type.of).endsWith("Request")) {
      if (typeArguments[2]) note("body", [], typeArguments[2], at);
      if (typeArguments[3]) note("query", [], typeArguments[3], at);
    }
  }
}

/** Notes the type that the program declares for a request or a part of it. */
export function typed(value: Value | undefined, type: Expression, at: At): void {
  if (!at.m.run) return;
  if (value?.kind === "input") note(value.part, value.path, type, at);
  else if (isRequest(value)) ofRequest(type, at);
}

/** The result of a function, with its declared return type where the code doesn't show more. */
export function withReturnType(value: Value, { fn, scope }: FunctionValue, m: Machine): Value {
  const { returns } = fn;
  if (!m.run || !returns) return value;
  const ways = each(value);
  const isOpen = (value: Value): boolean =>
    value.kind === "unknown"
      ? !value.identity && !value.says
      : value.kind === "external" && value.args !== undefined && !value.identity && !value.says;
  if (!ways.some(isOpen)) return value;
  const returnShape = { kind: "shape", of: returns, scope } as const;
  return either(ways.map((value) => (isOpen(value) ? { ...value, says: returnShape } : value)));
}
