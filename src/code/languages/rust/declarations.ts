import type { Declaration, Parameter } from "../../language.ts";
import { nothingStudied, type Member, type Study, type Trait } from "../../study.ts";
import { endOf, ownLine } from "../tree/above.ts";
import { type Node, type Tree, isComment } from "../tree/grammar.ts";
import type { Read } from "../tree/language.ts";
import { last, path, typeName } from "../tree/type-names.ts";
import { shapeOf } from "../tree/shape.ts";
import { studyBody } from "../tree/study.ts";
import { factsOf } from "./errors.ts";

interface Owner {
  readonly source: string;
  /** The type of the enclosing `impl` or trait. */
  readonly type: string;
  readonly open: boolean;
  /** Inside a trait, whose methods are as public as it is. */
  readonly trait: boolean;
  /** Implements a trait that documents it. */
  readonly inherited: boolean;
}

export function readRust(source: string, { root }: Tree): readonly Read[] {
  return readItems(root, { source, type: "", open: true, trait: false, inherited: false });
}

const kinds: Readonly<Record<string, Declaration["kind"]>> = {
  function_item: "function",
  function_signature_item: "function",
  struct_item: "class",
  enum_item: "class",
  union_item: "class",
  trait_item: "type",
  type_item: "type",
  const_item: "constant",
  static_item: "constant",
};

/** `#[test]`, `#[tokio::test]`, `#[rstest]`: functions that only test runners call. */
const test = /^(?:\w+::)*(?:test|rstest|bench|quickcheck)\b/;

