import type { Member, Shape, Step, Study, Thrown, Trait, Use } from "../../study.ts";
import { callee, children, functions, isNode, type Node, nodesOf } from "./parse.ts";

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Without what only types or brackets add. */
export function bare(node: unknown): Node | undefined {
  let at = node;
  while (
    isNode(at) &&
    [
      "TSAsExpression",
      "TSSatisfiesExpression",
      "TSNonNullExpression",
      "ParenthesizedExpression",
      "TSTypeAssertion",
    ].includes(at.type)
  )
    at = at["expression"];
  return isNode(at) ? at : undefined;
}

/** A call behind `await`, or as it is. */
const settled = (node: unknown): Node | undefined => {
  const at = bare(node);
  return at?.type === "AwaitExpression"
    ? settled(at["argument"])
    : at?.type === "ChainExpression"
      ? settled(at["expression"])
      : at;
};

const comparisons = new Set(["==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "instanceof"]);

export function shapeOf(node: unknown, source: string): Shape {
  const at = settled(node);
  if (!at) return { kind: "nothing", code: "" };
  const code = oneLine(source.slice(at.start, at.end));
  const name = callee(at);
  switch (at.type) {
    case "Literal":
      return at["value"] === null && at["raw"] === "null"
        ? { kind: "literal", code }
        : typeof at["value"] === "string"
          ? { kind: "text", code, type: "string" }
          : { kind: "literal", code, ...typed(at["value"]) };
    case "TemplateLiteral":
      return { kind: "text", code, type: "string" };
    case "ArrayExpression":
      return {
        kind: "list",
        code,
        parts: nodesOf(at["elements"]).map((one) => oneLine(source.slice(one.start, one.end))),
      };
    case "ObjectExpression":
      return { kind: "object", code, parts: nodesOf(at["properties"]).map((one) => keyOf(one, source)) };
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return {
        kind: "function",
        code,
        parts: nodesOf(at["params"]).map((one) => oneLine(source.slice(one.start, one.end))),
      };
    case "NewExpression":
    case "CallExpression":
      return {
        kind: at.type === "NewExpression" ? "new" : "call",
        code,
        name: chainName(at["callee"]),
        parts: nodesOf(at["arguments"]).map((one) => oneLine(source.slice(one.start, one.end))),
      };
    case "UnaryExpression":
      return at["operator"] === "!"
        ? { kind: "truth", code, type: "boolean" }
        : at["operator"] === "typeof"
          ? { kind: "text", code, type: "string" }
          : at["operator"] === "void"
            ? { kind: "nothing", code }
            : { kind: "other", code };
    case "BinaryExpression":
      return comparisons.has(String(at["operator"]))
        ? { kind: "truth", code, type: "boolean" }
        : { kind: "other", code };
    case "LogicalExpression":
      return [at["left"], at["right"]].every((side) => shapeOf(side, source).kind === "truth")
        ? { kind: "truth", code, type: "boolean" }
        : { kind: "other", code };
    case "ConditionalExpression":
      return { kind: "choice", code };
    case "JSXElement":
    case "JSXFragment": {
      const opening = at["openingElement"];
      const tag =
        isNode(opening) && isNode(opening["name"])
          ? source.slice(opening["name"].start, opening["name"].end)
          : "";
      return { kind: "markup", code, name: tag };
    }
    case "Identifier":
      return name === "undefined" ? { kind: "nothing", code } : { kind: "name", code, name };
    default:
      return name ? { kind: "name", code, name } : { kind: "other", code };
  }
}

/** `a.b` of `a.b()`, and `.b` of what is called on the result of a call. */
function chainName(node: unknown): string {
  const name = callee(node);
  return isNode(node) && node.type === "MemberExpression" && !name.includes(".") ? `.${name}` : name;
}

const typed = (value: unknown): Pick<Shape, "type"> =>
  typeof value === "number" ? { type: "number" } : typeof value === "boolean" ? { type: "boolean" } : {};

function keyOf(property: Node, source: string): string {
  if (property.type === "SpreadElement") {
    const of = property["argument"];
    return `...${isNode(of) ? oneLine(source.slice(of.start, of.end)) : ""}`;
  }
  const { key, computed } = property as { key?: unknown; computed?: unknown };
  if (!isNode(key)) return "";
  const text = oneLine(source.slice(key.start, key.end));
  return computed ? `[${text}]` : text.replaceAll(/^["']|["']$/g, "");
}

interface Around {
  readonly when: string | undefined;
  readonly inner: boolean;
  readonly nested: boolean;
  readonly after?: string;
  /** The call that this is given to, within objects. */
  readonly call?: string;
}

/** What the body of a function shows. */
export function studyBody(
  node: Node,
  source: string,
  names: ReadonlySet<string>,
): Pick<Study, "steps" | "returns" | "uses" | "throws"> {
  const steps: Step[] = [];
  const returns: { shape: Shape; when?: string }[] = [];
  const throws: Thrown[] = [];
  const uses = Object.create(null) as Record<string, Use[]>; // a parameter may be called `constructor`
  const use = (name: string, one: Use): void => {
    const list = (uses[name] ??= []);
    if (list.length < 12 && !list.some((other) => JSON.stringify(other) === JSON.stringify(one)))
      list.push(one);
  };
  const made = new Map<string, Node>();
  const items = new Map<string, string>();
  const giveBack = (value: unknown, { when }: Around): void => {
    const own = shapeOf(value, source);
    const first = own.kind === "name" ? made.get(own.code) : undefined;
    const shape = first ? { ...shapeOf(first, source), code: own.code } : own;
    returns.push({ shape, ...(when && { when }) });
  };
  const statement = (at: Node, around: Around): void => {
    if (at.type === "ReturnStatement") giveBack(at["argument"], around);
    if (at.type === "ThrowStatement")
      throws.push({
        ...thrown(at["argument"], source),
        ...(around.when && { when: around.when }),
        ...(around.after && { after: around.after }),
        ...(!around.inner && { last: true as const }),
      });
    if (at.type === "ExpressionStatement") effect(at["expression"], around, { source, steps, items });
    const [loop] =
      at.type === "ForOfStatement" && isNode(at["left"]) ? nodesOf(at["left"]["declarations"]) : [];
    if (loop && isNode(at["right"]))
      items.set(callee(loop["id"]), oneLine(source.slice(at["right"].start, at["right"].end)));
    if (at.type === "VariableDeclaration")
      for (const one of nodesOf(at["declarations"])) {
        if (at["kind"] === "const" && isNode(one["init"])) made.set(callee(one["id"]), one["init"]);
        effect(one["init"], around, { source, steps, items });
      }
  };
  const visit = (at: Node, around: Around, parent: Node | undefined): void => {
    if (!around.nested) statement(at, around);
    if (at.type === "Identifier" && parent && names.has(String(at["name"]))) {
      uses[String(at["name"])] ??= []; // used, in whatever way
      used(at, parent, { source, use, call: around.call ?? "" });
    }
    for (const child of children(at)) visit(child, within(at, child, { around, source }), at);
  };
  const { body } = node;
  if (isNode(body)) {
    if (body.type !== "BlockStatement") {
      giveBack(body, { when: undefined, inner: false, nested: false });
      effect(body, { when: undefined, inner: false, nested: false }, { source, steps, items, only: true });
    }
    visit(body, { when: undefined, inner: false, nested: functions.has(body.type) }, node);
  }
  return { steps, returns, uses, throws };
}

const branches = new Set([
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
  "DoWhileStatement",
  "SwitchCase",
  "CatchClause",
]);

function within(at: Node, child: Node, { around, source }: { around: Around; source: string }): Around {
  if (functions.has(child.type)) return { ...around, nested: true, call: "" };
  if ((at.type === "CallExpression" || at.type === "NewExpression") && child !== at["callee"])
    return { ...around, call: callee(at["callee"]) };
  if (at.type === "BlockStatement" && around.call) return { ...around, call: "" };
  const { test, consequent, alternate } = at as Record<string, unknown>;
  if (at.type === "IfStatement" && isNode(test) && (child === consequent || child === alternate)) {
    const text = oneLine(source.slice(test.start, test.end));
    return { ...around, inner: true, when: both(around.when, child === consequent ? text : `!(${text})`) };
  }
  if (at.type === "TryStatement" && child === at["handler"]) {
    const after = firstCall(at["block"]);
    return { ...around, inner: true, ...(after && { after }) };
  }
  return branches.has(at.type) ? { ...around, inner: true } : around;
}

function yielded(at: Node, items: ReadonlyMap<string, string>, source: string): Shape {
  const shape = shapeOf(at["argument"], source);
  const code = at["delegate"] ? shape.code : items.get(shape.code);
  return code ? { kind: "item", code } : shape;
}

/** Two conditions that both hold. */
const both = (outer: string | undefined, own: string): string =>
  outer ? [outer, own].map((one) => (/\|\||\?/.test(one) ? `(${one})` : one)).join(" && ") : own;

function firstCall(node: unknown): string {
  if (!isNode(node) || functions.has(node.type)) return "";
  const own = node.type === "CallExpression" ? callee(node["callee"]) : "";
  if (own) return own;
  for (const child of children(node)) {
    const found = firstCall(child);
    if (found) return found;
  }
  return "";
}

/** A call, a write or a yield as a statement of its own. */
function effect(
  node: unknown,
  { inner }: Around,
  {
    source,
    steps,
    items,
    only,
  }: { source: string; steps: Step[]; items: ReadonlyMap<string, string>; only?: boolean },
): void {
  const at = settled(node);
  if (!at || steps.length >= 40) return;
  if (at.type === "CallExpression" || at.type === "NewExpression") {
    if (!only) steps.push({ kind: "call", shape: shapeOf(at, source), inner });
  } else if (at.type === "AssignmentExpression" && isNode(at["left"])) {
    const value = settled(at["right"]);
    if (value?.type === "CallExpression") steps.push({ kind: "call", shape: shapeOf(value, source), inner });
    const to = callee(at["left"]);
    if (to.includes(".")) steps.push({ kind: "write", shape: shapeOf(at["right"], source), to, inner });
  } else if (at.type === "YieldExpression")
    steps.push({ kind: "yield", shape: yielded(at, items, source), inner });
}

function used(
  at: Node,
  parent: Node,
  { source, use, call }: { source: string; call: string; use(name: string, one: Use): void },
): void {
  const name = String(at["name"]);
  const {
    object,
    property,
    computed,
    callee: called,
    arguments: given,
    test,
    left,
    right,
    value,
    argument,
  } = parent as Record<string, unknown>;
  if (parent.type === "MemberExpression") {
    if (object === at && !computed && isNode(property)) use(name, { kind: "field", name: callee(property) });
    else if (property === at && computed) use(name, { kind: "argument", of: "[]", position: 0 });
  } else if (parent.type === "CallExpression" || parent.type === "NewExpression") {
    if (called === at) use(name, { kind: "called", code: oneLine(source.slice(parent.start, parent.end)) });
    else use(name, { kind: "argument", of: callee(called), position: nodesOf(given).indexOf(at) });
  } else if (parent.type === "Property" && value === at && isNode(parent["key"]))
    use(
      name,
      call ? { kind: "argument", of: call, position: -1 } : { kind: "key", name: keyOf(parent, source) },
    );
  else if (parent.type === "ReturnStatement") use(name, { kind: "returned" });
  else if (
    (parent.type === "IfStatement" ||
      parent.type === "ConditionalExpression" ||
      parent.type === "WhileStatement") &&
    test === at
  )
    use(name, { kind: "tested" });
  else if (parent.type === "UnaryExpression" && parent["operator"] === "!" && argument === at)
    use(name, { kind: "tested" });
  else if (parent.type === "LogicalExpression" && left === at) use(name, { kind: "tested" });
  else if (parent.type === "BinaryExpression" && comparisons.has(String(parent["operator"])))
    use(name, { kind: "compared", code: oneLine(source.slice(parent.start, parent.end)) });
  else if (parent.type === "BinaryExpression" || parent.type === "TemplateLiteral")
    use(name, { kind: "computed", code: oneLine(source.slice(parent.start, parent.end)) });
  else if ((parent.type === "ForOfStatement" || parent.type === "ForInStatement") && right === at)
    use(name, { kind: "iterated" });
  else if (parent.type === "AssignmentExpression" && right === at && isNode(left)) {
    const to = callee(left);
    if (to.includes(".")) use(name, { kind: "stored", in: to });
  }
}

/** The class of what is thrown, and its message where it is written there. */
export function thrown(value: unknown, source: string): { readonly type: string; readonly message?: string } {
  const at = bare(value);
  if (at?.type !== "NewExpression" && at?.type !== "CallExpression")
    return { type: (at && callee(at)) || "Error" };
  const name = callee(at["callee"]);
  for (const one of nodesOf(at["arguments"])) {
    const message = messageOf(one, source);
    if (message) return { type: name || "Error", message };
  }
  return { type: name || "Error" };
}

/** Words for people: a text with a space, its holes as dots. */
function messageOf(node: Node, source: string): string | undefined {
  const at = bare(node);
  if (at?.type === "Literal" && typeof at["value"] === "string") return sentence(at["value"]);
  if (at?.type === "TemplateLiteral")
    return sentence(
      nodesOf(at["quasis"])
        .map((one) => source.slice(one.start, one.end))
        .join("...")
        .replaceAll("\\`", "'")
        .replaceAll(/[`{}$]/g, ""),
    );
  if (at?.type !== "BinaryExpression" || at["operator"] !== "+") return undefined;
  const sides = [at["left"], at["right"]].map((side) =>
    isNode(side) ? (messageOf(side, source) ?? "...") : "...",
  );
  return sides.join("");
}

const sentence = (text: string): string | undefined => {
  const plain = oneLine(text);
  return plain.includes(" ") && plain.length <= 120 ? plain : undefined;
};

/** What a class, interface or enum holds. */
export function membersOf(node: Node, source: string): readonly Member[] {
  const { body, members, typeAnnotation } = node as Record<string, unknown>;
  const list = [body, members, typeAnnotation].flatMap((one) =>
    Array.isArray(one)
      ? nodesOf(one)
      : isNode(one)
        ? [...nodesOf(one["body"]), ...nodesOf(one["members"])]
        : [],
  );
  return list.flatMap((one) => {
    if (
      !["PropertyDefinition", "TSPropertySignature", "TSEnumMember", "TSAbstractPropertyDefinition"].includes(
        one.type,
      )
    )
      return [];
    const key = one["key"] ?? one["id"];
    if (
      !isNode(key) ||
      one["computed"] ||
      key.type === "PrivateIdentifier" ||
      one["accessibility"] === "private"
    )
      return [];
    const type = isNode(one["typeAnnotation"]) ? one["typeAnnotation"]["typeAnnotation"] : undefined;
    const value = one["value"] ?? one["initializer"];
    return [
      {
        name: oneLine(source.slice(key.start, key.end)).replaceAll(/^["']|["']$/g, ""),
        optional: one["optional"] === true,
        ...(isNode(type) && { type: oneLine(source.slice(type.start, type.end)) }),
        ...(isNode(value) && { value: oneLine(source.slice(value.start, value.end)) }),
      },
    ];
  });
}

export function basesOf(node: Node, source: string): readonly string[] {
  const { superClass, implements: kept, extends: wide } = node as Record<string, unknown>;
  return [...(isNode(superClass) ? [superClass] : []), ...nodesOf(wide), ...nodesOf(kept)].map((one) =>
    oneLine(source.slice(one.start, one.end)),
  );
}

export function traitsOf({ node, outer }: { readonly node: Node; readonly outer: Node }): readonly Trait[] {
  const traits: Trait[] = [];
  if (node["async"]) traits.push("async");
  if (node["generator"]) traits.push("generator");
  if (outer["static"]) traits.push("static");
  if (node["abstract"] || outer.type.startsWith("TSAbstract")) traits.push("abstract");
  if (outer["kind"] === "get") traits.push("getter");
  if (outer["kind"] === "set") traits.push("setter");
  if (node.type === "TSDeclareFunction" || node.type === "TSEmptyBodyFunctionExpression")
    traits.push("overload");
  return traits;
}

/** The names under which a function's parameters stand in its body, and the fields of those taken apart. */
export function parameterNames(
  node: Node,
  source: string,
): Pick<Study, "fields"> & { readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const fields: Record<number, { name: string; default?: string }[]> = {};
  nodesOf(node["params"]).forEach((parameter, place) => {
    const inner = isNode(parameter["parameter"]) ? parameter["parameter"] : parameter;
    const pattern = inner.type === "AssignmentPattern" && isNode(inner["left"]) ? inner["left"] : inner;
    const target =
      pattern.type === "RestElement" && isNode(pattern["argument"]) ? pattern["argument"] : pattern;
    if (target.type === "Identifier") names.add(String(target["name"]));
    if (target.type !== "ObjectPattern") return;
    fields[place] = nodesOf(target["properties"]).flatMap((one) => {
      if (one.type !== "Property" || one["computed"] || !isNode(one["key"])) return [];
      const held = one["value"];
      const value = isNode(held) && held.type === "AssignmentPattern" ? held["right"] : undefined;
      const local = isNode(held) && held.type === "AssignmentPattern" ? held["left"] : held;
      if (isNode(local) && local.type === "Identifier") names.add(String(local["name"]));
      return [
        {
          name: keyOf(one, source),
          ...(isNode(value) && { default: oneLine(source.slice(value.start, value.end)) }),
        },
      ];
    });
  });
  return { names, fields };
}
