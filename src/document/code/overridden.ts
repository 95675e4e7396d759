import type { Declared, Symbol } from "../../inspect/index.ts";
import { lastName, ownerName } from "../../lib/index.ts";

const deepest = 20;

/** Returns the first sentence of the overridden method, if the project declares and documents it. */
export function overridden(symbol: Symbol, index: Pick<Declared, "named" | "meaning">): string | undefined {
  const { name } = symbol.declaration;
  const owner = ownerName(name);
  const open = index.named(lastName(owner)).filter((item) => item.file === symbol.file && isClass(item));
  const seen = new Set(open);
  for (let at = open.shift(); at && seen.size < deepest; at = open.shift()) {
    const overriddenSymbol =
      at.file === symbol.file && at.declaration.name === owner ? undefined : methodOf(at, name, index);
    if (overriddenSymbol) return firstSentence(overriddenSymbol.declaration.docstring?.doc.summary ?? "");
    for (const base of at.declaration.bases ?? []) {
      const found = index.meaning(base, at.file);
      if (!found || !isClass(found) || seen.has(found)) continue;
      seen.add(found);
      open.push(found);
    }
  }
  return undefined;
}

const isClass = ({ declaration }: Symbol): boolean => declaration.kind === "class";

const methodOf = (owner: Symbol, name: string, index: Pick<Declared, "named">): Symbol | undefined =>
  index
    .named(`${owner.declaration.name}.${lastName(name)}`)
    .find((item) => item.file === owner.file && item.declaration.docstring !== undefined);

/** Sentences about overriding, or about what the base class lacks, which an override makes untrue. */
const ofBase = /\b(?:implement|overrid|subclass|abstract|base|default|never|not|must|should)|n't\b/i;

function firstSentence(text: string): string | undefined {
  const [sentence = ""] = text
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?]) (?=[A-Z`])/);
  // our own sentences aren't inherited: a second run would find one where the first found none
  const isOurs = sentence.includes("`") || /^(?:Raises|Does nothing)\b/.test(sentence);
  return !isOurs &&
    !ofBase.test(sentence) &&
    sentence.length > 10 &&
    sentence.length < 200 &&
    !sentence.includes('"""')
    ? sentence.replace(/[.:]?$/, ".")
    : undefined;
}
