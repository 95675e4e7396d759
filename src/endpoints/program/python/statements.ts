import { pythonTree } from "../../../code/index.ts";
import type { Catch, Class, ClassField, Expression, Fn, Method, Program, Statement, Target } from "../ir.ts";
import { argument, expression, listed, literal, parameters, target, targetOf, typed } from "./expressions.ts";
import { fieldOf, settled } from "./logic.ts";
import { around, child, inside, split, type Front, type Node } from "./nodes.ts";

type Reader = (node: Node, front: Front) => readonly Statement[];

const names = (nodes: readonly Node[], front: Front): string =>
  nodes
    .filter(({ name }) => name === "VariableName" || name === "." || name === "Ellipsis")
    .map((node) => front.text(node))
    .join("");

const imports: Reader = (node, front) => {
  const [first] = node.children;
  if (first?.name === "from") {
    const [before, after] = around(node.children.slice(1), "import");
    const module = names(before, front);
    return [
      {
        kind: "import",
        module,
        names: split(after.filter(({ name }) => name !== "(" && name !== ")")).map((group) => {
          const [name, , as] = group;
          const called = name ? front.text(name) : "";
          return { name: called, as: as ? front.text(as) : called };
        }),
      },
    ];
  }
  return split(node.children.slice(1)).map((group) => {
    const [before, [as]] = around(group, "as");
    const module = names(before, front);
    const start = module.split(".")[0] ?? module;
    return as
      ? { kind: "import", module, names: [{ name: "*", as: front.text(as) }] }
      : { kind: "import", module: start, names: [{ name: "*", as: start }] };
  });
};

const assignment: Reader = (node, front) => {
  const parts = node.children.filter(({ name }) => name !== "TypeDef");
  const chain: Node[][] = [[]];
  for (const part of parts) {
    if (part.name === "AssignOp") chain.push([]);
    else chain.at(-1)?.push(part);
  }
  const type = child(node, "TypeDef")?.children.find(({ name }) => name !== ":");
  const last = chain.length > 1 ? chain.at(-1) : undefined;
  const value = last && listed(last, front);
  const targets = (last ? chain.slice(0, -1) : chain).map((parts) => targetOf(parts, front));
  const assign = (to: Target, of: Expression | undefined): Statement => ({
    kind: "let",
    to,
    wide: true,
    ...(of ? { value: of } : {}),
    ...(type ? { type: typed(type, front) } : {}),
  });
  const [first, ...others] = targets;
  if (!first || !others.length) return first ? [assign(first, value)] : [];
  // `a = b = value()` evaluates the value once and shares it
  const shared = targets.find(({ kind }) => kind === "name") ?? { kind: "name", name: "%assigned" };
  const name: Expression = { kind: "name", name: shared.kind === "name" ? shared.name : "" };
  return [assign(shared, value), ...targets.flatMap((to) => (to === shared ? [] : [assign(to, name)]))];
};

const conditional: Reader = (node, front) => {
  const read = (nodes: readonly Node[]): readonly Statement[] => {
    const [keyword, test, ...rest] = nodes;
    if (keyword?.name === "else") return front.block(test);
    if (!keyword || !test) return [];
    return [{ kind: "if", test: front.expression(test), yes: front.block(rest[0]), no: read(rest.slice(1)) }];
  };
  return read(node.children);
};

const loop: Reader = (node, front) => {
  const body = front.block(child(node, "Body"));
  const [before, rest] = around(node.children.slice(1), "in");
  if (node.name === "WhileStatement") {
    const test = node.children[1];
    return [
      ...(test ? [{ kind: "expression", of: front.expression(test) } as const] : []),
      { kind: "loop", body },
    ];
  }
  const targets = before.filter(({ name }) => name !== "for");
  const over = rest.slice(
    0,
    rest.findIndex(({ name }) => name === "Body"),
  );
  return [{ kind: "loop", to: targetOf(targets, front), over: listed(over, front), body }];
};

function groups(node: Node): readonly (readonly Node[])[] {
  const found: Node[][] = [];
  for (const part of node.children) {
    if (/^(?:try|except|else|finally)$/.test(part.name)) found.push([part]);
    else found.at(-1)?.push(part);
  }
  return found;
}

