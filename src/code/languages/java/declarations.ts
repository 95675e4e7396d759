import type { Declaration, Parameter } from "../../language.ts";
import { nothingStudied, type Member, type Trait } from "../../study.ts";
import { commentsAbove, endOf, ownLine } from "../tree/above.ts";
import type { Node, Tree } from "../tree/grammar.ts";
import type { Read } from "../tree/language.ts";
import { path, typeName } from "../tree/type-names.ts";
import { shapeOf } from "../tree/shape.ts";
import { studyBody } from "../tree/study.ts";
import { read } from "./docstring.ts";
import { factsOf } from "./errors.ts";

interface Owner {
  readonly source: string;
  /** Names of the enclosing classes, with a trailing dot. */
  readonly prefix: string;
  readonly open: boolean;
  /** Members are public without a modifier. */
  readonly isPublic: boolean;
  readonly fields: ReadonlySet<string>;
}

const types: Readonly<Record<string, Declaration["kind"]>> = {
  class_declaration: "class",
  record_declaration: "class",
  enum_declaration: "class",
  interface_declaration: "type",
  annotation_type_declaration: "type",
};

/** Returns classes and their members at any depth. */
export function readJava(source: string, { root }: Tree): readonly Read[] {
  const owner: Owner = { source, prefix: "", open: true, isPublic: false, fields: new Set() };
  return root.all.flatMap((node) => (types[node.type] ? ofType(node, owner) : []));
}

const modifiers = (node: Node): readonly Node[] => node.one("modifiers")?.all ?? [];
const has = (node: Node, word: string): boolean => modifiers(node).some(({ type }) => type === word);
const annotations = (node: Node): readonly string[] =>
  modifiers(node)
    .filter(({ type }) => type.endsWith("annotation"))
    .map(({ code }) => code.replace(/^@/, ""));

const isOpen = (node: Node, { open, isPublic }: Owner): boolean =>
  open && !has(node, "private") && (isPublic || has(node, "public") || has(node, "protected"));

interface Place {
  readonly place: Pick<Declaration, "range" | "docstring">;
  readonly traits: Set<Trait>;
  readonly decorators: readonly string[];
}

function placeOf(node: Node, source: string): Place {
  const above = commentsAbove(node, source);
  const comment = above.findLast(({ text }) => /^\/\*\*(?!\/|\*)/.test(text));
  const traits = new Set<Trait>();
  if (!ownLine(source, node.start)) traits.add("crowded");
  const decorators = annotations(node);
  if (decorators.some((decorator) => /^(?:java\.lang\.)?Override\b/.test(decorator))) traits.add("alias"); // the overridden method documents it
  if (has(node, "static")) traits.add("static");
  if (has(node, "abstract")) traits.add("abstract");
  if (comment && /@deprecated\b/.test(comment.text)) traits.add("deprecated");
  if (comment && /\{@inheritDoc\}/.test(comment.text)) traits.add("closed");
  const doc = comment && read(comment.text.slice(2, -2));
  return {
    place: {
      range: { start: node.start, end: endOf(node) },
      ...(comment && doc && { docstring: { range: { start: comment.start, end: endOf(comment) }, doc } }),
    },
    traits,
    decorators,
  };
}

function ofType(node: Node, owner: Owner): readonly Read[] {
  const { source, prefix } = owner;
  const plainName = node.in("name")?.text ?? "";
  const name = prefix + plainName;
  const { place, traits, decorators } = placeOf(node, source);
  const body = node.in("body");
  const inner = body?.one("enum_body_declarations");
  const members = [...(body?.all ?? []), ...(inner?.all ?? [])];
  const fields = members.filter(
    ({ type }) => type === "field_declaration" || type === "constant_declaration",
  );
  const parts = node.type === "record_declaration" ? parametersOf(node.in("parameters")) : [];
  const open = isOpen(node, owner);
  const within: Owner = {
    source,
    prefix: `${name}.`,
    open,
    isPublic: /^(?:interface|annotation)/.test(node.type),
    fields: new Set([...fields.flatMap(namesOf), ...parts.map((part) => part.name)]),
  };
  const bases = basesOf(node);
  return [
    {
      declaration: {
        kind: types[node.type] ?? "class",
        name,
        ...place,
        exported: open,
        parameters: parts,
        raises: [],
        calls: [],
        bases,
        fields: Object.fromEntries([
          ...fields.flatMap((field) => namesOf(field).map((of) => [of, typeName(field.in("type"))])),
          ...parts.map((part) => [part.name, part.type ?? ""]),
        ]),
      },
      study: {
        ...nothingStudied,
        traits,
        decorators,
        generics: node.in("type_parameters")?.named.map((node) => node.code) ?? [],
        bases,
        members: membersOf(node, { source, fields, parts, body }),
      },
    },
    ...members.flatMap((node) => ofMember(node, within, plainName)),
  ];
}

const namesOf = (field: Node): readonly string[] =>
  field.of("variable_declarator").map((node) => node.in("name")?.text ?? "");

