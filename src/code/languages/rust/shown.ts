import type { Shown } from "../../study.ts";
import { isComment, type Node, type Tree } from "../tree/grammar.ts";
import { last, path } from "../tree/type-names.ts";
import { type Assertion, slicedFrom, type Tests } from "../tree/sliced.ts";

/**
 * Returns what tests assert, with the statements it depends on:
 * `assert_eq!(Version::parse("1.2.3").unwrap().major, 1)`.
 */
export const shownIn = ({ root }: Tree): readonly Shown[] =>
  slicedFrom(root, rust).map((item) => ({
    ...item,
    call: outside(item.call),
    ...(item.value !== undefined && { value: outside(item.value) }),
    ...(item.before && { before: item.before.map(outside) }),
  }));

/** Rewrites a name for use outside the module: `super::f` becomes `f`. */
const outside = (code: string): string =>
  code.replaceAll(/\b(?:(?:super|crate|self)::)+|(?<![\w>:])::(?=\w)/g, "");

/** Rewrites assertion macros as calls: macro arguments aren't parsed, function arguments are. */
export const assertionsAsCalls = (source: string): string =>
  source.replaceAll(/\b((?:debug_)?assert(?:_eq)?)!(?=\s*\()/g, "$1_");

/** Names of the language and its prelude. */
const constants = new Set(
  "self Self crate super std core alloc Some None Ok Err Option Result Box Vec String str char bool u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 drop vec format matches concat stringify include_str Into From TryFrom TryInto Default ToString ToOwned Iterator IntoIterator Extend Clone AsRef AsMut Fn FnMut FnOnce _".split(
    " ",
  ),
);

/** Methods of the language that return their receiver's value. */
const passing = /^(?:unwrap|expect|clone|to_owned|into|as_ref|as_mut|ok)$/;

const rust: Tests = {
  bodies: (root) =>
    [...root.below()].flatMap((node) => {
      const body = node.type === "function_item" && isTest(node) ? node.in("body") : undefined;
      return body ? [body.named] : [];
    }),
  assertions(statement): readonly Assertion[] {
    const call = statement.type === "expression_statement" ? statement.named[0] : undefined;
    const name = call?.type === "call_expression" ? call.in("function")?.text : undefined;
    const [first, second] = call?.in("arguments")?.named ?? [];
    if (!first || !name) return [];
    if (/^(?:debug_)?assert_$/.test(name))
      return first.type === "binary_expression" ? compared(first) : [claimed(first)];
    return /^(?:debug_)?assert_eq_$/.test(name) && second ? [turned(first, second)] : [];
  },
  looks: (statement) =>
    /^(?:(?:debug_)?assert|e?print(?:ln)?!|dbg!)/.test(statement.text) ||
    (statement.type !== "let_declaration" && statement.type !== "expression_statement"),
  locals(statement, ownerOf) {
    if (statement.type !== "let_declaration") return [];
    const [pattern, type, value] = [statement.in("pattern"), statement.in("type"), statement.in("value")];
    if (pattern?.type !== "identifier")
      return [...(pattern?.below() ?? [])]
        .filter((node) => node.type === "identifier")
        .map(({ text }) => ({ name: text, owner: "", changes: true }));
    const owner = type ? last(path(type)) : value ? ownerOf(value) : "";
    const changes = statement.one("mutable_specifier") !== undefined || /^&\s*mut\b/.test(value?.text ?? "");
    return [{ name: pattern.text, owner, changes, value: type ? undefined : value }];
  },
  free,
  method(node) {
    const called = node.type === "call_expression" ? plain(node.in("function")) : undefined;
    const [on, name] = [called?.in("value"), called?.in("field")?.text];
    return called?.type === "field_expression" && on && name ? { on, name } : undefined;
  },
  called(node) {
    const parts =
      node.type === "call_expression"
        ? path(plain(node.in("function")))
            .split("::")
            .filter(Boolean)
        : [];
    const [owner = "", name = ""] = parts.length > 1 ? parts.slice(-2) : ["", ...parts];
    return /^[A-Z]/.test(owner) ? `${owner}.${name}` : name;
  },
  owner(node) {
    if (node.type === "struct_expression") return last(path(node.in("name")));
    const parts = node.type === "scoped_identifier" ? path(node).split("::") : [];
    const owner = parts.at(-2) ?? "";
    return /^[A-Z]/.test(owner) ? owner : "";
  },
  within(node) {
    if (/^(?:reference|parenthesized|try)_expression$/.test(node.type))
      return node.in("value") ?? node.named[0];
    if (node.type === "unary_expression") return node.text.startsWith("*") ? node.named[0] : undefined;
    const method = rust.method(node);
    return method && passing.test(method.name) ? method.on : undefined;
  },
};

/** Returns `f` for `f::<u8>`. */
const plain = (callee: Node | undefined): Node | undefined =>
  callee?.type === "generic_function" ? callee.in("function") : callee;

/** Whether a test runner calls it and it is expected to pass. */
function isTest(item: Node): boolean {
  const around = item.parent?.all ?? [];
  let isOne = false;
  for (let place = around.indexOf(item) - 1; place >= 0; place--) {
    const { type, code } = around[place] ?? item;
    if (type !== "attribute_item" && !isComment(type)) break;
    if (/^#\[(?:should_panic|ignore)/.test(code)) return false;
    isOne ||= code === "#[test]";
  }
  return isOne;
}

function compared(comparison: Node): readonly Assertion[] {
  const [left, right] = [comparison.in("left"), comparison.in("right")];
  return comparison.in("operator")?.text === "==" && left && right
    ? [turned(left, right)]
    : [{ subject: comparison, value: "true" }];
}

const claimed = (node: Node): Assertion => {
  const inner = node.type === "unary_expression" && node.text.startsWith("!") ? node.named[0] : undefined;
  return inner ? { subject: inner, value: "false" } : { subject: node, value: "true" };
};

const isCall = (node: Node): boolean =>
  /^(?:call|try|field|await)_expression$/.test(node.type) ||
  (/^(?:reference|unary|parenthesized)_expression$/.test(node.type) &&
    node.named[0] !== undefined &&
    isCall(node.named[0]));

/** Orders the sides: the call comes before its value, however they are written. */
const turned = (first: Node, second: Node): Assertion =>
  isCall(second) && !isCall(first) ? { subject: second, value: first } : { subject: first, value: second };

/** Returns the free names of an expression or statement; of a path, the first part. */
function free(node: Node): ReadonlySet<string> {
  const found = new Set<string>();
  const bound = new Set<string>();
  const look = (node: Node): void => {
    if (node.type === "token_tree") {
      tokens(node);
      return;
    }
    if (/^scoped_(?:type_)?identifier$/.test(node.type)) {
      const parts = path(node).split("::");
      const index = parts.findIndex((part) => !/^(?:super|crate|self)$/.test(part));
      const first = parts[index];
      // a name of another crate or module isn't imported
      if (first !== undefined && (index > 0 || parts.length === 1 || /^[A-Z]/.test(first))) found.add(first);
      return;
    }
    if (
      node.type === "closure_parameters" ||
      (node.field === "pattern" && node.parent?.type !== "let_condition")
    )
      for (const name of node.below()) if (name.type === "identifier") bound.add(name.text);
    if (/^(?:type_)?identifier$/.test(node.type)) found.add(node.text);
    for (const child of node.all) look(child);
  };
  /** Visits a macro's arguments, which are just tokens. */
  const tokens = (tree: Node): void => {
    tree.all.forEach((node, index) => {
      const [before, after] = [tree.all[index - 1]?.text, tree.all[index + 1]?.text];
      if (node.type === "token_tree") tokens(node);
      else if (node.type === "identifier" && !/^(?:\.|::)$/.test(before ?? "") && after !== ":")
        found.add(node.text);
    });
  };
  look(node);
  return new Set([...found].filter((name) => !constants.has(name) && !bound.has(name)));
}
