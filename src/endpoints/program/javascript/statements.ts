import type { Expression, Imported, Program, Statement, Target } from "../ir.ts";
import { classOf, functionOf } from "./declarations.ts";
import { expression, handling, literal, target, undefinedValue } from "./expressions.ts";
import { typeOf, child, isNode, nameOf, nodes, parseModule, word, type Front, type Node } from "./types.ts";

type Reader = (node: Node, front: Front) => readonly Statement[];

const value = (node: Node, field: string, front: Front): Expression => {
  const found = child(node, field);
  return found ? expression(found, front) : undefinedValue;
};

const optional = (node: Node, field: string, front: Front): { of?: Expression } => {
  const found = child(node, field);
  return found ? { of: expression(found, front) } : {};
};

/** The statements of a block, or a single statement as a list. */
export function block(node: Node | undefined, front: Front): readonly Statement[] {
  if (!node) return [];
  return node.type === "BlockStatement" || node.type === "FunctionBody" || node.type === "StaticBlock"
    ? nodes(node["body"] ?? node["statements"]).flatMap((item) => statement(item, front))
    : statement(node, front);
}

/** `const create: RequestHandler<Params, Answer, Body> = (req, res) => …` */
const handled = (of: Expression, type: Expression | undefined): Expression =>
  type?.kind === "index" && type.of.kind === "name" && /Handler/.test(type.of.name) && type.at.kind === "list"
    ? handling(
        of,
        type.at.items.map(({ value }) => value),
      )
    : of;

const variables: Reader = (node, front) =>
  nodes(node["declarations"]).flatMap((item): readonly Statement[] => {
    const id = child(item, "id");
    if (!id) return [];
    const init = child(item, "init");
    const annotation = child(id, "typeAnnotation");
    const type = annotation && typeOf(annotation, front);
    return [
      {
        kind: "let",
        to: target(id, front),
        ...(init ? { value: handled(expression(init, front), type) } : {}),
        ...(type ? { type } : {}),
      },
    ];
  });

const imports: Reader = (node) => {
  if (node["importKind"] === "type" && !child(node, "source")) return [];
  const module = word(child(node, "source")?.["value"]);
  const names = nodes(node["specifiers"]).map((item): Imported => {
    const as = nameOf(child(item, "local")) ?? "";
    if (item.type === "ImportDefaultSpecifier") return { name: "default", as };
    if (item.type === "ImportNamespaceSpecifier") return { name: "*", as };
    return { name: nameOf(child(item, "imported")) ?? as, as };
  });
  return [{ kind: "import", module, names }];
};

/** The names that a list of statements declares. */
function declared(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap((item) => {
    if (item.kind === "function") return [item.fn.name];
    if (item.kind === "class") return [item.cls.name];
    if (item.kind === "type") return [item.name];
    return item.kind === "let" ? bound(item.to) : [];
  });
}

/** The names that a pattern binds, at any depth. */
function bound(to: Target): readonly string[] {
  if (to.kind === "name") return [to.name];
  if (to.kind === "place") return [];
  const inner = to.kind === "members" ? to.members : to.items.filter((item) => item !== undefined);
  return [...inner.flatMap((item) => bound(item.to)), ...(to.rest ? bound(to.rest) : [])];
}

const exported: Reader = (node, front) => {
  const declaration = child(node, "declaration");
  if (declaration) {
    const statements = statement(declaration, front);
    return [
      ...statements,
      { kind: "export", names: declared(statements).map((name) => ({ name, as: name })) },
    ];
  }
  const names = nodes(node["specifiers"]).map((item): Imported => {
    const name = nameOf(child(item, "local")) ?? "";
    return { name, as: nameOf(child(item, "exported")) ?? name };
  });
  const source = child(node, "source");
  return [{ kind: "export", names, ...(source ? { module: word(source["value"]) } : {}) }];
};

const exportedAll: Reader = (node) => {
  const as = nameOf(child(node, "exported"));
  return [
    {
      kind: "export",
      names: [{ name: "*", as: as ?? "*" }],
      module: word(child(node, "source")?.["value"]),
    },
  ];
};

const byDefault: Reader = (node, front) => {
  const declaration = child(node, "declaration");
  if (!declaration) return [];
  const name = nameOf(child(declaration, "id"));
  const isDeclaration = /^(?:Function|Class)Declaration$/.test(declaration.type) && name;
  return isDeclaration
    ? [...statement(declaration, front), { kind: "default", of: { kind: "name", name } }]
    : [{ kind: "default", of: expression(declaration, front) }];
};

/** The increments and compound assignments in the body of a loop: `i++`, `i += 2`. */
function changesIn(part: unknown): readonly Node[] {
  if (Array.isArray(part)) return part.flatMap(changesIn);
  if (!isNode(part) || /Function/.test(part.type)) return [];
  const isChange =
    part.type === "UpdateExpression" || (part.type === "AssignmentExpression" && part["operator"] !== "=");
  return [...(isChange ? [part] : []), ...Object.values(part).flatMap(changesIn)];
}

/** A loop over indexes, `for (let i = 0; i < list.length; i++)`: its counter and its list. */
function counted(node: Node): { readonly name: string; readonly over: Node } | undefined {
  const test = child(node, "test");
  const name = nameOf(test && child(test, "left"));
  const end = test?.["operator"] === "<" ? child(test, "right") : undefined;
  const over = end && nameOf(child(end, "property")) === "length" ? child(end, "object") : undefined;
  const start = nodes(child(node, "init")?.["declarations"]).find(
    (item) => nameOf(child(item, "id")) === name,
  );
  const isFromFirst = start && child(start, "init")?.["value"] === 0;
  const update = child(node, "update");
  const isByOne = update?.["operator"] === "++" && !changesIn(child(node, "body")).length;
  return name !== undefined && over && isFromFirst && isByOne ? { name, over } : undefined;
}

