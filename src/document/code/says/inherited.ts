import type { Entry, Study } from "../../../code/index.ts";
import type { Declared, Symbol } from "../../../inspect/index.ts";
import { lastName } from "../../../lib/index.ts";

export type ParameterDocs = (symbol: Symbol, name: string, study: Study) => string | undefined;

/** What the docstring of a function that a parameter is handed on to, under the same name, says of it. */
export function inheritedFrom(
  index: Pick<Declared, "calls">,
  said: (symbol: Symbol) => readonly Pick<Entry, "name" | "text">[],
): ParameterDocs {
  return (symbol, name, study) => {
    const uses = (Object.hasOwn(study.uses, name) && study.uses[name]) || [];
    const texts = uses.flatMap((use) => {
      if (use.kind !== "argument" || !use.of) return [];
      const called = lastName(use.of);
      return index
        .calls(symbol)
        .filter(({ declaration }) => lastName(declaration.name) === called && declaration.docstring)
        .flatMap((callee) => said(callee).filter((entry) => entry.name === name))
        .map(({ text }) => sentenceIn(text, name));
    });
    const [one, other] = new Set(texts.filter(Boolean));
    return other === undefined ? one : undefined;
  };
}

/** What we write ourselves: told of one function, it isn't of the next. */
const ours =
  /changed in place|called as `|have a meaning of their own|if it isn't given|if left out|^(?:defaults to|in (?:milliseconds|seconds|minutes|hours|days|bytes|kilobytes|megabytes|pixels|percent|degrees)) ?/;

/** A short text of its own, without its mark and without layout. */
function sentenceIn(text: string, name: string): string {
  const own = text.startsWith(`${name} `) ? text.slice(name.length) : text; // `@param name What it is`
  const plain = own
    .replace(/^(?:\{[^}]*\}\s*)?\[?[\w$.]*\]?\s*[-–—:]\s+/, "")
    .replace(/^\{[^}]*\}\s*/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length > 8 &&
    plain.length <= 160 &&
    plain.includes(" ") &&
    !/[`{}]{2}|::|^[-*]|@/.test(plain) &&
    !ours.test(plain)
    ? plain.replace(/\.$/, "")
    : "";
}
