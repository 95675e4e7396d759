import type { Declaration, Parameter } from "../../language.ts";
import { nothingStudied, type Member, type Trait } from "../../study.ts";
import { commentsAbove, endOf, ownLine } from "../tree/above.ts";
import type { Node, Tree } from "../tree/grammar.ts";
import type { Read } from "../tree/language.ts";
import { last, path, typeName } from "../tree/type-names.ts";
import { shapeOf } from "../tree/shape.ts";
import { studyBody } from "../tree/study.ts";
import { factsOf } from "./errors.ts";

/**
 * Returns a file's top-level declarations, and the methods of its interfaces. Exported methods of an
 * unexported type count as exported if an exported type embeds it.
 */
export function readGo(source: string, { root }: Tree): readonly Read[] {
  const all = declaredBy(root, source);
  const embedded = new Set(
    all.flatMap(({ declaration: { exported, kind, bases = [] } }) =>
      exported && kind === "class" ? bases.filter((base) => /^\p{Ll}\w*$/u.test(base)) : [],
    ),
  );
  if (embedded.size === 0) return all;
  return all.map((item) => {
    const [owner = "", member = ""] = item.declaration.name.split(".");
    const isGiven = item.declaration.kind === "method" && embedded.has(owner) && open(member);
    return isGiven ? { ...item, declaration: { ...item.declaration, exported: true } } : item;
  });
}

function declaredBy(root: Node, source: string): readonly Read[] {
  return root.all.flatMap((node) => {
    if (node.type === "function_declaration" || node.type === "method_declaration")
      return [ofFunction(node, source)];
    if (node.type === "type_declaration")
      return specsOf(node, ["type_spec", "type_alias"]).flatMap((spec) => ofType(spec, source));
    if (node.type === "const_declaration" || node.type === "var_declaration")
      return specsOf(node, ["const_spec", "var_spec"]).flatMap((spec) => ofValue(spec, source));
    return [];
  });
}

interface Spec {
  readonly node: Node;
  /** The node below the comment. */
  readonly outer: Node;
  /** The parenthesized declaration group that contains it. */
  readonly group: Node | undefined;
}

function specsOf(node: Node, types: readonly string[]): readonly Spec[] {
  const list = node.one("var_spec_list") ?? node;
  const grouped = list.all.some(({ type }) => type === "(");
  return list.of(...types).map((spec) => ({
    node: spec,
    outer: grouped ? spec : node,
    group: grouped ? node : undefined,
  }));
}

const open = (name: string): boolean => name.split(".").every((part) => /^\p{Lu}/u.test(part));

interface Placed {
  readonly source: string;
  readonly outer: Node;
  readonly group?: Node | undefined;
}

type Place = Pick<Declaration, "range" | "docstring"> & { readonly traits: ReadonlySet<Trait> };

/** Returns the ranges of a declaration and its comment; a group's comment applies to all its members. */
function placeOf({ source, outer, group }: Placed): Place {
  const ownComments = commentsAbove(outer, source);
  const shared = ownComments.length === 0 && group ? commentsAbove(group, source) : [];
  const comments = ownComments.length ? ownComments : shared;
  const [first, end] = [comments[0], comments.at(-1)];
  const text = comments.map((comment) => comment.text).join("\n");
  const traits = new Set<Trait>();
  if (!ownLine(source, outer.start)) traits.add("crowded");
  if (shared.length || text.startsWith("/*")) traits.add("closed");
  if (/^\/\/\s*Deprecated:/m.test(text)) traits.add("deprecated");
  const hasDoc = comments.some((comment) => !/^\/\/(?:go:|nolint|line |export )/.test(comment.text));
  return {
    range: { start: outer.start, end: endOf(outer) },
    traits,
    ...(first &&
      end &&
      hasDoc && {
        docstring: {
          range: { start: first.start, end: endOf(end) },
          doc: { summary: text.replaceAll(/^\/\/ ?|^\/\*|\*\/$/gm, "").trim(), parameters: {}, raises: [] },
        },
      }),
  };
}

function ofFunction(node: Node, source: string): Read {
  const receiver = node.in("receiver")?.one("parameter_declaration");
  const plainName = node.in("name")?.text ?? "";
  const owner = receiver ? last(path(receiver.in("type"))) : "";
  const name = owner ? `${owner}.${plainName}` : plainName;
  return callable(node, { name, self: receiver?.in("name")?.text, source, outer: node });
}

function callable(
  node: Node,
  { name, self, ...placed }: Placed & { readonly name: string; readonly self?: string | undefined },
): Read {
  const { traits, ...place } = placeOf(placed);
  const parameters = parametersOf(node.in("parameters"));
  const result = node.in("result");
  const results = result?.type === "parameter_list" ? result.named : result ? [result] : [];
  const errors = (results.at(-1)?.in("type") ?? results.at(-1))?.text === "error";
  const body = node.in("body");
  const facts = body
    ? factsOf({
        body,
        self,
        fails: errors,
        named: new Set(results.flatMap((result) => result.of("identifier").map(({ text }) => text))),
        types: typesIn(body, node.in("parameters")),
      })
    : { raises: [], calls: [], throws: [] };
  const { throws, ...raised } = facts;
  const returnedValue = (value: Node | undefined): Node | undefined => toReturned(value, errors);
  return {
    declaration: {
      kind: name.includes(".") ? "method" : "function",
      name,
      ...place,
      exported: open(name),
      parameters,
      ...(result && { returns: result.code }),
      ...raised,
    },
    study: {
      ...nothingStudied,
      traits,
      generics: node.in("type_parameters")?.named.map((node) => node.code) ?? [],
      ...(body && studyBody({ body, parameters, self: undefined, gives: returnedValue })),
      throws,
    },
  };
}

