import type { Study, Trait } from "../../study.ts";
import { commentsBefore, foreign, isDoc } from "./comments.ts";
import { declared, type Found, startOf } from "./found.ts";
import { basesOf, membersOf, parameterNames, traitsOf } from "./class-members.ts";
import { isNode, type Node, nodesOf, type Tree } from "./parse.ts";
import { shapeOf } from "./shape.ts";
import { studyBody } from "./study.ts";

/** Returns the traits of each declaration, in source order. */
export const traitsIn = (source: string, tree: Tree): readonly ReadonlySet<Trait>[] => {
  const all = declared(source, tree);
  const whole = wholeOf(tree, all);
  return all.map((item) => placed(item, source, whole));
};

/** Returns the study of each declaration, in source order. */
export const studiesOf = (source: string, tree: Tree): readonly Study[] => {
  const all = declared(source, tree);
  const whole = wholeOf(tree, all);
  return all.map((item) => study(item, source, whole));
};

const closed = /@(?:type|overload|inheritDoc|override|implements|ignore|internal)\b/i;

interface Whole {
  readonly tree: Tree;
  /** The first declaration of each name. */
  readonly first: ReadonlyMap<string, Found>;
  /** The declarations of each statement. */
  readonly beside: ReadonlyMap<Node, readonly Found[]>;
}

const wholeOf = (tree: Tree, all: readonly Found[]): Whole => ({
  tree,
  first: new Map(all.toReversed().map((item) => [item.name, item])),
  beside: Map.groupBy(all, ({ outer }) => outer),
});

function placed(one: Found, source: string, whole: Whole): ReadonlySet<Trait> {
  const { kind, outer } = one;
  const { tree, first: firsts } = whole;
  const start = startOf(one);
  const above = commentsBefore(start, source, tree);
  const doc = above.find(isDoc);
  const line = source.lastIndexOf("\n", start - 1) + 1;
  const traits = new Set<Trait>(traitsOf(one));
  if (doc && /@deprecated\b/.test(doc.value)) traits.add("deprecated");
  if (doc && (foreign.test(doc.value) || closed.test(doc.value))) traits.add("closed");
  if (source.slice(line, start).trim() !== "") traits.add("crowded");
  const first = firsts.get(one.name);
  if (first && first !== one && !traits.has("setter") && !traits.has("getter")) traits.add("alias");
  const shared = kind === "constant" || kind === "function" ? (whole.beside.get(outer) ?? []) : [];
  if (
    (first && first !== one && first.outer === outer) ||
    new Set(shared.map((other) => other.name.split(".")[0])).size > 1
  )
    traits.add("crowded");
  return traits;
}

function study(one: Found, source: string, whole: Whole): Study {
  const { kind, node, outer } = one;
  const { names, fields } = parameterNames(node, source);
  const body = kind === "function" || kind === "method";
  const value = kind === "constant" ? (node.type === "VariableDeclarator" ? node["init"] : node) : undefined;
  const alias = node.type === "TSTypeAliasDeclaration" ? node["typeAnnotation"] : undefined;
  return {
    traits: placed(one, source, whole),
    decorators: nodesOf(outer["decorators"])
      .concat(nodesOf(node["decorators"]))
      .map((each) => source.slice(each.start + 1, each.end)),
    generics: isNode(node["typeParameters"])
      ? nodesOf(node["typeParameters"]["params"]).map((each) => source.slice(each.start, each.end))
      : [],
    bases: kind === "class" || kind === "type" ? basesOf(node, source) : [],
    members: kind === "class" || kind === "type" ? membersOf(node, source) : [],
    ...(value !== undefined && { value: shapeOf(value, source) }),
    ...(isNode(alias) && {
      value: { kind: "other" as const, code: source.slice(alias.start, alias.end).replaceAll(/\s+/g, " ") },
    }),
    ...(body ? studyBody(node, source, names) : { steps: [], returns: [], passed: {}, throws: [] }),
    fields,
  };
}
