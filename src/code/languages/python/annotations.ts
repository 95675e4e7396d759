import type { Study } from "../../study.ts";
import type { Annotation, Declaration } from "../../language.ts";
import { type Block, blocksOf, type Source } from "./structure.ts";

const harmless = /^(?:staticmethod|classmethod|property)$/;

/**
 * Returns a function's result annotation if its body leaves no doubt and an annotated parameter already
 * makes type checkers check it: every way out returns nothing, or literals and tests of one type. Decorated
 * functions stay unchanged, since decorators and frameworks may act on annotations; a default value doesn't
 * show what callers pass.
 */
export function annotationsOf(source: Source, declaration: Declaration, study: Study): readonly Annotation[] {
  const block = blocksOf(source).find(({ first }) => source.start(first) === declaration.range.start);
  if (!block || block.keyword !== "def" || declaration.returns !== undefined) return [];
  if (!declaration.parameters.some(({ type }) => type !== undefined)) return [];
  if (!study.decorators.every((decorator) => harmless.test(decorator))) return [];
  if (["overload", "abstract", "crowded", "setter", "alias"].some((item) => study.traits.has(item as never)))
    return []; // trait names
  const type = typeOf(source, block, study);
  const closing = type === undefined ? -1 : closingBefore(source, block.colon);
  const index = source.all.end(closing);
  return type === undefined || index === undefined ? [] : [{ at: index, text: ` -> ${type}`, type }];
}

/**
 * Finds the bracket right before the colon; with anything else between them, even a comment, the head stays
 * unchanged.
 */
const closingBefore = (source: Source, colon: number): number =>
  source.word(colon - 1) === ")" ? colon - 1 : -1;

function typeOf(source: Source, block: Block, { returns }: Study): string | undefined {
  const ending = endOf(source, block);
  if (ending === undefined) return undefined;
  const givenReturns = returns.filter(({ shape }) => shape.kind !== "nothing" && shape.code !== "None");
  if (givenReturns.length === 0) return ending === "other" || block.name === "__init__" ? "None" : undefined;
  if (givenReturns.length < returns.length || ending !== "return") return undefined;
  const types = new Set(givenReturns.map(({ shape }) => literalType(shape)));
  const [only] = types;
  return types.size === 1 ? only : undefined;
}

function literalType({ kind, type, code }: Study["returns"][number]["shape"]): string | undefined {
  if (type === "boolean" && (kind === "literal" || kind === "truth")) return "bool";
  if (type === "string" && kind === "text") return "str";
  if (type === "number" && kind === "literal") return /^\d+$/.test(code) ? "int" : undefined;
  return undefined;
}

/** Returns the kind of the body's last top-level statement; undefined for a stub, a generator or a type comment. */
function endOf(source: Source, { colon, after }: Block): "return" | "raise" | "other" | undefined {
  let depth = 0;
  let last = "";
  let real = 0;
  let fresh = true;
  for (let index = colon + 1; index < after; index++) {
    const [kind, word] = [source.kind(index), source.word(index)];
    if (kind === "comment") {
      if (/^#\s*type:/.test(word)) return undefined;
      continue;
    }
    if (kind === "indent") depth += 1;
    else if (kind === "dedent") depth -= 1;
    else if (kind === "newline") fresh = true;
    else {
      if (word === "yield" && kind === "name") return undefined;
      if (fresh && depth === 1) {
        last = word;
        if (!["pass", "..."].includes(word) && kind !== "string") real += 1;
      }
      fresh = false;
    }
  }
  if (real === 0) return undefined;
  return last === "return" || last === "raise" ? last : "other";
}
