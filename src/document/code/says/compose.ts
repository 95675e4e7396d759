import type { Addition, Entry, Parameter, Study } from "../../../code/index.ts";
import { lastName } from "../../../lib/index.ts";
import { errorsToTell } from "./errors.ts";
import type { Known } from "./known.ts";
import { type Found, isInHead, missing } from "./missing.ts";
import { withPlainParameters, plainResult } from "./plain.ts";
import { type Opening, opening } from "./opening.ts";
import { returnsOf } from "./returned.ts";
import { stated } from "./stated.ts";
import { isServed, summaryOf } from "./summary.ts";

/** Returns what a declaration's docstring lacks and its source shows. */
export function compose(known: Known): Addition {
  const found = added(known);
  const truth = truthOf(known.declaration.parameters);
  if (!truth) return found;
  return {
    ...found,
    ...(found.summary && { summary: truth(found.summary) }),
    ...(found.returns && { returns: { ...found.returns, text: truth(found.returns.text) } }),
    raises: found.raises.map(({ type, when }) => ({ type, when: truth(when) })),
  };
}

/** Returns a function that describes booleans as true or false instead of given or missing. */
export function truthOf(parameters: readonly Parameter[]): ((text: string) => string) | undefined {
  const truths = parameters.filter(
    ({ type, default: value = "" }) => /^bool(?:ean)?$/.test(type ?? "") || /^(?:true|false)$/i.test(value),
  );
  if (truths.length === 0) return undefined;
  const names = new Set(truths.map(({ name }) => `\`${name}\``));
  return (text) =>
    text.replaceAll(
      /((?:`[^`]*` (?:and|or) ){0,2}`[^`]*`) (is|are) (given|empty or missing)(?= and| or|[,.;:]|$)/g,
      (whole, subjects: string, verb: string, what: string) => {
        const all = subjects.match(/`[^`]*`/g) ?? [];
        const truth = what === "given" ? "true" : "false";
        if (all.every((item) => names.has(item))) return `${subjects} ${verb} ${truth}`;
        if (!all.some((item) => names.has(item))) return whole;
        return subjects.replaceAll(/`[^`]*`/g, (one) => `${one} is ${names.has(one) ? truth : what}`);
      },
    );
}

const none: Addition = { parameters: [], raises: [], examples: [] };

function added(known: Known): Addition {
  const { declaration, study, entries } = known;
  if (study.traits.has("alias") || study.traits.has("crowded")) return none;
  const callable = declaration.kind === "function" || declaration.kind === "method";
  if (isClosed(known))
    return entries.some(({ name }) => name === "type") ? besideType(known, callable) : none;
  const parts = partsOf(known, callable);
  return (known.isNamed && callable) || isWorth(parts, known) ? begun(parts, known) : none;
}

/** Returns what a type comment doesn't cover: the errors, and for a value what it is. */
function besideType(known: Known, callable: boolean): Addition {
  const raises = callable ? errorsToTell(known) : [];
  const { pageSentence, entries, source, declaration } = known;
  const hasEntryText = entries.some(({ name, text }) => name !== "type" && text !== "");
  const summary = hasEntryText || callable ? undefined : (pageSentence ?? stated(source, declaration));
  return { ...none, raises, ...(summary !== undefined && { summary: `${summary.replace(/[.:;]+$/, "")}.` }) };
}

/** Whether only the author should write a docstring here. */
function isClosed({ declaration, study, python }: Known): boolean {
  const test = python && /(?:^|\.)test(?:_\w+)?$/.test(declaration.name); // test runners show the docstring instead of the name
  return study.traits.has("closed") || test || (python && isServed(study));
}

/** What can be said about a declaration. */
interface Parts extends Pick<Addition, "raises" | "examples"> {
  readonly summary: string | undefined;
  readonly lifted: Addition["lifted"] | undefined;
  readonly returns: Addition["returns"] | undefined;
  readonly deprecated: string | undefined;
  readonly found: readonly Found[];
  /** It has neither a docstring nor a comment to turn into one. */
  readonly bare: boolean;
}

const has = (entries: readonly Entry[], kind: Entry["kind"]): boolean =>
  entries.some((entry) => entry.kind === kind);

function partsOf(known: Known, callable: boolean): Parts {
  const { declaration, study, entries } = known;
  const doc = declaration.docstring;
  const written = entries[0]?.text ?? "";
  const isSummarized =
    doc && (written || entries.some(({ name }) => name === "description" || name === "summary"));
  const lifted = doc ? undefined : known.above;
  const isGiven = has(entries, "returns");
  const summary =
    isSummarized || lifted
      ? undefined
      : (summaryOf(isGiven ? { ...known, pageSentence: undefined } : known) ?? known.described?.summary);
  const hasProse = doc !== undefined && known.prose;
  const returns =
    callable && !hasProse && !isGiven
      ? returnsOf(known, summary ?? lifted?.lines.join(" ") ?? written)
      : undefined;
  const raises = callable || declaration.kind === "constant" ? errorsToTell(known) : [];
  const found = callable && !hasProse ? missing(known) : [];
  return {
    summary,
    lifted,
    returns:
      returns ??
      (known.isNamed && callable && !hasProse && !isGiven ? plainResult(known, written) : undefined),
    raises,
    found: known.isNamed && callable && !hasProse ? withPlainParameters(known, found) : found,
    examples: has(entries, "example") || /```|>>>|\bexample\b/i.test(written) ? [] : known.examples,
    deprecated: has(entries, "deprecated") ? undefined : deprecation(study),
    bare: !doc && !lifted,
  };
}

/** Whether the content justifies a new docstring. */
function isWorth({ summary, returns, raises, examples, found, bare }: Parts, { prose }: Known): boolean {
  const strong =
    raises.some(
      ({ type, when }) => /\bif |"|\bwhen\b/.test(when) || (when === "" && !general.has(lastName(type))),
    ) ||
    examples.length > 0 ||
    found.some((item) => item.strong && !item.bare && !isInHead(item));
  if (bare && !summary && !returns && !strong) return false;
  // if errors have no type of their own, being able to fail isn't a sentence to begin with
  const isAlone = prose && bare && !summary && !returns;
  return !isAlone || raises.length === 0 || !raises.every(({ type }) => general.has(lastName(type)));
}

/** Returns the additions: in Python they need a first sentence, and one that only repeats the name isn't enough. */
function begun(
  { summary, lifted, returns, raises, examples, deprecated, found, bare }: Parts,
  known: Known,
): Addition {
  const { python, overridden, callers, entries } = known;
  // the head shows defaults in Python
  const parameters = found.filter(
    ({ strong, text }) => strong && !(python && text.startsWith("defaults to")),
  );
  const ofCallee = ({ text }: Found): boolean => /^[A-Z]|^passed on to `(?:self|cls)\./.test(text);
  const isLittle = !known.isNamed && parameters.every(ofCallee); // not worth a docstring
  const begins: Opening =
    python && bare && !summary
      ? opening({ returns, raises, parameters: isLittle ? [] : parameters, overridden })
      : {};
  const heading = summary ?? begins.text;
  if (python && bare && heading === undefined && examples.length === 0) return none;
  const isCalled = callers?.length && !has(entries, "other") && !/\bCalled by\b/.test(entries[0]?.text ?? "");
  return {
    ...(heading && { summary: heading }),
    ...(lifted && { lifted }),
    parameters: begins.of === "parameter" ? parameters.slice(1) : parameters,
    ...(returns && begins.of !== "returns" && { returns }),
    raises: begins.of === "raises" ? [] : raises,
    examples,
    ...(deprecated && { deprecated }),
    ...(isCalled && { notes: [`Called by ${callers.join(", ")}.`] }),
  };
}

const general = new Set(["error", "Error", "Exception"]);

/** Returns the message of a deprecation marker: `@deprecated("use f")`, `@Deprecated(since = "9")`. */
function deprecation({ decorators, steps }: Study): string | undefined {
  const warned = steps.find(
    ({ inner, shape: { name = "", parts = [] } }) =>
      !inner &&
      /^(?:process\.emitWarning|console\.warn)$/.test(name) &&
      /\bdeprecated\b/i.test(parts[0] ?? ""),
  );
  const [, message] = /^["'`]([^"'`$]{10,150})["'`]$/.exec(warned?.shape.parts?.[0] ?? "") ?? [];
  if (message) return message;
  const marked = decorators.find((decorator) => /^(?:[\w.]+\.)?[dD]eprecated\b/.test(decorator));
  if (!marked) return undefined;
  const [, since] = /\bsince\s*=\s*"([^"]*)"/.exec(marked) ?? [];
  const text = /\(\s*["']([^"']{3,120})["']/.exec(marked)?.[1];
  return since ? `since ${since}` : text;
}
