import type { SpecSchema } from "../../../api/index.ts";
import { checkOf } from "./checks.ts";
import { namesIn, print, type Expression } from "./expression.ts";
import type { Direction, Model } from "./model.ts";

/** Made when it is first needed: without that mark no bundler would drop what nobody uses. */
const made = (rule: string, expression: Expression, indent: number): string =>
  `/* @__PURE__ */ ${rule}(() => ${print(expression, indent, indent + 40)})`;

/** The check of an answer; undefined where it would check nothing. */
export function answerCheck(model: Model, schema: SpecSchema, indent: number): string | undefined {
  const rule = (name: string): string => `r.${name}`;
  const expression = checkOf(schema, { model, direction: "output", rule, checks: "c." });
  return typeof expression === "object" ? made("r.rule", expression, indent) : expression;
}

/** A check for each schema; nothing runs at import, so that a bundler drops what nobody uses. */
export function validatorsModule(model: Model): string {
  const asked = new Set<string>();
  const used = new Set<string>();
  const rule = (name: string): string => {
    asked.add(name);
    return name;
  };
  const one = (direction: Direction, [schemaKey, name]: readonly [string, string]): string => {
    const schema = model.spec.schemas[schemaKey] ?? {};
    const expression = checkOf(schema, { model, direction, rule, checks: "" }) ?? rule("anything");
    // Not all that was asked for was needed in the end.
    for (const name of namesIn(expression)) if (asked.has(name)) used.add(name);
    // Another check may stand further down: it is asked when this one is.
    const plain = typeof expression === "string" && !expression.startsWith("check");
    if (!plain) used.add("rule");
    return `export const check${name}: Check<m.${name}> = ${plain ? expression : made("rule", expression, 0)};\n`;
  };
  const text = [
    ...[...model.names].map((entry) => one("output", entry)),
    ...[...model.inputs].map((entry) => one("input", entry)),
  ].join("");
  if (text === "") return "export {};\n";
  return `import type { Check } from "./rules.js";
import { ${[...used].toSorted().join(", ")} } from "./rules.js";
import type * as m from "./types.js";

${text}`;
}