const attempt: Reader = (node, front) => {
  let body: readonly Statement[] = [];
  let last: readonly Statement[] = [];
  const catches: Catch[] = [];
  for (const [keyword, ...parts] of groups(node)) {
    const block = front.block(parts.find(({ name }) => name === "Body"));
    if (keyword?.name === "try") body = block;
    else if (keyword?.name === "else") body = [...body, ...block];
    else if (keyword?.name === "finally") last = block;
    else {
      const [before, [as]] = around(
        parts.filter(({ name }) => name !== "Body" && name !== "*"),
        "as",
      );
      catches.push({
        ...(before.length ? { types: listed(before, front) } : {}),
        ...(as ? { to: front.target(as) } : {}),
        body: block,
      });
    }
  }
  return [{ kind: "try", body, catches, last }];
};

const within: Reader = (node, front) => {
  const parts = node.children.filter(({ name }) => !["with", "async", "Body", "(", ")"].includes(name));
  const opened = split(parts).flatMap((group): readonly Statement[] => {
    const [[value], [as]] = around(group, "as");
    if (!value) return [];
    const of = front.expression(value);
    const entered: Expression = {
      kind: "call",
      callee: { kind: "name", name: "%enter" },
      args: [{ value: of }],
      at: node.from,
    };
    return [
      as
        ? { kind: "let", to: front.target(as), value: entered, wide: true }
        : { kind: "expression", of: entered },
    ];
  });
  return [...opened, ...front.block(child(node, "Body"))];
};

const match: Reader = (node, front) => {
  const on = node.children[1];
  const body = child(node, "MatchBody");
  const cases = (body?.children ?? [])
    .filter(({ name }) => name === "MatchClause")
    .map((clause) => {
      const pattern = clause.children[1];
      const inner = pattern?.name === "LiteralPattern" ? pattern.children[0] : undefined;
      const statements: readonly Statement[] = [...front.block(child(clause, "Body")), { kind: "leave" }];
      const test: Expression = inner ? front.expression(inner) : { kind: "opaque", parts: [] };
      const isDefault = pattern?.name === "CapturePattern" || (pattern && front.text(pattern) === "_");
      return isDefault ? { body: statements } : { test, body: statements };
    });
  return [{ kind: "switch", on: on ? front.expression(on) : literal(undefined), cases }];
};

const after = (node: Node, front: Front): { of?: Expression } => {
  const [parts] = around(node.children.slice(1), "from");
  return parts.length ? { of: listed(parts, front) } : {};
};

const declared: Reader = (node, front) => {
  const decorators = node.children
    .filter(({ name }) => name === "Decorator")
    .map((child) => decorator(child, front));
  const inner = node.children.at(-1);
  if (inner?.name === "FunctionDefinition") return [{ kind: "function", fn: front.fn(inner, decorators) }];
  return inner?.name === "ClassDefinition" ? [{ kind: "class", cls: front.cls(inner, decorators) }] : [];
};

/** Reads `@a.b(c)`, whose names and arguments are siblings in the tree. */
function decorator(node: Node, front: Front): Expression {
  const parts = node.children.filter(({ name }) => name !== "At");
  const args = parts.find(({ name }) => name === "ArgList");
  const called = parts.filter(({ name }) => name === "VariableName" || name === "PropertyName");
  const [first, ...rest] = called;
  if (!first) return parts[0] ? front.expression(parts[0]) : literal(undefined);
  const callee = rest.reduce<Expression>((of, part) => ({ kind: "get", of, name: front.text(part) }), {
    kind: "name",
    name: front.text(first),
  });
  if (!args) return callee;
  return {
    kind: "call",
    callee,
    args: split(inside(args)).map((group) => argument(group, front)),
    at: node.from,
  };
}

/** `assert held, "why"` */
const asserted: Reader = ({ children }, front) => {
  const held = children[1];
  const error: Expression = { kind: "name", name: "AssertionError" };
  return held
    ? [
        {
          kind: "if",
          test: { kind: "not", of: front.expression(held) },
          yes: [{ kind: "throw", of: error }],
          no: [],
        },
      ]
    : [];
};

const leave: Reader = () => [{ kind: "leave" }];

