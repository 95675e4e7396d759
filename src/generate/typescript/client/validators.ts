import type { SpecSchema } from "../../../api/index.ts";
import { asFunction, wordsOf } from "./applied.ts";
import { checkOf, type CheckContext } from "./checks.ts";
import { namesIn, print, type Expression } from "./expression.ts";
import { withoutCircles } from "../../specification/circles.ts";
import { nameOf, type Direction, type Model } from "../../specification/model.ts";
import { Repeated } from "./repeated.ts";

/** Returns the check of a response by default, or of a request; undefined if it would check nothing. */
export function checkIn(
  model: Model,
  schema: SpecSchema,
  how: Pick<CheckContext, "direction" | "strict" | "binary"> = { direction: "output" },
): Expression | undefined {
  const expression = checkOf(schema, { model, checks: "c.", ...how });
  const naming = (name: string): string => (name.startsWith("c.") ? name : `r.${name}`);
  if (expression === undefined || typeof expression === "string") return expression && naming(expression);
  return asFunction(expression, naming, "(v: unknown) =>");
}

export interface Check {
  readonly name: string;
  readonly schemaKey: string;
  readonly expression: Expression;
  /** For the check of a request, that of the same schema's responses. */
  readonly answer?: Check;
}

const expressionIn = (
  model: Model,
  schemaKey: string,
  how: Pick<CheckContext, "direction" | "strict">,
): Expression =>
  checkOf(withoutCircles(model.spec.schemas)[schemaKey] ?? {}, { model, checks: "", ...how }) ?? "anything";

/** Returns the checks of all schemas. */
export function checksOf(model: Model): readonly Check[] {
  const expressionOf = (schemaKey: string, direction: Direction): Expression =>
    expressionIn(model, schemaKey, { direction });
  const answers = new Map<string, Check>();
  for (const [schemaKey, name] of model.names)
    answers.set(schemaKey, { name, schemaKey, expression: expressionOf(schemaKey, "output") });
  const sent = [...model.inputs].map(([schemaKey, name]): Check => {
    const answer = answers.get(schemaKey);
    return { name, schemaKey, expression: expressionOf(schemaKey, "input"), ...(answer ? { answer } : {}) };
  });
  return [...answers.values(), ...sent];
}

/** Returns the checks that a server's routes use as `c.checkPet`, and those that these use. */
export function requestChecks(model: Model, routes: readonly string[]): readonly Check[] {
  const all = new Map<string, Pick<Check, "name" | "schemaKey">>(
    [...model.names.keys()].map((schemaKey) => {
      const name = nameOf(model, schemaKey, "input") ?? "";
      return [`check${name}`, { name, schemaKey }] as const;
    }),
  );
  const neededNames = new Set(routes.flatMap((text) => text.match(/(?<=\bc\.)check[\w$]+/g) ?? []));
  const found: Check[] = [];
  for (const check of neededNames) {
    const named = all.get(check);
    if (!named) continue;
    const expression = expressionIn(model, named.schemaKey, { direction: "input", strict: true });
    for (const name of namesIn(expression)) neededNames.add(name);
    found.push({ ...named, expression });
  }
  return found;
}

/** Generates a module with these checks; nothing runs at import, so that a bundler drops unused ones. */
export function validatorsModule(
  checks: readonly Check[],
  isHeld: (schemaKey: string) => boolean = () => false,
  { rules, types: typesFrom } = { rules: "./rules.js", types: "./types.js" },
): string {
  if (checks.length === 0) return "export {};\n";
  const repeated = new Repeated();
  for (const { name, expression } of checks) repeated.add(name, expression);
  const parts = repeated.named();
  const names = new Set([...checks.map(({ name }) => `check${name}`), ...parts.map(([name]) => name)]);
  const expressionsByName = new Map(
    checks.map(({ name, expression, answer }) => [
      `check${name}`,
      answer && repeated.isSame(answer.expression, expression)
        ? `check${answer.name}`
        : repeated.shown(name, expression),
    ]),
  );
  const used = new Set<string>();
  /** A check that equals another is called by that one's name, so that a bundle has no aliases. */
  const naming = (name: string, hops = 32): string => {
    const other = expressionsByName.get(name);
    if (typeof other === "string" && names.has(other) && hops > 0) return naming(other, hops - 1);
    if (!names.has(name)) used.add(name);
    return name;
  };
  const declare = (expression: Expression, head: string): string => {
    const words = wordsOf(expression);
    if (words !== undefined) used.add("words");
    if (words !== undefined) return `${head}/* @__PURE__ */ ${print(words, 0)};\n`;
    // The other check may be defined further down: it is resolved when this one is called.
    if (typeof expression === "string" && !names.has(expression)) return `${head}${naming(expression)};\n`;
    return `${head}${print(asFunction(expression, naming), 0, head.length).trimEnd()};\n`;
  };
  const written = new Set<Expression>();
  const lines = checks.map(({ name, schemaKey }) => {
    const head = `export const check${name}: ${isHeld(schemaKey) ? "Rule" : `Check<m.${name}>`} = `;
    const expression = expressionsByName.get(`check${name}`) ?? "anything";
    written.add(`check${name}`);
    return typeof expression === "string" && written.has(expression)
      ? `${head}${expression} as Rule;\n`
      : declare(expression, head);
  });
  const text = [
    ...parts.map(([name, expression]) => declare(expression, `const ${name}: Rule = `)),
    ...lines,
  ].join("");
  const types = ["Check", "Rule"].filter((type) => new RegExp(`: ${type}\\b| as ${type};$`, "m").test(text));
  return `import type { ${types.join(", ")} } from "${rules}";
import { ${[...used].toSorted().join(", ")} } from "${rules}";
${types.includes("Check") ? `import type * as m from "${typesFrom}";\n` : ""}
${text}`;
}
