import { SchemaError } from "../problem.ts";
import type { Node } from "../read/index.ts";
import { only, type Case, type Literal, type ObjectFacts } from "./cases.ts";
import type { Values } from "./values.ts";

export interface Expanding {
  readonly formats: boolean;
  /** Whether some schema has unevaluated*, so that evaluation must be tracked. */
  readonly tracking: boolean;
  readonly values: Values;
}

export type Cases = readonly Case[];

/** Expands schemas to alternatives without choices. */
export interface Expands {
  readonly options: Expanding;
  /** Every way to satisfy all the literals. */
  all(literals: readonly Literal[]): Cases;
  times(a: Cases, b: Cases, node: Node): Cases;
  /** Throws SchemaError for more cases than the limit. */
  within(count: number, node: Node): void;
  readonly yes: (node: Node) => Cases;
  readonly no: (node: Node) => Cases;
}

export const refused = (node: Node, keyword: string, why: string): SchemaError =>
  new SchemaError([...node.path, keyword], keyword, `the mask cannot follow ${keyword} ${why}`);

const NOTHING: Node = { id: -1, path: [], resource: undefined as never, possible: false, types: 0 };

export const never: Literal = { node: NOTHING, not: false };

/** Objects without this property. */
export const without = (name: string): Case => only.object({ named: new Map([[name, [never]]]) });

export function target(node: Node): Node {
  const { dynamicRef } = node;
  const targets = new Set(dynamicRef?.targets.values());
  if (!dynamicRef || targets.size > 1) throw refused(node, "$dynamicRef", "to several schemas");
  return dynamicRef.fallback;
}

export const asserted = (at: Expands, node: Node): boolean =>
  at.options.formats || node.resource.dialect.formatAssertion;

export const othersOf = (node: Node): ObjectFacts["rest"][number]["others"] => ({
  names: new Set(node.properties?.keys()),
  patterns: (node.patternProperties ?? []).map(([source]) => source),
});