const readers: Readonly<Record<string, Reader>> = {
  ImportStatement: imports,
  AssignStatement: assignment,
  UpdateStatement: (node, front) => {
    const [to, op, value] = node.children;
    if (!to || !op || !value) return [];
    return [
      {
        kind: "let",
        to: front.target(to),
        wide: true,
        value: {
          kind: "binary",
          op: front.text(op).slice(0, -1),
          left: front.expression(to),
          right: front.expression(value),
        },
      },
    ];
  },
  ExpressionStatement: (node, front) => [{ kind: "expression", of: listed(node.children, front) }],
  IfStatement: conditional,
  ForStatement: loop,
  WhileStatement: loop,
  TryStatement: attempt,
  WithStatement: within,
  MatchStatement: match,
  ReturnStatement: (node, front) => [{ kind: "return", ...after(node, front) }],
  AssertStatement: asserted,
  RaiseStatement: (node, front) => [{ kind: "throw", ...after(node, front) }],
  DeleteStatement: (node, front) =>
    split(node.children.slice(1)).flatMap(([part]): readonly Statement[] => {
      const to = part && front.target(part);
      return to?.kind === "place" ? [{ kind: "expression", of: { ...to, kind: "delete" } }] : [];
    }),
  BreakStatement: leave,
  ContinueStatement: leave,
  ScopeStatement: (node, front) => {
    const names = node.children
      .filter(({ name }) => name === "VariableName")
      .map((child) => front.text(child));
    if (node.children[0]?.name === "global") for (const name of names) front.outer.add(name);
    return [{ kind: "outer", names }];
  },
  StatementGroup: (node, front) => node.children.flatMap((part) => statement(part, front)),
  DecoratedStatement: declared,
  FunctionDefinition: (node, front) => [{ kind: "function", fn: front.fn(node, []) }],
  ClassDefinition: (node, front) => [{ kind: "class", cls: front.cls(node, []) }],
};

const statement: Reader = (node, front) => readers[node.name]?.(node, front) ?? [];

function fn(node: Node, decorators: readonly Expression[], front: Front): Fn {
  const name = child(node, "VariableName");
  const returns = child(node, "TypeDef")?.children.find((part) => part.name !== ":" && part.name !== "->");
  return {
    name: name ? front.text(name) : "",
    params: parameters(child(node, "ParamList"), front),
    body: front.block(child(node, "Body")),
    decorators,
    ...(returns ? { returns: typed(returns, front) } : {}),
    file: front.file,
    at: node.from,
  };
}

function cls(node: Node, decorators: readonly Expression[], front: Front): Class {
  const name = child(node, "VariableName");
  const args = child(node, "ArgList");
  const body = front.block(child(node, "Body"));
  // the fields of models and data classes are their constructor's parameters
  const isPlain = !decorators.length && !split(args ? inside(args) : []).length;
  const methods = body.flatMap((item): readonly Method[] =>
    item.kind === "function" ? [{ kind: "method", fn: item.fn }] : [],
  );
  const fields = body.flatMap((item): readonly ClassField[] =>
    item.kind === "let" && item.to.kind === "name"
      ? [
          {
            name: item.to.name,
            ...(item.type ? { type: item.type } : {}),
            ...(item.value ? { value: isPlain ? fieldOf(item.value, item.type) : item.value } : {}),
            decorators: [],
            static: true,
            optional: false,
          },
        ]
      : [],
  );
  return {
    name: name ? front.text(name) : "",
    bases: split(args ? inside(args) : []).map((group) => argument(group, front)),
    methods,
    fields,
    body: body.filter(
      (item) =>
        ["class", "if", "try"].includes(item.kind) ||
        (item.kind === "let" && item.to.kind === "items") ||
        (item.kind === "expression" && item.of.kind === "call"),
    ),
    decorators,
    file: front.file,
    at: node.from,
  };
}

/** Reads a Python module, as far as it can be parsed. */
export function readPython(path: string, source: string): Program {
  const front: Front = {
    file: path,
    text: (node) => source.slice(node.from, node.to),
    outer: new Set(),
    expression: (node) => expression(node, front),
    target: (node) => target(node, front),
    fn: (node, decorators) => fn(node, decorators, front),
    cls: (node, decorators) => cls(node, decorators, front),
    block: (node) => (node ? node.children.flatMap((part) => statement(part, front)) : []),
  };
  const tree = pythonTree(source);
  const body = tree.children.flatMap((node) => statement(node, front));
  return {
    language: "python",
    body: settled(body, front.outer),
    ...(isBroken(tree) ? { broken: true } : {}),
  };
}

/** Ignores the parser's error after a bare `yield`, which is valid Python. */
const isBroken = (node: Node): boolean =>
  node.name === "⚠" ||
  node.children.some(
    (child, index) =>
      isBroken(child) && !(child.from === child.to && node.children[index - 1]?.name === "yield"),
  );
