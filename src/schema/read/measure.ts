import { limits } from "../limits.ts";
import { SchemaError, type SchemaPath } from "../problem.ts";

interface Open {
  readonly value: unknown;
  readonly path: Trail | undefined;
  readonly depth: number;
}
interface Trail {
  readonly part: string | number;
  readonly up: Trail | undefined;
}

function written(trail: Trail | undefined): SchemaPath {
  const out: (string | number)[] = [];
  for (let at = trail; at; at = at.up) out.unshift(at.part);
  return out;
}

/** Returns the number of values. Throws SchemaError, without recursion, for what is too deep, too large or not JSON. */
export function measure(schema: unknown): number {
  const open: Open[] = [{ value: schema, path: undefined, depth: 0 }];
  let count = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, path, depth } = at;
    if (++count > limits.schemaValues) throw refused(path, `is larger than ${limits.schemaValues} values`);
    if (depth > limits.schemaDepth) throw refused(path, `is nested deeper than ${limits.schemaDepth}`);
    if (typeof value === "object" && value !== null) {
      for (const [key, child] of Array.isArray(value) ? value.entries() : Object.entries(value))
        if (child !== undefined) open.push({ value: child, path: { part: key, up: path }, depth: depth + 1 });
    } else if (
      typeof value === "number" ? !Number.isFinite(value) : !["string", "boolean"].includes(typeof value)
    ) {
      if (value !== null) throw refused(path, "is not JSON");
    }
  }
  return count;
}

function refused(trail: Trail | undefined, message: string): SchemaError {
  const path = written(trail).slice(0, 8);
  return new SchemaError(path, String(path.at(-1) ?? ""), `the schema ${message}`);
}
