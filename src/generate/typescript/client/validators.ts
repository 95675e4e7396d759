import type { SpecSchema } from "../../../api/index.ts";
import { checkOf } from "./checks.ts";
import { called, namesIn, print, type Expression } from "./expression.ts";
import type { Direction, Model } from "../../specification/model.ts";

/** Made when it is first needed. */
const lazily = (expression: Expression): Expression =>
  typeof expression === "object" && "call" in expression
    ? called(`() => ${expression.call}`, ...expression.given)
    : `() => ${print(expression, 0)}`;

/** The check of an answer; undefined where it would check nothing. */
export function answerCheck(model: Model, schema: SpecSchema): Expression | undefined {
  const rule = (name: string): string => `r.${name}`;
  const expression = checkOf(schema, { model, direction: "output", rule, checks: "c." });
  return typeof expression === "object" ? lazily(expression) : expression;
}

/** A check for each schema; nothing runs at import, so that a bundler drops what nobody uses. */
export function validatorsModule(model: Model): string {
  const asked = new Set<string>();
  const used = new Set<string>();
  const texts = new Map<string, string>();
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
    const text = print(expression, 0);
    const same = direction === "input" && texts.get(schemaKey) === text;
    if (direction === "output") texts.set(schemaKey, text);
    else if (same)
      return `export const check${name}: Check<m.${name}> = check${model.names.get(schemaKey) ?? ""} as Rule;\n`;
    const head = `export const check${name}: Check<m.${name}> = `;
    return `${head}${plain ? expression : print(called("/* @__PURE__ */ rule", lazily(expression)), 0, head.length)};\n`;
  };
  const text = [
    ...[...model.names].map((entry) => one("output", entry)),
    ...[...model.inputs].map((entry) => one("input", entry)),
  ].join("");
  if (text === "") return "export {};\n";
  const types = / as Rule;$/m.test(text) ? "Check, Rule" : "Check";
  return `import type { ${types} } from "./rules.js";
import { ${[...used].toSorted().join(", ")} } from "./rules.js";
import type * as m from "./types.js";

${text}`;
}
