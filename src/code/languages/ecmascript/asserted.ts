import { callee, isNode, type Node, nodesOf } from "./parse.ts";

/** An assertion of a test about an expression. */
export interface Assertion {
  readonly subject: Node;
  /** The expected value. */
  readonly value?: Node;
  /** The expected value, if the assertion's name states it. */
  readonly gives?: string;
  /** The result is only as truthy as the expected value. */
  readonly loose?: true;
  readonly throws?: true;
  /** The assertion is about the promise's value. */
  readonly awaited?: true;
}

const equal = new Set([
  "toBe",
  "toEqual",
  "toStrictEqual",
  "equal",
  "equals",
  "strictEqual",
  "deepEqual",
  "deepStrictEqual",
  "eql",
  "is",
  "same",
  "assertEquals",
  "assertStrictEquals",
]);
const throwing = new Set(["toThrow", "toThrowError", "throws", "throw"]);

/** Assertions without an expected value argument. */
const expectations = new Map([
  ["toBeNull", "null"],
  ["toBeUndefined", "undefined"],
  ["toBeTrue", "true"],
  ["toBeFalse", "false"],
  ["toBeNaN", "NaN"],
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
  ["undefined", "undefined"],
]);

/** Assertions of truthiness. */
const loose = new Map([
  ["toBeTruthy", "true"],
  ["toBeFalsy", "false"],
  ["ok", "true"],
  ["assert", "true"],
  ["notOk", "false"],
]);

/** Returns what an assertion's name states about the result. */
function statedBy(name: string): Pick<Assertion, "gives" | "loose"> | undefined {
  const [exact, truthy] = [expectations.get(name), loose.get(name)];
  if (exact !== undefined) return { gives: exact };
  return truthy === undefined ? undefined : { gives: truthy, loose: true };
}

/** Parses a node as an assertion of a common assertion library. */
export function assertedBy(node: Node): Assertion | undefined {
  if (node.type === "MemberExpression") {
    const name = callee(node["property"]);
    const stated = name.startsWith("to") ? undefined : statedBy(name); // `to…` assertions are called, not read
    const known = stated && expectedBy(node["object"]);
    return known && { ...known, ...stated };
  }
  if (node.type !== "CallExpression" || !isNode(node["callee"])) return undefined;
  const called = node["callee"];
  const [first, second] = nodesOf(node["arguments"]);
  if (called.type === "Identifier") return ofTwo(callee(called), first, second);
  if (called.type !== "MemberExpression") return undefined;
  const method = callee(called["property"]);
  const known = expectedBy(called["object"]);
  if (!known) return isExpected(called["object"]) ? undefined : ofTwo(method, first, second);
  if (throwing.has(method)) return thrownBy(known.subject);
  const stated = first ? undefined : statedBy(method);
  if (stated) return { ...known, ...stated };
  if (method === "toMatchInlineSnapshot") {
    const shot = snapshot(first);
    return shot === undefined ? undefined : { ...known, gives: shot };
  }
  return first && equal.has(method) ? { ...known, value: first } : undefined;
}

/** `assert.equal(f(1), 2)`, `t.is(f(1), 2)`, `assert(f(1) === 2)`. */
function ofTwo(method: string, first: Node | undefined, second: Node | undefined): Assertion | undefined {
  if (!first) return undefined;
  if (throwing.has(method)) return thrownBy(first);
  if (equal.has(method)) return second && { subject: first, value: second };
  const stated = statedBy(method);
  if (!stated) return undefined;
  if (first.type !== "BinaryExpression") return { subject: first, ...stated };
  const [left, right] = [first["left"], first["right"]];
  return first["operator"] === "===" && stated.gives === "true" && isNode(left) && isNode(right)
    ? { subject: left, value: right }
    : undefined;
}

/** Parses `() => call` as the assertion that the call throws. */
function thrownBy(node: Node): Assertion | undefined {
  const body = node.type === "ArrowFunctionExpression" ? node["body"] : undefined;
  return isNode(body) && body.type === "CallExpression" ? { subject: body, throws: true } : undefined;
}

/** Returns the text of a snapshot if it is a JSON value. */
function snapshot(node: Node | undefined): string | undefined {
  const [text] = node?.type === "TemplateLiteral" ? nodesOf(node["quasis"]) : [];
  const cooked = text && (text["value"] as { cooked?: unknown }).cooked; // the parser's type
  try {
    return typeof cooked === "string" ? JSON.stringify(JSON.parse(cooked)) : undefined;
  } catch {
    return undefined;
  }
}

const isExpected = (node: unknown): boolean => {
  for (let at = node; isNode(at); at = at["object"] ?? at["callee"])
    if (at.type === "CallExpression" && callee(at["callee"]) === "expect") return true;
  return false;
};

/** Parses `expect(…)` before `.to.deep` and the like; undefined if negated or about a rejection. */
function expectedBy(node: unknown): Assertion | undefined {
  let awaited = false;
  for (let at = node; isNode(at); at = at["object"]) {
    if (at.type === "CallExpression") {
      const subject = callee(at["callee"]) === "expect" ? nodesOf(at["arguments"])[0] : undefined;
      return subject && { subject, ...(awaited && { awaited: true as const }) };
    }
    const part = callee(at["property"]);
    if (at.type !== "MemberExpression" || ["not", "rejects"].includes(part)) return undefined;
    if (part === "resolves") awaited = true;
  }
  return undefined;
}
