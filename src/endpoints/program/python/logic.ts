import type { Expression, Statement } from "../ir.ts";
import type { Front, Node } from "./nodes.ts";

/** A condition's parts in source order. */
type Token = Node | "and" | "or" | "not";

const operator = ({ children: [, op] }: Node): string => op?.name ?? "";

/** Whether a node is `and`, `or` or `not`. A parenthesized condition is a separate part. */
export const isLogic = (node: Node): boolean =>
  (node.name === "BinaryExpression" && /^(?:and|or)$/.test(operator(node))) ||
  (node.name === "UnaryExpression" && node.children[0]?.name === "not");

function tokens(node: Node): readonly Token[] {
  const [first, last] = [node.children[0], node.children.at(-1)];
  if (!isLogic(node) || !first || !last) return [node];
  if (node.name === "UnaryExpression") return ["not", ...tokens(last)];
  return [...tokens(first), operator(node) === "or" ? "or" : "and", ...tokens(last)];
}

/**
 * Reads a condition by Python's precedence. The grammar parses `not a or b` as `not (a or b)`; here it is `(not a) or
 * b`.
 */
export function logic(node: Node, front: Front): Expression {
  const left = tokens(node);
  let index = 0;
  const joined = (op: "&&" | "||", word: "and" | "or", part: () => Expression): Expression => {
    let of = part();
    while (left[index] === word) {
      index += 1;
      of = { kind: "logic", op, left: of, right: part() };
    }
    return of;
  };
  const turned = (): Expression => {
    const token = left[index++];
    if (token === "not") return { kind: "not", of: turned() };
    return typeof token === "object" ? front.expression(token) : { kind: "opaque", parts: [] };
  };
  return joined("||", "or", () => joined("&&", "and", turned));
}

const isNone = (of: Expression | undefined): of is Expression => of?.kind === "literal" && of.value === null;

const open: Expression = { kind: "opaque", parts: [] };

/** `None`, or a value that is assigned later by code that may not be followed. */
const late = (none: Expression): Expression => ({ kind: "choose", test: open, yes: none, no: open });

/** A class field that starts as `None` although its declared type allows more: it may be set later. */
export const fieldOf = (value: Expression, type: Expression | undefined): Expression =>
  type && !isNone(type) && isNone(value) ? late(value) : value;

/**
 * A module's statements. `client: Redis | None = None`, and names that functions set as `global`, may be set
 * later.
 */
export const settled = (body: readonly Statement[], outer: ReadonlySet<string>): readonly Statement[] =>
  body.map((item) => {
    if (item.kind !== "let" || item.to.kind !== "name" || !isNone(item.value)) return item;
    const isSet = outer.has(item.to.name) || (item.type && !isNone(item.type));
    return isSet ? { ...item, value: late(item.value) } : item;
  });