const basesOf = (node: Node): readonly string[] =>
  [node.in("superclass"), node.in("interfaces"), node.one("extends_interfaces")]
    .flatMap((node) => node?.named ?? [])
    .flatMap((node) => (node.type === "type_list" ? node.named : [node]))
    .map((node) => path(node))
    .filter(Boolean);

function commentOf(node: Node, source: string): Pick<Member, "comment"> {
  const text = placeOf(node, source).place.docstring?.doc.summary;
  return text ? { comment: text } : {};
}

interface Holding {
  readonly source: string;
  readonly fields: readonly Node[];
  readonly parts: readonly Parameter[];
  readonly body: Node | undefined;
}

function membersOf(node: Node, { source, fields, parts, body }: Holding): readonly Member[] {
  if (node.type === "enum_declaration")
    return (body?.of("enum_constant") ?? []).map((node) => ({
      name: node.in("name")?.text ?? "",
      optional: false,
      ...commentOf(node, source),
    }));
  return [
    ...parts.map((part) => ({ name: part.name, optional: false, ...(part.type && { type: part.type }) })),
    ...fields
      .filter((field) => has(field, "public") && !has(field, "static"))
      .flatMap((field) =>
        namesOf(field).map((name) => ({
          name,
          optional: false,
          type: field.in("type")?.code ?? "",
          ...commentOf(field, source),
        })),
      ),
  ];
}

function ofMember(node: Node, owner: Owner, plainName: string): readonly Read[] {
  if (types[node.type]) return ofType(node, owner);
  if (node.type === "field_declaration" || node.type === "constant_declaration") return ofField(node, owner);
  if (/^(?:method|constructor|compact_constructor|annotation_type_element)_declaration$/.test(node.type))
    return [ofMethod(node, owner, plainName)];
  return [];
}

function ofMethod(node: Node, owner: Owner, plainName: string): Read {
  const { source, prefix } = owner;
  const { place, traits, decorators } = placeOf(node, source);
  const parameters = parametersOf(node.in("parameters"));
  const body = node.in("body");
  const declared = node.one("throws")?.named.map((node) => path(node)) ?? [];
  const returns = node.in("type")?.code;
  const facts = body
    ? factsOf({ body, declared, types: typesIn(body, parameters), fields: owner.fields })
    : { raises: declared.map((type) => ({ type })), calls: [], throws: declared.map((type) => ({ type })) };
  const { throws, ...raised } = facts;
  if (node.type === "compact_constructor_declaration") traits.add("alias"); // the record documents its components
  if (!body && node.type === "method_declaration" && owner.isPublic) traits.delete("abstract");
  return {
    declaration: {
      kind: "method",
      name: prefix + (/constructor/.test(node.type) ? plainName : (node.in("name")?.text ?? "")),
      ...place,
      exported: isOpen(node, owner),
      parameters,
      ...(returns && { returns }),
      ...raised,
    },
    study: {
      ...nothingStudied,
      traits,
      decorators,
      generics: node.in("type_parameters")?.named.map((node) => node.code) ?? [],
      ...(body && studyBody({ body, parameters, self: undefined, gives: (value) => value })),
      throws,
    },
  };
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  return (list?.of("formal_parameter", "spread_parameter") ?? []).map((node) => {
    const rest = node.type === "spread_parameter";
    const name = (rest ? node.one("variable_declarator")?.in("name") : node.in("name"))?.text ?? "";
    const type = rest ? node.named.find(({ type: kind }) => /type/.test(kind)) : node.in("type");
    return {
      name,
      ...(type && { type: rest ? `${type.code}...` : type.code }),
      ...(rest && { optional: true }),
    };
  });
}

/** Returns the classes of parameters and variables, by name. */
function typesIn(body: Node, parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  const found = new Map(parameters.map(({ name, type = "" }) => [name, type.replace(/<.*$/, "")]));
  for (const node of body.below()) {
    if (
      node.type !== "local_variable_declaration" &&
      node.type !== "enhanced_for_statement" &&
      node.type !== "resource"
    )
      continue;
    const written = path(node.in("type"));
    for (const item of node.type === "local_variable_declaration" ? node.of("variable_declarator") : [node]) {
      const value = item.in("value");
      const className = value?.type === "object_creation_expression" ? path(value.in("type")) : "";
      found.set(item.in("name")?.text ?? "", written === "var" ? className : written);
    }
  }
  return found;
}

/** Returns constants: `static final` fields, and all fields of an interface. */
function ofField(node: Node, owner: Owner): readonly Read[] {
  const isConstant = owner.isPublic || (has(node, "static") && has(node, "final"));
  if (!isConstant) return [];
  const { place, traits, decorators } = placeOf(node, owner.source);
  return node.of("variable_declarator").map((item, index): Read => {
    const value = item.in("value");
    return {
      declaration: {
        kind: "constant",
        name: owner.prefix + (item.in("name")?.text ?? ""),
        ...place,
        exported: isOpen(node, owner),
        parameters: [],
        raises: [],
        calls: [],
      },
      study: {
        ...nothingStudied,
        traits: index ? new Set<Trait>([...traits, "alias"]) : traits,
        decorators,
        ...(value && { value: shapeOf(value, undefined) }),
      },
    };
  });
}
