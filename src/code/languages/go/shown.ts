import type { Shown } from "../../study.ts";
import type { Node, Tree } from "../tree/grammar.ts";
import { path } from "../tree/type-names.ts";
import { type Assertion, assertionsIn } from "./asserted.ts";
import { elementsOf, inlined, Scope, type Value } from "./inlined.ts";

/** Maximum number of table rows used as examples. */
const rows = 3;

/** Maximum number of row iterations in a file, since loops may nest. */
const mostRounds = 5000;
const longest = 200;

/** Returns what tests assert about calls with literal arguments: the call and its result. */
export function shownIn({ root }: Tree): readonly Shown[] {
  const search = new Search();
  const scope = new Scope();
  search.bindAll(root, scope);
  for (const node of root.of("function_declaration")) {
    const body = node.in("body");
    if (body && node.in("name")?.text.startsWith("Test")) search.block(body, new Scope(scope));
  }
  return search.found;
}

const statementsOf = (block: Node): readonly Node[] =>
  block.named.flatMap((node) => (node.type === "statement_list" ? node.named : [node]));

class Search {
  readonly found: Shown[] = [];
  #rounds = 0;

  block(block: Node, scope: Scope): void {
    this.bindAll(block, scope);
    for (const node of statementsOf(block)) this.#statement(node, scope);
  }

  #statement(node: Node, scope: Scope): void {
    if (node.type === "block") this.block(node, new Scope(scope));
    else if (node.type === "if_statement") this.#if(node, scope);
    else if (node.type === "for_statement") this.#loop(node, scope);
    else if (node.type === "expression_statement") {
      for (const assertion of assertionsIn(node)) this.#put(assertion, scope);
      // the test cases of `t.Run(name, func(t *testing.T) { … })`
      const list = node.named[0]?.in("arguments");
      for (const literal of list?.of("func_literal") ?? []) {
        const body = literal.in("body");
        if (body) this.block(body, new Scope(scope));
      }
    }
  }

  #if(node: Node, scope: Scope): void {
    const inner = new Scope(scope);
    const first = node.in("initializer");
    if (first) this.#bind(first, inner);
    for (const assertion of assertionsIn(node)) this.#put(assertion, inner);
    const otherwise = node.in("alternative");
    if (otherwise) this.#statement(otherwise, inner);
  }

  /** Enters `for _, tt := range tests` and `for given, want := range map[string]int{…}`. */
  #loop(node: Node, scope: Scope): void {
    const clause = node.one("range_clause");
    const body = node.in("body");
    if (!body) return;
    const [first, second] = (clause?.in("left")?.named ?? []).map(({ text }) => text);
    const list = clause?.in("right");
    const all = list ? rowsOf(scope.followed(list)).slice(0, rows) : [];
    for (const { key, value } of all.length ? all : [{ key: null, value: null }]) {
      if (this.#rounds++ > mostRounds) return;
      const inner = new Scope(scope);
      for (const [name, meant] of [
        [first, key],
        [second, value],
      ] as const)
        if (name !== undefined) inner.bind(name, meant);
      this.block(body, inner);
    }
  }

  /** Binds every name assigned in a block; names assigned in nested blocks become unknown. */
  bindAll(block: Node, scope: Scope): void {
    for (const node of statementsOf(block)) {
      this.#bind(node, scope);
      if (/^(?:block|\w+_statement|call_expression)$/.test(node.type))
        for (const inner of node.below(({ type }) => type !== "short_var_declaration"))
          if (inner !== node && inner.type === "assignment_statement")
            for (const target of inner.in("left")?.named ?? []) scope.forget(target.text);
    }
  }

  #bind(node: Node, scope: Scope): void {
    if (/^(?:var|const)_declaration$/.test(node.type)) {
      for (const spec of node.below(({ type }) => type !== "func_literal"))
        if (/^(?:var|const)_spec$/.test(spec.type)) {
          const names = spec.all.filter(({ field, isNamed }) => isNamed && field === "name");
          this.#assign(names, spec.in("value")?.named ?? [], scope);
        }
    } else if (node.type === "type_declaration") {
      for (const spec of node.of("type_spec")) {
        const type = spec.in("type");
        if (type) scope.types.set(spec.in("name")?.text ?? "", type);
      }
    } else if (node.type === "short_var_declaration")
      this.#assign(node.in("left")?.named ?? [], node.in("right")?.named ?? [], scope);
    else if (node.type === "assignment_statement")
      for (const target of node.in("left")?.named ?? [])
        // a variable assigned separately from its declaration
        if (target.type === "identifier") scope.forget(target.text);
        else scope.forget(target.in("operand")?.text ?? "");
  }

  #assign(targets: readonly Node[], values: readonly Node[], scope: Scope): void {
    const [call] = values;
    const isFallible =
      targets.length === 2 && values.length === 1 && /^(?:_|_?err\w*|e)$/i.test(targets[1]?.text ?? "");
    targets.forEach(({ text: name, type }, place) => {
      if (type !== "identifier" || name === "_") return;
      const value = values[place];
      if (value?.text === name) return; // `tt := tt`
      if (isFallible && place === 0 && call) scope.bind(name, { node: call, scope, fallible: true });
      else scope.bind(name, value && values.length === targets.length ? { node: value, scope } : null);
    });
  }

  #put({ subject, value, gives }: Assertion, scope: Scope): void {
    const meant = scope.followed(subject);
    const target = targetOf(meant);
    const call = target ? inlined(meant) : undefined;
    const expected = value && inlined({ node: value, scope });
    const result = expected?.text ?? gives;
    if (!call || result === undefined || call.names.size === 0) return;
    if (
      `${call.text}${result}${call.before.join("")}`.includes("\n") ||
      call.text.length > longest ||
      result.length > longest
    )
      return;
    const before = [...new Set([...call.before, ...(expected?.before ?? [])])];
    if (before.length > 3) return;
    const derived =
      before.length > 0 ||
      call.derived ||
      meant.node !== subject ||
      gives !== undefined ||
      expected?.names.size !== 0;
    this.found.push({
      target,
      names: [...new Set([...call.names, ...(expected?.names ?? [])])],
      call: call.text,
      value: result,
      title: "",
      awaited: false,
      ...(derived && { derived }),
      ...(meant.fallible && { fallible: true }),
      ...(before.length > 0 && { before }),
    });
  }
}

