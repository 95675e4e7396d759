import type { SpecSchema } from "../../../api/index.ts";
import { check, plainly } from "./checks/check.ts";
import { says } from "./checks/says.ts";
import { Writer, type Manner } from "./checks/writer.ts";
import { helpers, nameOf, refKey, type Direction, type Model } from "./model.ts";

/** A check of an inline schema, as an arrow function; undefined where it would check nothing. */
export function checkText(
  model: Model,
  schema: SpecSchema,
  direction: Direction,
  manner: Manner = {},
): string | undefined {
  if (!says(schema, manner.strict)) return undefined;
  if (schema.$ref !== undefined) {
    const name = nameOf(model, refKey(schema.$ref), direction);
    return name === undefined ? undefined : `c.check${name}`;
  }
  const writer = new Writer();
  check(
    schema,
    { value: "value", path: "at", out: "out" },
    { model, direction, writer, prefix: "c.", check, plainly, ...manner },
  );
  if (writer.lines.length === 0) return undefined;
  return `(value: unknown, at: string, out: Issue[]): void => {\n${writer.lines.join("\n")}\n}`;
}

/** What of a module is code, for its imports: comments hold what a specification says, which may look like code. */
export const codeOf = (text: string): string => text.replaceAll(/^\s*(?:\/\*\*|\*).*$/gm, "");

export const usedHelpers = (code: string): readonly string[] =>
  helpers.filter((name) => new RegExp(`(?<![.\\w"])${name}\\(`).test(code));

/** A check for each schema; nothing runs at import, so that a bundler drops what nobody uses. */
export function validatorsModule(model: Model): string {
  const out = (["output", "input"] as const).flatMap((direction) =>
    [...(direction === "output" ? model.names : model.inputs)].map(([schemaKey, name]) =>
      namedCheck(model, { schemaKey, name, direction }),
    ),
  );
  return checksModule(out, { runtime: "./runtime.js", types: "./types.js" });
}

/** The checks of what a server receives. */
export function requestChecksModule(model: Model, from: ChecksFrom): string {
  const out = [...model.names.keys()].map((schemaKey) =>
    namedCheck(
      model,
      { schemaKey, name: nameOf(model, schemaKey, "input") ?? "", direction: "input" },
      { strict: true },
    ),
  );
  return checksModule(out, from);
}

interface ChecksFrom {
  readonly runtime: string;
  readonly types: string;
}

interface NamedCheck {
  readonly schemaKey: string;
  readonly name: string;
  readonly direction: Direction;
}

function namedCheck(model: Model, { schemaKey, name, direction }: NamedCheck, manner: Manner = {}): string {
  const writer = new Writer();
  const schema = model.spec.schemas[schemaKey] ?? {};
  check(
    schema,
    { value: "value", path: "at", out: "out" },
    { model, direction, writer, prefix: "", check, plainly, ...manner },
  );
  const parameters = writer.lines.length ? "value, at, out" : "";
  return `export const check${name}: Check<m.${name}> = (${parameters}) => {\n${writer.lines.join("\n")}${writer.lines.length ? "\n" : ""}};\n`;
}

function checksModule(out: readonly string[], { runtime, types: typesFrom }: ChecksFrom): string {
  const text = out.join("\n");
  const code = codeOf(text);
  const used = usedHelpers(code);
  const types = ["Check", ...(code.includes(": Issue[]") ? ["Issue"] : [])];
  return out.length === 0
    ? "export {};\n"
    : `import type { ${types.join(", ")} } from "${runtime}";\n${used.length ? `import { ${used.join(", ")} } from "${runtime}";\n` : ""}import type * as m from "${typesFrom}";\n\n${text}`;
}
