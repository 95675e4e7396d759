import type { Declaration, LanguageLeaf } from "../../language.ts";
import type { Entry, Imported, Shown, Study } from "../../study.ts";
import { commentRanges } from "./above.ts";
import { grammar, sameTokens, type Tree } from "./grammar.ts";
import { complete, docstringOf, type LineDocs, linesOf } from "./lines.ts";

export interface Read {
  readonly declaration: Declaration;
  readonly study: Study;
}

export interface Special {
  read(source: string, tree: Tree): readonly Read[];
  imports(tree: Tree): readonly Imported[];
  /** Returns what its tests show; absent if tests aren't read. */
  shown?(tree: Tree): readonly Shown[];
  /** Rewrites test source for the grammar; offsets stay the same. */
  tested?(source: string): string;
}

type Common = Pick<
  LanguageLeaf,
  "declarations" | "traits" | "studies" | "imports" | "shown" | "comments" | "sameProgram"
>;

/** Creates a language from a tree-sitter grammar, with the behaviour all of them share. */
export async function fromTree(
  name: "go" | "java" | "rust",
  { read, imports, shown, tested = (source) => source }: Special,
): Promise<Common> {
  const parse = await grammar(name);
  const known = new WeakMap<Tree, readonly Read[]>();
  const all = (source: string): readonly Read[] => {
    const tree = parse(source);
    if (!tree) return [];
    const found = known.get(tree) ?? read(source, tree);
    known.set(tree, found);
    return found;
  };
  return {
    declarations: (source) => all(source).map(({ declaration }) => declaration),
    traits: (source) => all(source).map(({ study: { traits } }) => traits),
    studies: (source) => all(source).map(({ study }) => study),
    imports(source) {
      const tree = parse(source);
      return tree ? imports(tree) : [];
    },
    async shown(source) {
      const tree = shown && parse(tested(source));
      return tree ? shown(tree) : [];
    },
    comments: (source) => commentRanges(parse(source)),
    sameProgram: (before, after) => sameTokens(parse(before), parse(after)),
  };
}

/** Creates a language whose documentation is in line comments. */
export async function fromLines(
  name: "go" | "rust",
  { docs, ...special }: Special & { readonly docs: LineDocs },
): Promise<LanguageLeaf> {
  const entries = (source: string, declaration: Declaration): readonly Entry[] =>
    docs.read(linesOf(source, declaration, docs));
  const common = await fromTree(name, special);
  return {
    ...common,
    prose: true,
    declarations: (source) =>
      common.declarations(source).map((declaration) => {
        const entriesFound = declaration.docstring && entries(source, declaration);
        return declaration.docstring && entriesFound?.length
          ? { ...declaration, docstring: { ...declaration.docstring, doc: docstringOf(entriesFound) } }
          : declaration;
      }),
    entries,
    complete: (source, declaration, addition) =>
      complete(source, declaration, { docs, addition, entries: entries(source, declaration) }),
  };
}
