import { inTable } from "../../lib/index.ts";
import { args, Stop } from "../evaluate/machine.ts";
import type { Args, ExternalValue, InputValue, Machine, Part, Value } from "../evaluate/types.ts";
import { items, nothing, object, propOf, texts, unknown } from "../evaluate/value.ts";
import { chain } from "./chain.ts";

const parts: Readonly<Record<string, Part>> = {
  body: "body",
  query: "query",
  param: "path",
  params: "path",
  cookie: "cookie",
  cookies: "cookie",
  header: "header",
  headers: "header",
};

/** The part of the request that a field is read from; `check` reads it from any part that has it. */
function partOf(called: string, name: string, m: Machine): Part {
  const part = inTable(parts, called.replace(/^sanitize/, "").toLowerCase());
  if (part) return part;
  if (m.run?.path?.includes(`{${name}}`)) return "path";
  return m.run?.method === "get" || m.run?.method === "head" ? "query" : "body";
}

/** Applies express-validator chains, `oneOf` and `checkSchema`; false for anything else. */
export function expressValidator(middleware: ExternalValue, m: Machine): boolean {
  const { root, steps } = chain(middleware);
  if (!root.startsWith("express-validator")) return false;
  const start = steps.find((step) => step.args);
  if (!start) return true;
  const [first, where] = start.args?.list ?? [];
  if (start.name === "oneOf") {
    for (const item of items(first)) if (item.kind === "external") expressValidator(item, m);
  } else if (start.name === "checkSchema") {
    if (first?.kind === "object")
      for (const [name, rules] of first.props) {
        const partNames = items(propOf(rules, "in") ?? where).flatMap((item) => texts(item));
        for (const part of partNames.length ? partNames : [""]) note(pathIn(partOf(part, name, m), name), m);
      }
  } else
    for (const name of items(first).flatMap((item) => texts(item))) {
      const value = pathIn(partOf(start.name, name, m), name);
      note(value, m);
      for (const { args: stepArgs } of steps) runCustom(stepArgs?.list[0], value, m);
    }
  return true;
}

function note(value: InputValue, m: Machine): void {
  m.read(value);
  m.run?.listed.add(value.part);
}

/** `await body("name").isString().run(req)`: validation that the code runs itself. */
export function runs(callee: ExternalValue, { list: [request] }: Args, m: Machine): Value | undefined {
  const validatorCall = callee.name === "run" && callee.of?.args ? callee.of : undefined;
  if (!m.run || !validatorCall || request?.kind !== "object" || !expressValidator(validatorCall, m))
    return undefined;
  return object([], { type: "express-validator.result", get: () => unknown });
}

/** Runs a custom validator, which may read the rest of the request. Its errors don't reach the handler. */
function runCustom(fn: Value | undefined, value: InputValue, m: Machine): void {
  if (fn?.kind !== "function") return;
  const part = (name: Part): Value => ({ kind: "input", part: name, path: [] });
  const req = object([
    ["body", part("body")],
    ["query", part("query")],
    ["params", part("path")],
  ]);
  req.rest = unknown;
  const { throws } = m;
  m.throws = [];
  try {
    m.branches([() => nothing, () => m.call(fn, args([value, object([["req", req]])]))]);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  } finally {
    m.throws = throws;
  }
}

const pathIn = (part: Part, path: string): InputValue => ({
  kind: "input",
  part,
  path: path
    .replaceAll(/\.?\*|\[\*?\]/g, "")
    .split(".")
    .filter(Boolean),
});
