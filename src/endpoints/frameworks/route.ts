import type { JsonSchema } from "../../schema/index.ts";
import type { Machine, Part, Place, Run, Value } from "../evaluate/types.ts";
import { describe } from "../schema/describe.ts";
import { bodySchema, inputsOf } from "../schema/inputs.ts";
import { originsOf } from "../schema/origins.ts";
import type { Answer, Auth, Route, Verb } from "./contract.ts";
import { transport, atGate } from "../evaluate/blame.ts";
import { parametersIn } from "./paths.ts";
import type { Fn, Statement } from "../program/ir.ts";

/** Runs a handler; its decorators count as functions in front of it. */
export function atHandler<T>(m: Machine, fn: Value | undefined, body: () => T): T {
  if (m.run) m.run.handler = answering(fn);
  return atGate(m, fn, body);
}

/** The function that answers, inside wrappers by library calls or closures. */
function answering(handler: Value | undefined, seen: ReadonlySet<Value> = new Set()): Route["handler"] {
  if (handler?.kind === "external" && handler.args) return answering(handler.args.list[0], seen);
  if (handler?.kind !== "function") return undefined;
  // `catchAsync(handler)` returns a closure that holds the handler in a parameter
  const around =
    handler.scope.kind === "function" && !seen.has(handler)
      ? [...handler.scope.vars].flatMap(([name, value]) =>
          value.kind === "function" && value.fn.name !== name && value.scope !== handler.scope ? [value] : [],
        )
      : [];
  const { file, at, name } = handler.fn;
  const [inner, other] = around;
  return inner && !other ? answering(inner, new Set([...seen, handler])) : { file, at, name };
}

/** Whether a function may return normally: it contains a `return`, or its end can be reached. */
export const completes = ({ body }: Fn): boolean => body.some(returns) || !ends(body.at(-1));

const all = (statement: Statement): readonly (readonly Statement[])[] => {
  switch (statement.kind) {
    case "if":
      return [statement.yes, statement.no];
    case "loop":
    case "block":
      return [statement.body];
    case "switch":
      return statement.cases.map(({ body }) => body);
    case "try":
      return [statement.body, ...statement.catches.map(({ body }) => body), statement.last];
    default:
      return [];
  }
};

const returns = (statement: Statement): boolean =>
  statement.kind === "return" || all(statement).some((body) => body.some(returns));

/** Whether nothing can follow a statement. */
function ends(statement: Statement | undefined): boolean {
  if (statement?.kind === "throw") return true;
  if (statement?.kind === "if")
    return statement.no.length > 0 && all(statement).every((body) => ends(body.at(-1)));
  return statement?.kind === "block" && ends(statement.body.at(-1));
}

interface Found {
  readonly method: Verb;
  readonly path: string;
  readonly auth: Auth;
  readonly run: Run;
  readonly file: string;
  readonly at: number;
  readonly registered?: Place;
  readonly handler?: Value | undefined;
  readonly name?: string;
  /** The method that answers, if no value represents it. */
  readonly within?: Route["handler"];
  /** The schemas that serialize answers, by status (`200`, `4xx`, `default`). */
  readonly written?: ReadonlyMap<string, Value>;
  /** Statuses that are only documented: `@ApiResponse({ status: 404 })`. */
  readonly described?: readonly number[];
  /** The framework's status when a handler returns, if it can. */
  readonly usual?: number | undefined;
}

const nameOf = (handler: Value | undefined): string => {
  if (handler?.kind === "function") return handler.fn.name;
  if (handler?.kind === "external" && handler.args) return nameOf(handler.args.list[0]);
  return "";
};

/** The schema that serializes an answer with a status. */
function writtenBy(written: Found["written"], status: number, m: Machine): JsonSchema | undefined {
  const value =
    written?.get(String(status)) ?? written?.get(`${Math.floor(status / 100)}xx`) ?? written?.get("default");
  return value && describe(value, m);
}

/**
 * One answer for each status. Its body comes from the serializing schema, otherwise from the first answer that shows
 * one.
 */
function answersOf(route: Found, m: Machine): readonly Answer[] {
  const found = followed(route, m);
  const described = route.described ?? [];
  const isSilent = (kind: (status: number) => boolean): boolean => ![...found.keys()].some(kind);
  const added = [
    ...(isSilent((status) => status < 400) ? described.filter((status) => status < 400) : []),
    ...(isSilent((status) => status >= 400 && !automatic.has(status))
      ? described.filter((status) => status >= 400)
      : []),
  ];
  for (const status of added) if (!found.has(status)) found.set(status, { status });
  const { run, usual } = route;
  if (isSilent((status) => status < 400) && usual !== undefined && !run.isReturned)
    found.set(usual, { status: usual });
  return [...found.values()].sort((a, b) => a.status - b.status);
}

/** Errors of guards and validation, which say nothing about the handler itself. */
const automatic = new Set([400, 401, 403, 422]);

/** The answers that were observed; without a successful one, also those that the route's schemas declare. */
function followed({ run, handler, written }: Found, m: Machine): Map<number, Answer> {
  const found = new Map<number, Answer>();
  // a library's handler answers by itself
  if (handler?.kind === "external" && !run.answers.some(({ status }) => status < 400))
    found.set(200, { status: 200 });
  for (const { status, body, type } of run.answers) {
    if (found.get(status)?.schema) continue;
    const isEmpty = status === 204 || status === 304;
    const schema = isEmpty ? undefined : (writtenBy(written, status, m) ?? (body && describe(body, m)));
    const media = type ?? (body?.kind === "unknown" ? body.media : undefined);
    found.set(status, { status, ...(schema && { schema }), ...(media !== undefined && { type: media }) });
  }
  if ([...found.keys()].some((status) => status < 400)) return found;
  const declared = [...(written?.keys() ?? [])].map(Number).filter((status) => status >= 200 && status < 400);
  for (const status of declared) {
    const schema = writtenBy(written, status, m);
    found.set(status, { status, ...(schema && { schema }) });
  }
  return found;
}

const bodies = new Set<Verb>(["post", "put", "patch", "delete"]);

/** Creates a route from what its handlers were seen to do. */
export function routeOf(found: Found, m: Machine): Route {
  const { method, path, run } = found;
  const names = parametersIn(path);
  const part = (name: Part): Route["query"] => inputsOf(run, name, m);
  const known = new Map(part("path").map((input) => [input.name, input] as const));
  const body = bodies.has(method) ? bodySchema(run, m) : undefined;
  const handler = found.within ?? answering(found.handler);
  const answers = answersOf(found, m);
  // if no answer was seen, its refusals weren't either
  const isUnseen = found.auth.level === "none" && answers.length === 0;
  const unclear = { level: "unknown", schemes: isUnseen ? ["bearer"] : found.auth.schemes } as const;
  const isUnknown = isUnseen || found.auth.level === "unknown";
  return {
    method,
    path,
    auth: isUnknown ? { ...unclear, see: found.auth.see ?? { file: found.file, at: found.at } } : found.auth,
    params: names.map((name) => ({
      name,
      schema: known.get(name)?.schema ?? { type: "string" },
      required: true,
    })),
    query: part("query"),
    headers: part("header").filter((input) => !transport.test(input.name)),
    ...(body ? { body } : {}),
    answers,
    origins: originsOf(run, m),
    file: found.file,
    at: found.at,
    ...(found.registered && { registered: found.registered }),
    name: found.name ?? nameOf(found.handler),
    ...(handler && { handler }),
  };
}
