import type { Addition, Entry, Parameter, Remark, Study } from "../../code/index.ts";
import { spoken } from "./conditions.ts";
import type { Described } from "./described.ts";
import { documentedNames, isDocumented, plain } from "./names.ts";
import { parameterText, type ParameterText } from "./parameters.ts";
import { caught, given, keys, known, result, undone } from "./results.ts";
import type { Subject } from "./subject.ts";
import { headingOf, isServed, summaryOf } from "./summary.ts";
import { capital, code } from "./words.ts";
import { lastName } from "../../lib/index.ts";

/** An error that a declaration can raise, with the places that raise it. */
export interface Raise {
  readonly type: string;
  /** The declaration that raises it, where it is another. */
  readonly from?: string;
  readonly when?: string;
  /** What was caught before, or what failed. */
  readonly after?: string;
  readonly message?: string;
  /** Reached wherever nothing was returned or thrown before. */
  readonly last?: true;
}

export interface Example {
  readonly title?: string;
  readonly code: string;
}

export interface Known extends Subject {
  readonly entries: readonly Entry[];
  readonly raises: readonly Raise[];
  readonly examples: readonly Example[];
  /** Parameters that the docstring knows under an older name. */
  readonly renamed: ReadonlySet<string>;
  /** What its author says of it in a comment that is no docstring. */
  readonly above?: Remark | undefined;
  /** What a model says of it where it has no docstring. */
  readonly described?: Described | undefined;
  /** Who calls it; told where asked for. */
  readonly callers?: readonly string[];
  /** Also what the language's convention expects beside the text, such as JSDoc's types. */
  readonly javascript: boolean;
  /** A docstring has to begin with a sentence. */
  readonly python: boolean;
  /** A docstring that is there isn't given lists of parameters. */
  readonly prose: boolean;
  /** What the docstring of a callee says of a parameter that it is handed. */
  inherited?(parameter: string): string | undefined;
}

/** What a declaration's docstring lacks and the source shows. */
export function compose(known: Known): Addition {
  const { declaration, study, entries } = known;
  const doc = declaration.docstring;
  const has = (kind: Entry["kind"]): boolean => entries.some((entry) => entry.kind === kind);
  const callable = declaration.kind === "function" || declaration.kind === "method";
  const test = known.python && /(?:^|\.)test(?:_\w+)?$/.test(declaration.name); // a runner shows its docstring for its name
  const closed = study.traits.has("closed") || test || (known.python && isServed(study));
  const none: Addition = { parameters: [], raises: [], examples: [] };
  if (closed || study.traits.has("alias") || study.traits.has("crowded")) return none;
  const written = entries[0]?.text ?? "";
  const said = doc && (written || entries.some(({ name }) => name === "description" || name === "summary"));
  const lifted = doc ? undefined : known.above;
  const summary =
    said || lifted
      ? undefined
      : (summaryOf(has("returns") ? { ...known, told: undefined } : known) ?? known.described?.summary);
  const told = doc !== undefined && known.prose;
  const returns =
    callable && !told && !has("returns")
      ? returnsOf(known, summary ?? lifted?.lines.join(" ") ?? written)
      : undefined;
  const raises = callable || declaration.kind === "constant" ? raisesOf(known) : [];
  const found = callable && !told ? missing(known) : [];
  const examples = has("example") || /```|>>>|\bexample\b/i.test(written) ? [] : known.examples;
  const deprecated = has("deprecated") ? undefined : deprecation(study);
  const strong =
    raises.some(({ when }) => /\bif |"|\bwhen\b/.test(when)) ||
    raises.length > most ||
    examples.length > 0 ||
    found.some((one) => one.strong && !(known.python && one.text.startsWith("defaults to")));
  if (!doc && !summary && !returns && !strong && !lifted) return none;
  const phrased = known.python && !doc ? headingOf(declaration.name) : undefined;
  const named = phrased && `${capital(phrased)}.`;
  const [raise, another] = raises;
  // where the name makes no sentence, the one error does
  const alone =
    known.python && !doc && !summary && !named && !another && raise?.when.startsWith("if ")
      ? raise
      : undefined;
  const heading =
    summary ?? named ?? (alone && `Raises \`${alone.type}\` ${alone.when.replace(/\."$/, '"')}.`);
  if (known.python && !doc && heading === undefined && examples.length === 0) return none;
  return {
    ...(heading && { summary: heading }),
    ...(lifted && { lifted }),
    parameters: found.filter(({ strong: own }) => own), // the head shows the rest
    ...(returns && { returns }),
    raises: alone ? [] : raises,
    examples,
    ...(deprecated && { deprecated }),
    ...(known.callers?.length &&
      !has("other") &&
      !/\bCalled by\b/.test(written) && {
        notes: [`Called by ${known.callers.join(", ")}.`],
      }),
  };
}

