import { type Entry, type Language, languageOf, type Study } from "../../code/index.ts";
import type { Index, Symbol } from "../../inspect/index.ts";
import { posix } from "node:path";

export type ParameterDocs = (symbol: Symbol, name: string, study: Study) => string | undefined;

/** What the docstring of a function that a parameter is handed on to, under the same name, says of it. */
export async function inheritedFrom(index: Index): Promise<ParameterDocs> {
  const languages = new Map<string, Language | undefined>();
  for (const file of index.files) {
    const ending = posix.extname(file);
    if (!languages.has(ending)) languages.set(ending, await languageOf(file));
  }
  const known = new Map<Symbol, readonly Entry[]>();
  const entriesOf = (symbol: Symbol): readonly Entry[] => {
    const text = index.text(symbol.file);
    const found =
      known.get(symbol) ??
      (symbol.declaration.docstring && text !== undefined
        ? (languages.get(posix.extname(symbol.file))?.entries(text, symbol.declaration) ?? [])
        : []);
    known.set(symbol, found);
    return found;
  };
  return (symbol, name, study) => {
    const uses = (Object.hasOwn(study.uses, name) && study.uses[name]) || [];
    const texts = uses.flatMap((use) => {
      if (use.kind !== "argument" || !use.of) return [];
      const called = last(use.of);
      return index
        .calls(symbol)
        .filter(({ declaration }) => last(declaration.name) === called && declaration.docstring)
        .flatMap((callee) =>
          entriesOf(callee).filter((entry) => entry.kind === "parameter" && entry.name === name),
        )
        .map(({ text }) => sentenceIn(text));
    });
    const [one, other] = new Set(texts.filter(Boolean));
    return other === undefined ? one : undefined;
  };
}

const last = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** A short text of its own, without its mark and without layout. */
function sentenceIn(text: string): string {
  const plain = text
    .replace(/^(?:\{[^}]*\}\s*)?\[?[\w$.]*\]?\s*[-–—:]\s+/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length > 8 && plain.length <= 160 && plain.includes(" ") && !/[`{}]{2}|::|^[-*]|@/.test(plain)
    ? plain.replace(/\.$/, "")
    : "";
}
