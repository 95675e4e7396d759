import type { Shown } from "../../study.ts";
import type { Node, Tree } from "../tree/grammar.ts";
import { last, path } from "../tree/type-names.ts";
import { type Assertion, slicedFrom, type Tests } from "../tree/sliced.ts";

/** Returns what tests assert, with the statements it depends on: `assertEquals(3, new Cart(1).total(3))`. */
export const shownIn = ({ root }: Tree): readonly Shown[] =>
  slicedFrom(root, java).map(({ before, ...one }) => ({
    ...one,
    ...(before && { before: before.map((line) => line.replace(/^final /, "")) }),
  }));

/** Names of the language and its default package. */
const constants = new Set(
  "String Object Integer Long Short Byte Character Double Float Boolean Number Math System Class Enum Iterable Comparable CharSequence StringBuilder StringBuffer Exception RuntimeException Throwable Error IllegalArgumentException IllegalStateException Runnable Void Override Thread".split(
    " ",
  ),
);

const java: Tests = {
  bodies: (root) =>
    [...root.below()].flatMap((node) => {
      const body = node.type === "method_declaration" && isTest(node) ? node.in("body") : undefined;
      return body ? [body.named] : [];
    }),
  assertions(statement): readonly Assertion[] {
    const call = statement.type === "expression_statement" ? statement.named[0] : undefined;
    if (call?.type !== "method_invocation") return [];
    const args = call.in("arguments")?.named ?? [];
    const on = call.in("object");
    const name = call.in("name")?.text ?? "";
    return on?.type === "method_invocation" ? fluent(on, name, args) : plain(name, args);
  },
  looks: (statement) =>
    /^(?:[A-Z]\w*\.)?(?:assert|verify|fail|System\.out|expect)/.test(statement.text) ||
    !/^(?:expression_statement|local_variable_declaration)$/.test(statement.type),
  locals(statement, ownerOf) {
    if (statement.type !== "local_variable_declaration") return [];
    const type = statement.in("type");
    const written = type?.code === "var" ? "" : last(path(type));
    return statement.of("variable_declarator").map((node) => {
      const value = node.in("value");
      const owner = written || (type?.code === "var" && value ? ownerOf(value) : "");
      const isFixed =
        /^(?:integral|floating_point|boolean)_type$/.test(type?.type ?? "") || constants.has(owner);
      return { name: node.in("name")?.text ?? "", owner, changes: !isFixed, value };
    });
  },
  free,
  method(node) {
    const [on, name] = [node.in("object"), node.in("name")?.text];
    const isMember = node.type === "method_invocation" && on && name;
    return isMember && !isClass(on) ? { on, name } : undefined;
  },
  called(node) {
    if (node.type === "object_creation_expression") {
      const name = last(path(node.in("type")));
      return node.one("class_body") || !name ? "" : `${name}.${name}`;
    }
    const [on, name] = [node.in("object"), node.in("name")?.text ?? ""];
    if (node.type !== "method_invocation" || (on && !isClass(on))) return "";
    return on ? `${last(path(on))}.${name}` : name;
  },
  owner(node) {
    const on = node.type === "field_access" ? node.in("object") : undefined;
    return on && isClass(on) ? last(path(on)) : "";
  },
  within(node) {
    if (node.type === "cast_expression") return node.in("value");
    return node.type === "parenthesized_expression" ? node.named[0] : undefined;
  },
};

const isClass = (node: Node): boolean =>
  /^(?:identifier|field_access|scoped_identifier)$/.test(node.type) &&
  /^[A-Z]\w*[a-z]/.test(last(path(node)));

const isTest = (method: Node): boolean => {
  const marks = method.one("modifiers")?.of("marker_annotation", "annotation") ?? [];
  const names = marks.map((mark) => last(path(mark.in("name"))));
  return (
    (names.includes("Test") && !names.some((name) => /^(?:Disabled|Ignore)$/.test(name))) ||
    (names.length === 0 && /^test[A-Z]/.test(method.in("name")?.text ?? "")) // JUnit 3
  );
};

/** Parses JUnit and TestNG assertions, with the message first or last. */
function plain(name: string, args: readonly Node[]): readonly Assertion[] {
  const isText = args[0]?.type === "string_literal";
  if (/^assert(?:True|False)$/.test(name)) {
    const subject = isText ? args[1] : args[0];
    return subject ? [{ subject, value: name === "assertTrue" ? "true" : "false" }] : [];
  }
  const [first, second, third] = args;
  if (/^assert(?:Array)?Equals$/.test(name) && first && second)
    return isText && third && isCall(third) && !isCall(second)
      ? [turned(second, third)]
      : [turned(first, second)];
  const matched = name === "assertThat" && first && second ? matcher(second) : undefined;
  return matched && first ? [{ subject: first, value: matched }] : [];
}

/** Unwraps Hamcrest's `is(x)`, `equalTo(x)`, `is(equalTo(x))`. */
function matcher(node: Node): Node | undefined {
  if (node.type !== "method_invocation" || !/^(?:is|equalTo)$/.test(node.in("name")?.text ?? ""))
    return undefined;
  const [value] = node.in("arguments")?.named ?? [];
  return value && (matcher(value) ?? (value.type === "method_invocation" ? undefined : value));
}

/** Parses `assertThat(x).isEqualTo(y)` of AssertJ and Truth. */
function fluent(on: Node, name: string, args: readonly Node[]): readonly Assertion[] {
  const [subject, other] = on.in("arguments")?.named ?? [];
  if (on.in("name")?.text !== "assertThat" || !subject || other) return [];
  const [value] = args;
  if (name === "isEqualTo" && value) return [{ subject, value }];
  return /^is(?:True|False)$/.test(name) ? [{ subject, value: name === "isTrue" ? "true" : "false" }] : [];
}

const isCall = ({ type }: Node): boolean =>
  /^(?:method_invocation|object_creation_expression|field_access)$/.test(type);

/** Orders the sides: JUnit has the expected value first, TestNG second; the call comes before its value. */
const turned = (first: Node, second: Node): Assertion =>
  isCall(first) && !isCall(second) ? { subject: first, value: second } : { subject: second, value: first };

/** Returns the free names of an expression or statement; of a path, the first part. */
function free(node: Node): ReadonlySet<string> {
  const found = new Set<string>();
  const bound = new Set<string>();
  for (const item of node.below()) {
    if (item.type !== "identifier" && item.type !== "type_identifier") continue;
    const { parent, field } = item;
    const isMember =
      field === "field" || (field === "name" && parent?.type === "method_invocation" && parent.in("object"));
    if (parent?.type === "lambda_expression" && field === "parameters") bound.add(item.text);
    else if (/^(?:inferred_parameters|formal_parameter|variable_declarator)$/.test(parent?.type ?? ""))
      (field === "value" ? found : bound).add(item.text);
    else if (parent?.type === "scoped_type_identifier") {
      if (parent.named[0] === item) found.add(item.text);
    } else if (!isMember) found.add(item.text);
  }
  return new Set([...found].filter((name) => !constants.has(name) && !bound.has(name)));
}