const forTests = /^cfg\((?:test|all\(test)/;

function readItems(parent: Node, owner: Owner): readonly Read[] {
  return parent.all.flatMap((node): readonly Read[] => {
    if (node.type === "mod_item") {
      const body = node.in("body");
      const tests = attributesOf(node, owner.source).some((item) => forTests.test(item));
      return body && !tests ? readItems(body, { ...owner, open: owner.open && isPublic(node) }) : [];
    }
    if (node.type === "impl_item") {
      const body = node.in("body");
      const type = last(path(node.in("type")));
      const inherited = node.in("trait") !== undefined;
      return body ? readItems(body, { ...owner, type, open: true, inherited }) : [];
    }
    if (
      !kinds[node.type] ||
      attributesOf(node, owner.source).some((item) => test.test(item) || forTests.test(item))
    )
      return [];
    const read = readItem(node, owner);
    const body = node.type === "trait_item" ? node.in("body") : undefined;
    if (!body) return [read];
    const { name, exported } = read.declaration;
    return [
      read,
      ...readItems(body, { ...owner, type: name, open: exported, trait: true, inherited: false }),
    ];
  });
}

const isPublic = (node: Node): boolean => node.one("visibility_modifier")?.text === "pub";

interface Place {
  readonly place: Pick<Declaration, "range" | "docstring">;
  readonly traits: Set<Trait>;
  readonly decorators: readonly string[];
}

/** Returns the comments and attributes right above an item, in source order. */
function headOf(node: Node, source: string): readonly Node[] {
  const found: Node[] = [];
  const around = node.parent?.all ?? [];
  let from = node.start;
  for (let place = around.indexOf(node) - 1; place >= 0; place--) {
    const node = around[place];
    if (!node || (!isComment(node.type) && node.type !== "attribute_item")) break;
    const gap = source.slice(endOf(node), from);
    if (gap.trim() || (isComment(node.type) && !isDoc(node) && (gap.match(/\n/g)?.length ?? 0) > 1)) break;
    if (!ownLine(source, node.start)) break;
    found.unshift(node);
    from = node.start;
  }
  return found;
}

const isDoc = (node: Node): boolean => /^(?:\/\/\/(?!\/)|\/\*\*(?![*/]))/.test(node.text);

const attributesOf = (node: Node, source: string): readonly string[] =>
  headOf(node, source)
    .filter(({ type }) => type === "attribute_item")
    .map(({ code }) => code.replace(/^#\[|\]$/g, ""));

function placeOf(node: Node, source: string): Place {
  const head = headOf(node, source);
  const end = head.findLastIndex(isDoc);
  let from = end;
  while (from > 0 && head[from - 1] && isDoc(head[from - 1] as Node)) from -= 1; // the condition checks it
  const [first, final] = [head[from], head[end]];
  const attributes = head.slice(end + 1).find(({ type }) => type === "attribute_item");
  const start = attributes?.start ?? node.start;
  const decorators = attributesOf(node, source);
  const traits = new Set<Trait>();
  if (!ownLine(source, start)) traits.add("crowded");
  if (decorators.some((decorator) => /^doc\b/.test(decorator)) || first?.text.startsWith("/*"))
    traits.add("closed");
  if (decorators.some((decorator) => /^deprecated\b/.test(decorator))) traits.add("deprecated");
  return {
    place: {
      range: { start, end: endOf(node) },
      ...(first &&
        final && {
          docstring: {
            range: { start: first.start, end: endOf(final) },
            doc: {
              summary: first.text.replaceAll(/^\/\/\/ ?|^\/\*\*|\*\/$/g, "").trim(),
              parameters: {},
              raises: [],
            },
          },
        }),
    },
    traits,
    decorators: decorators.filter((decorator) => !/^deprecated\b/.test(decorator)), // rustdoc shows it itself
  };
}

function readItem(node: Node, owner: Owner): Read {
  const { source, type, open, trait, inherited } = owner;
  const plainName = node.in("name")?.text ?? "";
  const { place, traits, decorators } = placeOf(node, source);
  if (inherited) traits.add("alias");
  const name = type ? `${type}.${plainName}` : plainName;
  const callable = kinds[node.type] === "function";
  const exported = open && (trait || isPublic(node)) && !inherited;
  const base = { name, ...place, exported };
  const generics = node.in("type_parameters")?.named.map((node) => node.code) ?? [];
  if (callable)
    return ofFunction(node, { base, owner, study: { ...nothingStudied, traits, decorators, generics } });
  const value = node.in("value");
  const alias = node.type === "type_item" ? node.in("type") : undefined;
  const fields =
    node.in("body")?.type === "field_declaration_list" ? node.in("body")?.of("field_declaration") : undefined;
  return {
    declaration: {
      ...base,
      kind: kinds[node.type] ?? "type",
      parameters: [],
      raises: [],
      calls: [],
      ...(alias && failsOf(alias, node.in("type_parameters"))),
      ...(fields && {
        fields: Object.fromEntries(
          fields.map((field) => [field.in("name")?.text ?? "", typeName(field.in("type"))]),
        ),
      }),
    },
    study: {
      ...nothingStudied,
      traits,
      decorators,
      generics,
      members: membersOf(node, source, fields ?? []),
      ...(value && { value: shapeOf(value, undefined) }),
      ...(alias && { value: { kind: "other" as const, code: alias.code } }),
    },
  };
}

function membersOf(node: Node, source: string, fields: readonly Node[]): readonly Member[] {
  const members =
    node.type === "enum_item"
      ? (node.in("body")?.of("enum_variant") ?? [])
      : node.type === "trait_item"
        ? (node.in("body")?.of("function_item", "function_signature_item") ?? [])
        : fields.filter(isPublic);
  return members.map((node) => {
    const type = node.type === "field_declaration" ? node.in("type")?.code : undefined;
    const text = placeOf(node, source).place.docstring?.doc.summary;
    return {
      name: node.in("name")?.text ?? "",
      optional: false,
      ...(type && { type }),
      ...(text && { comment: text }),
    };
  });
}

interface Making {
  readonly base: Pick<Declaration, "name" | "range" | "docstring" | "exported">;
  readonly owner: Owner;
  readonly study: Study;
}

function ofFunction(node: Node, { base, owner, study }: Making): Read {
  const parameters = parametersOf(node.in("parameters"));
  const returns = node.in("return_type");
  const body = node.in("body");
  const traits = new Set(study.traits);
  if (node.one("function_modifiers")?.text.includes("async")) traits.add("async");
  const endings = body ? endingsOf(body) : [];
  const facts = body
    ? factsOf({ body, owner: owner.type, error: errorOf(returns), endings, types: typesIn(body, parameters) })
    : { raises: [], calls: [], throws: [] };
  const { throws, ...raised } = facts;
  return {
    declaration: {
      ...base,
      kind: owner.type ? "method" : "function",
      parameters,
      ...(returns && { returns: returns.code }),
      ...failsOf(returns),
      ...raised,
    },
    study: {
      ...study,
      traits,
      ...(body && studyBody({ body, parameters, self: undefined, gives: givenBack, endings })),
      throws,
    },
  };
}

/** Returns the success value of a `Result`. */
function givenBack(value: Node | undefined): Node | undefined {
  if (!value) return undefined;
  const of = value.type === "call_expression" ? value.in("function")?.text : "";
  const [first] = value.in("arguments")?.named ?? [];
  if (of === "Err" || value.type === "macro_invocation" || value.type === "unit_expression") return undefined;
  return of === "Ok" && (!first || first.type === "unit_expression") ? undefined : value;
}

/** Returns the expressions a block may evaluate to, one per branch of the last expression. */
function endingsOf(block: Node): readonly Node[] {
  const final = block.named.at(-1);
  if (!final) return [];
  if (final.type === "expression_statement")
    return final.text.endsWith(";") ? [] : final.named.flatMap(branchesOf);
  return /^(?:let_declaration|.*_item|empty_statement|macro_definition)$/.test(final.type)
    ? []
    : branchesOf(final);
}

function branchesOf(node: Node): readonly Node[] {
  if (node.type === "block") return endingsOf(node);
  if (node.type === "else_clause") return node.named.flatMap(branchesOf);
  if (node.type === "if_expression")
    return [node.in("consequence"), node.in("alternative")].flatMap((node) => (node ? branchesOf(node) : []));
  if (node.type !== "match_expression") return [node];
  return (node.in("body")?.of("match_arm") ?? []).flatMap((arm) => {
    const value = arm.in("value");
    return value ? branchesOf(value) : [];
  });
}

/** Returns `E` of `Result<T, E>`; for a `Result` alias, the error name that goes with it. */
function errorOf(type: Node | undefined): string | undefined {
  const name = type?.type === "generic_type" ? (type.in("type")?.text ?? "") : (type?.text ?? "");
  if (!/(?:^|::)\w*Result$/.test(name)) return undefined;
  const [, error] = type?.in("type_arguments")?.named ?? [];
  if (!error) return name.replace(/Result$/, "Error");
  const typeCode =
    error.type === "generic_type" && error.in("type")?.text === "Box"
      ? error.code
      : error.code.replace(/<.*$/, "");
  return typeCode === "String" || typeCode.startsWith("&") ? "Err" : typeCode;
}

/** Returns the declared error: of an alias by the alias's name; inside an alias, a type parameter by its default. */
function failsOf(type: Node | undefined, node?: Node): Pick<Declaration, "fails"> {
  const name = (type?.type === "generic_type" ? type.in("type") : type)?.text ?? "";
  if (!/(?:^|::)\w*Result$/.test(name))
    return node || !/^(?:\w+::)*\w*Err(?:or)?$/.test(name) ? {} : { fails: name };
  const [, error] = type?.in("type_arguments")?.named ?? [];
  if (!error) return { fails: `${name}<` };
  const fallback = node?.named.find((item) => item.in("name")?.text === error.text)?.in("default_type")?.code;
  return { fails: fallback ?? error.code.replace(/^&.*|^String$/, "Err") };
}

function parametersOf(list: Node | undefined): readonly Parameter[] {
  return (list?.of("parameter") ?? []).flatMap((node) => {
    const name = (node.in("pattern")?.text ?? "").replace(/^(?:ref |mut )+/, "");
    const type = node.in("type")?.code;
    return /^\w+$/.test(name) && name !== "_" ? [{ name, ...(type && { type }) }] : [];
  });
}

/** Returns the types of parameters and of values created in a body, by name. */
function typesIn(body: Node, parameters: readonly Parameter[]): ReadonlyMap<string, string> {
  const found = new Map(
    parameters.map(({ name, type = "" }) => [
      name,
      /^&?(?:'\w+ )?(?:mut )?(?:dyn |impl )?([A-Z]\w*)/.exec(type)?.[1] ?? "",
    ]),
  );
  for (const node of body.below()) {
    if (node.type !== "let_declaration") continue;
    const value = node.in("value");
    const typePath =
      value?.type === "struct_expression" ? path(value.in("name")) : path(value?.in("function"));
    const type =
      typeName(node.in("type")) || (/^([A-Z]\w*)(?:::(?:new|default|from)\w*)?$/.exec(typePath)?.[1] ?? "");
    found.set(node.in("pattern")?.text ?? "", type);
  }
  return found;
}
