import type { SpecSchema } from "../../../api/index.ts";
import { asFunction, wordsOf } from "./applied.ts";
import { checkOf } from "./checks.ts";
import { print, type Expression } from "./expression.ts";
import type { Direction, Model } from "../../specification/model.ts";
import { Repeated } from "./repeated.ts";

/** The check of an answer; undefined where it would check nothing. */
export function answerCheck(model: Model, schema: SpecSchema): Expression | undefined {
  const expression = checkOf(schema, { model, direction: "output", checks: "c." });
  const naming = (name: string): string => (name.startsWith("c.") ? name : `r.${name}`);
  if (expression === undefined || typeof expression === "string") return expression && naming(expression);
  return asFunction(expression, naming, "(v: unknown) =>");
}

interface Check {
  readonly name: string;
  readonly schemaKey: string;
  readonly expression: Expression;
  /** The check of the same schema's answers, of one for what is sent. */
  readonly answer?: Check;
}

/** The checks of all schemas. */
function checksOf(model: Model): readonly Check[] {
  const expressionOf = (schemaKey: string, direction: Direction): Expression =>
    checkOf(model.spec.schemas[schemaKey] ?? {}, { model, direction, checks: "" }) ?? "anything";
  const answers = new Map<string, Check>();
  for (const [schemaKey, name] of model.names)
    answers.set(schemaKey, { name, schemaKey, expression: expressionOf(schemaKey, "output") });
  const sent = [...model.inputs].map(([schemaKey, name]): Check => {
    const answer = answers.get(schemaKey);
    return { name, schemaKey, expression: expressionOf(schemaKey, "input"), ...(answer ? { answer } : {}) };
  });
  return [...answers.values(), ...sent];
}

/** A check for each schema; nothing runs at import, so that a bundler drops what nobody uses. */
export function validatorsModule(model: Model, isHeld: (schemaKey: string) => boolean = () => false): string {
  const checks = checksOf(model);
  if (checks.length === 0) return "export {};\n";
  const repeated = new Repeated();
  for (const { name, expression } of checks) repeated.add(name, expression);
  const parts = repeated.named();
  const own = new Set([...checks.map(({ name }) => `check${name}`), ...parts.map(([name]) => name)]);
  const used = new Set<string>();
  const naming = (name: string): string => {
    if (!own.has(name)) used.add(name);
    return name;
  };
  const made = (expression: Expression, head: string): string => {
    const words = wordsOf(expression);
    if (words !== undefined) used.add("words");
    if (words !== undefined) return `${head}/* @__PURE__ */ ${print(words, 0)};\n`;
    // Another check may stand further down: it is asked when this one is.
    if (typeof expression === "string" && !own.has(expression)) return `${head}${naming(expression)};\n`;
    return `${head}${print(asFunction(expression, naming), 0, head.length).trimEnd()};\n`;
  };
  const written = new Set<Expression>();
  const lines = checks.map(({ name, schemaKey, expression, answer }) => {
    const head = `export const check${name}: ${isHeld(schemaKey) ? "Rule" : `Check<m.${name}>`} = `;
    const shown =
      answer && repeated.isSame(answer.expression, expression)
        ? `check${answer.name}`
        : repeated.shown(name, expression);
    written.add(`check${name}`);
    return typeof shown === "string" && written.has(shown) ? `${head}${shown} as Rule;\n` : made(shown, head);
  });
  const text = [
    ...parts.map(([name, expression]) => made(expression, `const ${name}: Rule = `)),
    ...lines,
  ].join("");
  const types = ["Check", "Rule"].filter((type) => new RegExp(`: ${type}\\b| as ${type};$`, "m").test(text));
  return `import type { ${types.join(", ")} } from "./rules.js";
import { ${[...used].toSorted().join(", ")} } from "./rules.js";
${types.includes("Check") ? 'import type * as m from "./types.js";\n' : ""}
${text}`;
}