/** Returns the value returned next to the error; undefined if an error is returned. */
function toReturned(value: Node | undefined, errors: boolean): Node | undefined {
  if (!value || !errors) return value;
  const values = value.type === "expression_list" ? value.named : [value];
  const [first, second] = values;
  if (values.length === 1)
    return first?.type === "call_expression" && !/^(?:fmt|errors)\./.test(first.text) ? first : undefined;
  if (values.at(-1)?.text !== "nil") return undefined;
  return values.length === 2 ? first : second ? value : undefined;
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  return (list?.of("parameter_declaration", "variadic_parameter_declaration") ?? []).flatMap((node) => {
    const type = node.in("type")?.code ?? "";
    const rest = node.type === "variadic_parameter_declaration";
    return node
      .of("identifier")
      .filter(({ field, text }) => field === "name" && text !== "_")
      .map(({ text }) => ({
        name: text,
        type: rest ? `...${type}` : type,
        ...(rest && { optional: true }),
      }));
  });
}

/** Returns the types of parameters and of values created in a body, by name. */
function typesIn(body: Node, parameters: Node | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const node of parameters?.of("parameter_declaration") ?? [])
    for (const name of node.of("identifier")) found.set(name.text, typeName(node.in("type")));
  for (const node of body.below()) {
    if (node.type !== "short_var_declaration" && node.type !== "var_spec") continue;
    const names = (node.in("left")?.named ?? node.of("identifier")).map(({ text }) => text);
    const [value] = (node.in("right") ?? node.in("value"))?.named ?? [];
    const operand = value?.type === "unary_expression" ? value.in("operand") : value;
    const type =
      typeName(node.in("type")) ||
      (operand?.type === "composite_literal"
        ? path(operand.in("type"))
        : (/^(?:\w+\.)?New([A-Z]\w*)$/.exec(path(operand?.in("function")))?.[1] ?? ""));
    names.forEach((name, place) => found.set(name, place === 0 ? type : (found.get(name) ?? "")));
  }
  return found;
}

/** Returns the comment above a field, or at the end of its line. */
function commentOf(field: Node, source: string): Pick<Member, "comment"> {
  const above = placeOf({ source, outer: field }).docstring?.doc.summary;
  const line = source.slice(endOf(field), source.indexOf("\n", endOf(field)) >>> 0);
  const text = above ?? /^[ \t]*\/\/ ?(.*)/.exec(line)?.[1];
  return text ? { comment: text } : {};
}

function ofType({ node, outer, group }: Spec, source: string): readonly Read[] {
  const name = node.in("name")?.text ?? "";
  const type = node.in("type");
  const { traits, ...place } = placeOf({ source, outer, group });
  const fields =
    type?.type === "struct_type" ? type.one("field_declaration_list")?.of("field_declaration") : undefined;
  const methods = type?.type === "interface_type" ? type.of("method_elem") : [];
  const bases = (fields ?? []).filter((field) => !field.in("name")).map((field) => path(field.in("type")));
  const members = (fields ?? []).flatMap((field): Member[] =>
    field
      .of("field_identifier")
      .filter(({ text }) => open(text))
      .map(({ text }) => ({
        name: text,
        type: field.in("type")?.code ?? "",
        optional: false,
        ...commentOf(field, source),
      })),
  );
  const typeRead: Read = {
    declaration: {
      kind: fields ? "class" : "type",
      name,
      ...place,
      exported: open(name),
      parameters: [],
      raises: [],
      calls: [],
      bases,
      ...(fields && {
        fields: Object.fromEntries(
          fields.flatMap((field) =>
            field.of("field_identifier").map(({ text }) => [text, typeName(field.in("type"))]),
          ),
        ),
      }),
    },
    study: {
      ...nothingStudied,
      traits,
      members: fields
        ? members
        : methods.map((method) => ({ name: method.in("name")?.text ?? "", optional: false })),
      ...(type && !fields && methods.length === 0 && { value: { kind: "other" as const, code: type.code } }),
    },
  };
  return [
    typeRead,
    ...methods.map((method) =>
      callable(method, { name: `${name}.${method.in("name")?.text ?? ""}`, source, outer: method }),
    ),
  ];
}

function ofValue({ node, outer, group }: Spec, source: string): readonly Read[] {
  const names = node.of("identifier").filter(({ field }) => field === "name");
  const [value] = node.in("value")?.named ?? [];
  return names.flatMap((name, index): Read[] => {
    if (name.text === "_") return [];
    const { traits, ...place } = placeOf({ source, outer, group });
    return [
      {
        declaration: {
          kind: "constant",
          name: name.text,
          ...place,
          exported: open(name.text),
          parameters: [],
          raises: [],
          calls: [],
        },
        study: {
          ...nothingStudied,
          traits: index === 0 ? traits : new Set<Trait>([...traits, "alias"]),
          ...(value && names.length === 1 && { value: shapeOf(value, undefined) }),
        },
      },
    ];
  });
}