const loop: Reader = (node, front) => {
  const left = child(node, "left");
  const body = block(child(node, "body"), front);
  if (!left) {
    const init = child(node, "init");
    const before = init ? (init.type.endsWith("Declaration") ? statement(init, front) : []) : [];
    const test = child(node, "test");
    const tested: readonly Statement[] = test ? [{ kind: "expression", of: expression(test, front) }] : [];
    const counter = counted(node);
    if (counter) {
      const to = { kind: "name", name: counter.name } as const;
      return [...before, { kind: "loop", to, over: expression(counter.over, front), keys: true, body }];
    }
    // in some round they have been updated
    const changes = [...changesIn(child(node, "update")), ...changesIn(child(node, "body"))];
    const next = changes.map((change): Statement => ({ kind: "expression", of: expression(change, front) }));
    return [...before, ...tested, { kind: "loop", body: [...next, ...body] }];
  }
  const declaration = nodes(left["declarations"])[0];
  const to = target((declaration && child(declaration, "id")) ?? left, front);
  const keys = node.type === "ForInStatement" ? { keys: true } : {};
  return [{ kind: "loop", to, over: value(node, "right", front), body, ...keys }];
};

const attempt: Reader = (node, front) => {
  const handler = child(node, "handler");
  const param = handler && child(handler, "param");
  const caught = handler && {
    ...(param ? { to: target(param, front) } : {}),
    body: block(child(handler, "body"), front),
  };
  return [
    {
      kind: "try",
      body: block(child(node, "block"), front),
      catches: caught ? [caught] : [],
      last: block(child(node, "finalizer"), front),
    },
  ];
};

function enumeration(node: Node, front: Front): readonly Statement[] {
  const body = child(node, "body");
  let next = 0;
  const members = nodes(body?.["members"] ?? node["members"]).map((member) => {
    const init = child(member, "initializer");
    const initial = init && expression(init, front);
    if (initial?.kind === "literal" && typeof initial.value === "number") next = initial.value + 1;
    return { key: literal(nameOf(child(member, "id"))), value: initial ?? literal(next++) };
  });
  const name = nameOf(child(node, "id")) ?? "";
  return [{ kind: "let", to: { kind: "name", name }, value: { kind: "object", members } }];
}

const named = (node: Node, front: Front): readonly Statement[] => {
  const name = nameOf(child(node, "id")) ?? "";
  const annotation = node.type === "TSInterfaceDeclaration" ? node : child(node, "typeAnnotation");
  const type = annotation && typeOf(annotation, front);
  return type ? [{ kind: "type", name, of: type }] : [];
};

const leave: Reader = () => [{ kind: "leave" }];

const readers: Readonly<Record<string, Reader>> = {
  ExpressionStatement: (node, front) => [{ kind: "expression", of: value(node, "expression", front) }],
  VariableDeclaration: variables,
  FunctionDeclaration: (node, front) => [{ kind: "function", fn: functionOf(node, front) }],
  ClassDeclaration: (node, front) => [{ kind: "class", cls: classOf(node, front) }],
  ReturnStatement: (node, front) => [{ kind: "return", ...optional(node, "argument", front) }],
  ThrowStatement: (node, front) => [{ kind: "throw", ...optional(node, "argument", front) }],
  BreakStatement: leave,
  ContinueStatement: leave,
  IfStatement: (node, front) => [
    {
      kind: "if",
      test: value(node, "test", front),
      yes: block(child(node, "consequent"), front),
      no: block(child(node, "alternate"), front),
    },
  ],
  SwitchStatement: (node, front) => [
    {
      kind: "switch",
      on: value(node, "discriminant", front),
      cases: nodes(node["cases"]).map((item) => {
        const test = child(item, "test");
        const body = nodes(item["consequent"]).flatMap((inner) => statement(inner, front));
        return test ? { test: expression(test, front), body } : { body };
      }),
    },
  ],
  ForStatement: loop,
  ForOfStatement: loop,
  ForInStatement: loop,
  WhileStatement: loop,
  DoWhileStatement: loop,
  TryStatement: attempt,
  BlockStatement: (node, front) => [{ kind: "block", body: block(node, front) }],
  StaticBlock: (node, front) => block(node, front),
  LabeledStatement: (node, front) => block(child(node, "body"), front),
  ImportDeclaration: imports,
  ExportNamedDeclaration: exported,
  ExportAllDeclaration: exportedAll,
  ExportDefaultDeclaration: byDefault,
  TSExportAssignment: (node, front) => [{ kind: "default", of: value(node, "expression", front) }],
  TSEnumDeclaration: enumeration,
  TSInterfaceDeclaration: named,
  TSTypeAliasDeclaration: named,
  TSImportEqualsDeclaration: (node) => {
    const module = child(child(node, "moduleReference") ?? node, "expression")?.["value"];
    const as = nameOf(child(node, "id")) ?? "";
    return typeof module === "string" ? [{ kind: "import", module, names: [{ name: "default", as }] }] : [];
  },
};

export function statement(node: Node, front: Front): readonly Statement[] {
  return readers[node.type]?.(node, front) ?? [];
}

/** Reads a JavaScript or TypeScript module; `undefined` if it has a syntax error. */
export function readJavaScript(path: string, source: string): Program | undefined {
  const front: Front = {
    file: path,
    expression: (node) => expression(node, front),
    type: (node) => typeOf(node, front),
    fn: (node) => functionOf(node, front),
    cls: (node) => classOf(node, front),
    block: (node) => block(node, front),
  };
  const body = parseModule(path, source);
  return body && { language: "javascript", body: body.flatMap((node) => statement(node, front)) };
}