/** Returns the rows of a literal table, or the elements of a literal list or map. */
function rowsOf({
  node,
  scope,
}: Value): readonly { readonly key: Value | null; readonly value: Value | null }[] {
  const [type, body] = [node.in("type"), node.in("body")];
  if (node.type !== "composite_literal" || !type || !body) return [];
  const element = type.in(type.type === "map_type" ? "value" : "element");
  const fields = fieldsOf(element, scope);
  return elementsOf(body).map(({ key, value }) => {
    const row = value.type === "composite_literal" ? (value.in("body") ?? value) : value;
    const isBare = value.type === "literal_value";
    const whole = row.type === "literal_value" && fields;
    return {
      key: key && type.type === "map_type" ? { node: key, scope } : null,
      value: {
        node: whole ? row : value,
        scope,
        ...(whole && { fields }),
        ...(isBare && { type: element?.text }),
      },
    };
  });
}

/** Returns the fields of a row's type if it is written there or in the test. */
function fieldsOf(type: Node | undefined, scope: Scope): Value["fields"] {
  const struct = type?.type === "struct_type" ? type : type && scope.type(type.text.replace(/^\*/, ""));
  const list = struct?.one("field_declaration_list");
  return list
    ?.of("field_declaration")
    .flatMap((node) =>
      node.all
        .filter(({ field }) => field === "name")
        .map(({ text }) => [text, node.in("type")?.text ?? ""] as const),
    );
}

/**
 * Returns the target: `Abs` for `Abs(1)`, `Cart.Total` for `Cart{}.Total()`, `New().Total` for a method of
 * a function's result.
 */
function targetOf({ node, scope }: Value): string {
  const { node: at, scope: within } = scope.followed(node);
  if (at.type === "selector_expression") return targetOf({ node: at.in("operand") ?? at, scope: within });
  const called = at.type === "call_expression" ? at.in("function") : undefined;
  if (!called) return "";
  const callee = called.in("type_arguments") ? (called.in("function") ?? called) : called;
  const operand = callee.type === "selector_expression" ? callee.in("operand") : undefined;
  const owner = operand && ownerOf(within.followed(operand));
  if (owner) return `${owner}.${callee.in("field")?.text ?? ""}`;
  const name = path(callee);
  return within.value(name.split(".")[0] ?? "") === undefined ? name : "";
}

/** Returns the receiver type of a method call. */
function ownerOf({ node, scope }: Value): string {
  const inner =
    node.type === "unary_expression" && node.text.startsWith("&") ? (node.in("operand") ?? node) : node;
  if (inner.type === "composite_literal") return path(inner.in("type"));
  const target = inner.type === "call_expression" ? targetOf({ node: inner, scope }) : "";
  return target && `${target}()`;
}