/** What a decorator or an annotation says: `@deprecated("use f")`, `@Deprecated(since = "9")`. */
function deprecation({ decorators }: Study): string | undefined {
  const marked = decorators.find((one) => /^(?:[\w.]+\.)?[dD]eprecated\b/.test(one));
  if (!marked) return undefined;
  const [, since] = /\bsince\s*=\s*"([^"]*)"/.exec(marked) ?? [];
  const text = /\(\s*["']([^"']{3,120})["']/.exec(marked)?.[1];
  if (since) return `since ${since}`;
  return text ?? (/^Deprecated\b/.test(marked) ? "not to be used in new code" : undefined);
}

type Found = Addition["parameters"][number] & Pick<ParameterText, "strong">;

function missing(known: Known): readonly Found[] {
  const { declaration, study, entries, javascript, renamed } = known;
  const names = documentedNames(declaration);
  return declaration.parameters.flatMap((parameter, place) => {
    const own = names[place] ?? parameter.name;
    if (isDocumented(declaration, place, entries) || renamed.has(own)) return [];
    const fields = study.fields[place] ?? [];
    const whole = plain.test(parameter.name);
    const below = whole
      ? []
      : fields
          .map(({ name, default: value }) =>
            one({ name, ...(value !== undefined && { default: value }) }, `${own}.${name}`),
          )
          .filter(({ text }) => text);
    if (whole) return [one(parameter, own)].filter(({ text, type }) => text || type);
    // what is taken apart has its defaults out of its readers' sight
    return below.length
      ? [{ name: own, text: "", strong: true }, ...below.map((field) => ({ ...field, strong: true }))]
      : [];
  });

  function one(parameter: Parameter, name: string): Found {
    const { text, strong } = parameterText(parameter, study, {
      told: known.inherited?.(parameter.name) ?? known.described?.parameters[name],
      source: known.source,
    });
    const typed = typeOf(parameter, javascript);
    const { default: value } = parameter;
    const shown = javascript && value !== undefined && /^[\w.'"-]{1,30}$/.test(value); // `[name=value]`
    return {
      name,
      ...typed,
      text: shown ? text.replace(/(?:; )?defaults to `[^`]*`$/, "") : text,
      ...(value !== undefined && { value }),
      strong: strong || typed.type !== undefined,
    };
  }
}

/** The type that a default leaves no doubt about; the checker infers the same. */
function typeOf(
  { default: value }: Pick<Parameter, "name" | "default">,
  javascript: boolean,
): { readonly type?: string } {
  if (!javascript || value === undefined) return {};
  if (/^-?\d[\d_]*(?:\.\d+)?$/.test(value)) return { type: "number" };
  if (/^(?:"[^"\n]*"|'[^'\n]*')$/.test(value)) return { type: "string" };
  return value === "true" || value === "false" ? { type: "boolean" } : {};
}

function returnsOf(
  { declaration: { name, returns, parameters }, study, source, javascript, python, described }: Known,
  said: string,
): Addition["returns"] {
  const silent = /(?:^|\.)(?:constructor|__init__)$/.test(name) || study.traits.has("setter");
  if (silent || /^(?:Promise<)?(?:void|never|None)>?$/.test(returns ?? "") || study.traits.has("generator"))
    return undefined;
  const ways = result(study, given(parameters, study)) ?? undone(study);
  const failed = caught(source);
  const text =
    [ways, ways?.includes(failed ?? "") ? undefined : failed].filter(Boolean).join("; ") ||
    (keys(study, returns, python ? "dict" : javascript ? "object" : undefined) ?? described?.returns);
  const types = new Set(study.returns.map(({ shape }) => shape.type));
  const [type] = types;
  const wide = type && (study.traits.has("async") ? `Promise<${type}>` : type);
  const typed = javascript && types.size === 1 && wide ? { type: wide } : {};
  const repeated = text !== undefined && said.replaceAll(/[\s*]+/g, " ").includes(text);
  if (text === undefined || repeated)
    return "type" in typed && !said.startsWith("Tells whether") ? { text: "", ...typed } : undefined;
  return { text, ...typed };
}

function raisesOf({ raises, entries, declaration, study }: Known): Addition["raises"] {
  const names = given(declaration.parameters, study);
  const [, first] = /^Raises `([\w.]+)` if /.exec(entries[0]?.text ?? "") ?? [];
  const said = new Set(
    [...entries.filter(({ kind }) => kind === "raises").map(({ name }) => name), first ?? ""].map(lastName),
  );
  const told = raises.filter(({ from }) => from === undefined || lastName(from).length > 1); // no shortened names
  const byType = Map.groupBy(
    told.filter(({ type }) => !said.has(lastName(type)) && !(said.has("*") && type !== "panic")),
    ({ type }) => type,
  );
  const brief = byType.size > most;
  return [...byType].flatMap(([type, all]) => {
    const when = brief && all.every(({ from }) => from) ? fromThose(all) : conditions(all, names);
    return when || all.some(({ last }) => last) ? [{ type, when }] : [];
  });
}

/** Of more errors than that, those of callees are told without their conditions. */
const most = 4;

function fromThose(all: readonly Raise[]): string {
  const names = [...new Set(all.flatMap(({ from = "" }) => code(from, 60) ?? []))];
  return `from ${names.slice(0, 2).join(names.length > 2 ? ", " : " and ")}${names.length > 2 ? " and others" : ""}`;
}

/** What the declaration itself raises comes with its condition; of callees one does, several are named. */
function conditions(all: readonly Raise[], parameters: ReadonlySet<string>): string {
  const own = [
    ...new Set(
      all
        .filter(({ from }) => !from)
        .map((one) => condition(one, { all, parameters }))
        .filter(Boolean),
    ),
  ];
  const others = all.filter(({ from }) => from);
  const told = own.length > 3 ? [...own.slice(0, 2), `in ${own.length - 2} more cases`] : own;
  const explained = others.filter(({ when, message }) => message ?? when);
  if (others.length && explained.length === others.length && others.length < 3)
    told.push(...new Set(others.map((one) => condition(one, { all, parameters }))));
  else if (others.length) told.push(fromThose(others));
  return told.filter(Boolean).join("; ");
}

/** What went before an error: the types that were caught, in Python a tuple of them, or what failed. That just anything was caught says nothing. */
function occasion(after: string): string | undefined {
  const types = /^\(?([\w.]+(?:,\s*[\w.]+)*),?\)?$/.exec(after)?.[1]?.split(/,\s*/) ?? [];
  if (!types.every((type) => /^[A-Z]|[eE]rror$/.test(type.replace(/^.*\./, ""))) || types.length === 0) {
    const failed = code(after, 50);
    return failed && `${failed} fails`;
  }
  if (types.some((type) => /^(?:Base)?Exception$/.test(type))) return undefined;
  return `${types.map((type) => `\`${type}\``).join(" or ")} is caught`;
}

function condition(
  { from, when, after, message, last }: Raise,
  { all, parameters }: { readonly all: readonly Raise[]; readonly parameters: ReadonlySet<string> },
): string {
  const source = from ? `from ${code(from, 60) ?? "a callee"}` : "";
  const said = message
    ? `"${message.replaceAll(/\\?[`"]/g, "'").replace(/,? (?:but )?(?:got|received|found)\b.*\.\.\..*$/, "")}"`
    : "";
  // of names that only the body has, a message tells more
  const inside = said && when && (from !== undefined || !known(when, parameters));
  const words = when && !inside ? spoken(when, (name) => parameters.has(name)) : undefined;
  const whole = words && words.raw < words.parts;
  const shown = whole ? words.text : when && !inside ? code(when, 45) : undefined;
  const before = shown ?? (after && occasion(after));
  const why = before ? `if ${before}` : "";
  const reason = why && said && !whole ? `${why}: ${said}` : why || said;
  if (!source && !reason && last && all.some((one) => one.when)) return "in any other case";
  return [source, reason].filter(Boolean).join(", ");
}
