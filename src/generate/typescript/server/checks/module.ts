import type { SpecSchema } from "../../../../api/index.ts";
import { codeOf } from "../../client/typescript-literals.ts";
import { helpers, nameOf, refKey, type Model } from "../../../specification/model.ts";
import { check, plainly } from "./check.ts";
import { Patterns } from "./patterns.ts";
import { says } from "./says.ts";
import { Writer } from "./writer.ts";

/** Statements that check a value named `value`; `binary`: binary strings are Blobs in it. */
function statements(
  model: Model,
  schema: SpecSchema,
  { prefix, binary, patterns }: Manner,
): readonly string[] {
  const writer = new Writer();
  const place = { value: "value", path: "at", out: "out" };
  check(schema, place, { model, direction: "input", writer, patterns, prefix, check, plainly, binary });
  return writer.lines;
}

interface Manner {
  /** Before each name of another check. */
  readonly prefix: string;
  readonly binary: boolean;
  readonly patterns: Patterns;
}

/** What one module is written of and into. */
export interface Writing {
  readonly model: Model;
  readonly patterns: Patterns;
}

/** A check of an inline schema, as an arrow function; undefined where it would check nothing. */
export function checkText(
  schema: SpecSchema,
  { model, patterns }: Writing,
  binary = false,
): string | undefined {
  if (!says(schema)) return undefined;
  if (schema.$ref !== undefined) {
    const name = nameOf(model, refKey(schema.$ref), "input");
    return name === undefined ? undefined : `c.check${name}`;
  }
  const lines = statements(model, schema, { prefix: "c.", binary, patterns });
  return lines.length
    ? `(value: unknown, at: string, out: Issue[]): void => {\n${lines.join("\n")}\n}`
    : undefined;
}

export const usedHelpers = (code: string): readonly string[] =>
  helpers.filter((name) => new RegExp(`(?<![.\\w"])${name}\\(`).test(code));

function namedCheck(schemaKey: string, { model, patterns }: Writing): string {
  const name = nameOf(model, schemaKey, "input") ?? "";
  const lines = statements(model, model.spec.schemas[schemaKey] ?? {}, {
    prefix: "",
    binary: false,
    patterns,
  });
  return `export const check${name}: Check<m.${name}> = (${lines.length ? "value, at, out" : ""}) => {\n${lines.map((line) => `${line}\n`).join("")}};\n`;
}

/** The checks of what a server receives; those of an API without schemas are none. */
export function requestChecksModule(
  model: Model,
  from: { readonly runtime: string; readonly types: string },
): string {
  const patterns = new Patterns();
  const checks = [...model.names.keys()].map((schemaKey) => namedCheck(schemaKey, { model, patterns }));
  const text = patterns.text + checks.join("\n");
  const code = codeOf(text);
  const used = usedHelpers(code);
  const types = ["Check", ...(code.includes(": Issue[]") ? ["Issue"] : [])];
  return `import type { ${types.join(", ")} } from "${from.runtime}";\n${used.length ? `import { ${used.join(", ")} } from "${from.runtime}";\n` : ""}import type * as m from "${from.types}";\n\n${text}`;
}
