import type { ExternalValue, Machine, Part, Value } from "../evaluate/types.ts";
import { items, object, texts, unknown } from "../evaluate/value.ts";
import { chain, partNamed } from "./kinds.ts";

/** The part of the request that a field is read from; `check` reads it from any part that has it. */
function partOf(called: string, name: string, m: Machine): Part {
  const part = partNamed(called.replace(/^sanitize/i, ""));
  if (part) return part;
  if (m.run?.path?.includes(`{${name}}`)) return "path";
  return m.run?.method === "get" || m.run?.method === "head" ? "query" : "body";
}

/** `await body("name").isString().run(req)`: validation that the code runs itself. */
export function runs(callee: ExternalValue, m: Machine): Value | undefined {
  const chained = callee.name === "run" && callee.of?.args ? callee.of : undefined;
  if (!m.run || !chained || !expressValidator(chained, m)) return undefined;
  return object([], { type: "express-validator.result", get: () => unknown });
}

/** Reads the fields of express-validator's chains; false for anything else. */
export function expressValidator(middleware: ExternalValue, m: Machine): boolean {
  const { root, steps } = chain(middleware);
  if (!root.startsWith("express-validator")) return false;
  const start = steps.find((step) => step.args);
  for (const name of items(start?.args?.list[0]).flatMap((item) => texts(item))) {
    const part = partOf(start?.name ?? "", name, m);
    const path = name.replaceAll(/\.?\*|\[\*?\]/g, "").split(".");
    m.read({ kind: "input", part, path: path.filter(Boolean) });
  }
  return true;
}
