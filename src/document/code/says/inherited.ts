import type { Entry, Study } from "../../../code/index.ts";
import type { Declared, Symbol } from "../../../inspect/index.ts";
import { inTable, lastName } from "../../../lib/index.ts";

export type ParameterDocs = (symbol: Symbol, name: string, study: Study) => string | undefined;

type Said = (symbol: Symbol) => readonly Pick<Entry, "name" | "text">[];

/**
 * Returns what the docstring of a function says about a parameter passed on to it under the same name. Text
 * that function got from a callee of its own isn't inherited again, or each run would carry it one function
 * further.
 */
export function inheritedFrom(index: Pick<Declared, "calls">, documentedIn: Said): ParameterDocs {
  const textOf = (symbol: Symbol, name: string): readonly string[] =>
    documentedIn(symbol)
      .filter((entry) => entry.name === name)
      .map(({ text }) => sentenceIn(text, name))
      .filter(Boolean);
  return (symbol, name, study) => {
    const parameterNames = new Set(symbol.declaration.parameters.map((parameter) => parameter.name));
    const texts = (inTable(study.passed, name) ?? []).flatMap((taker) => {
      const called = lastName(taker);
      return index
        .calls(symbol)
        .filter(({ declaration }) => lastName(declaration.name) === called && declaration.docstring)
        .flatMap((callee) => {
          const handed = takers(callee, name, index).flatMap((taker) => textOf(taker, name));
          return textOf(callee, name)
            .filter((text) => !handed.some((item) => text.startsWith(item)))
            .filter((text) => !tellsOf(text, callee, parameterNames));
        });
    });
    const [one, other] = new Set(texts);
    return other === undefined ? one : undefined;
  };
}

/** Returns a function's documented callees with a parameter of that name. */
export const takers = (symbol: Symbol, name: string, index: Pick<Declared, "calls">): readonly Symbol[] =>
  symbol.declaration.parameters.some((parameter) => parameter.name === name)
    ? index
        .calls(symbol)
        .filter(
          ({ declaration }) =>
            declaration.docstring && declaration.parameters.some((parameter) => parameter.name === name),
        )
    : [];

/** Whether a text mentions other parameters of the callee that the caller lacks. */
function tellsOf(text: string, { declaration }: Symbol, parameterNames: ReadonlySet<string>): boolean {
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  return declaration.parameters.some(({ name }) => !parameterNames.has(name) && words.has(name));
}

/** Our own wording, which applies only to the function it was written for. */
const ours =
  /changed in place|passed on to `|if it isn't given|if left out|(?:iterated over|^its `.* used|^a function)(?:;|$)|^`[^`]*`(?:;|$)|^(?:defaults to|in (?:milliseconds|seconds|minutes|hours|days|bytes|kilobytes|megabytes|pixels|percent|degrees)) ?/;

/** How a sentence continues that begins with the name as an ordinary word: `name of the rule`. */
const goesOn = /^(?:of|to|for|in|on|from|with|is|are|that|which|used|or|and)\b/;

/** Returns a short text without its mark and layout. */
function sentenceIn(text: string, name: string): string {
  const isNamed = text.startsWith(`${name} `) && !goesOn.test(text.slice(name.length + 1));
  const sentence = isNamed ? text.slice(name.length) : text; // `@param name What it is`
  const plain = sentence
    .replace(/^(?:\{[^}]*\}\s*)?\[?[\w$.]*\]?\s*[-–—:]\s+/, "")
    .replace(/^\{[^}]*\}\s*/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length > 8 &&
    plain.length <= 160 &&
    plain.includes(" ") &&
    !/[`{}]{2}|::|^[-*]|@|%\(\w+\)s/.test(plain) &&
    !ours.test(plain)
    ? plain.replace(/\.$/, "")
    : "";
}
