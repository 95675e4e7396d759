import type { Annotation, Language, Study } from "../../code/index.ts";
import type { Declared, Symbol } from "../../inspect/index.ts";
import { lastName } from "../../lib/index.ts";

/** Returns the types that can be added to a declaration's head without doubt, if no other class affects them. */
export function annotationsFor(
  symbol: Symbol,
  { source, study, index }: { source: { text: string; language: Language }; study: Study; index: Declared },
): readonly Annotation[] {
  const { language, text } = source;
  const found = language.annotations?.(text, symbol.declaration, study) ?? [];
  return found.length && standsAlone(symbol, index) ? found : [];
}

/** Whether no other class of the project, or outside it, affects a method's type. */
function standsAlone({ declaration: { kind, name }, file }: Symbol, index: Declared): boolean {
  const dot = name.lastIndexOf(".");
  const last = name.slice(dot + 1);
  if (kind !== "method" || last === "__init__") return true;
  const owner = index.named(name.slice(0, dot)).find((item) => item.file === file);
  const bases = owner?.declaration.bases ?? [];
  return (
    bases.every((base) => isKnown(base, index, 0)) &&
    !/^__\w+__$/.test(last) &&
    index.named(last).length === 1
  );
}

const deepest = 8;

/** Whether all ancestors of a base class are declared in the project. */
function isKnown(base: string, index: Declared, depth: number): boolean {
  if (/^(?:object|ABC|abc\.ABC)$/.test(base)) return true;
  const found = index.named(lastName(base));
  return (
    depth < deepest &&
    found.length > 0 &&
    found.every(({ declaration }) =>
      (declaration.bases ?? []).every((base) => isKnown(base, index, depth + 1)),
    )
  );
}
