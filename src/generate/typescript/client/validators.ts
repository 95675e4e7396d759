import type { SpecSchema } from "../../../api/index.ts";
import { checkOf } from "./checks.ts";
import { called, namesIn, print, type Expression } from "./expression.ts";
import type { Direction, Model } from "../../specification/model.ts";
import { Repeated } from "./repeated.ts";

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

interface Check {
  readonly name: string;
  readonly expression: Expression;
  /** The check of the same schema's answers, of one for what is sent. */
  readonly answer?: Check;
}

/** The checks of all schemas, and all rules that were asked for. */
function checksOf(model: Model): { readonly checks: readonly Check[]; readonly asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  const rule = (name: string): string => {
    asked.add(name);
    return name;
  };
  const expressionOf = (schemaKey: string, direction: Direction): Expression =>
    checkOf(model.spec.schemas[schemaKey] ?? {}, { model, direction, rule, checks: "" }) ?? rule("anything");
  const answers = new Map<string, Check>();
  for (const [schemaKey, name] of model.names)
    answers.set(schemaKey, { name, expression: expressionOf(schemaKey, "output") });
  const sent = [...model.inputs].map(([schemaKey, name]): Check => {
    const answer = answers.get(schemaKey);
    return { name, expression: expressionOf(schemaKey, "input"), ...(answer ? { answer } : {}) };
  });
  return { checks: [...answers.values(), ...sent], asked };
}

/** A check for each schema; nothing runs at import, so that a bundler drops what nobody uses. */
export function validatorsModule(model: Model): string {
  const { checks, asked } = checksOf(model);
  if (checks.length === 0) return "export {};\n";
  const repeated = new Repeated();
  for (const { name, expression } of checks) repeated.add(name, expression);
  const parts = repeated.named();
  const used = new Set<string>();
  const made = (expression: Expression, head: string): string => {
    // Not all that was asked for was needed in the end.
    for (const name of namesIn(expression)) if (asked.has(name)) used.add(name);
    // Another check may stand further down: it is asked when this one is.
    if (typeof expression === "string" && asked.has(expression)) return `${head}${expression};\n`;
    used.add("rule");
    return `${head}${print(called("/* @__PURE__ */ rule", lazily(expression)), 0, head.length)};\n`;
  };
  const lines = checks.map(({ name, expression, answer }) => {
    const head = `export const check${name}: Check<m.${name}> = `;
    return answer && repeated.isSame(answer.expression, expression)
      ? `${head}check${answer.name} as Rule;\n`
      : made(repeated.shown(name, expression), head);
  });
  const text = [...parts.map(([name, expression]) => made(expression, `const ${name} = `)), ...lines].join(
    "",
  );
  const types = / as Rule;$/m.test(text) ? "Check, Rule" : "Check";
  return `import type { ${types} } from "./rules.js";
import { ${[...used].toSorted().join(", ")} } from "./rules.js";
import type * as m from "./types.js";

${text}`;
}
