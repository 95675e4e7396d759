import type { Addition, Declaration, Entry, Parameter, Remark, Study } from "../../../code/index.ts";
import type { Described } from "./described.ts";
import { errorsToTell, most } from "./errors.ts";
import type { Raise } from "./raise.ts";
import { absent } from "./lookups.ts";
import { made, tuple } from "./made.ts";
import { documentedNames, isDocumented, plain } from "../words/names.ts";
import { othersTo, parameterText, type ParameterText } from "./parameters.ts";
import { caught, given, keys, result, undone } from "./results.ts";
import type { Subject } from "./subject.ts";
import { headingOf, isServed, summaryOf, tellsMore } from "./summary.ts";
import { capital, lastName } from "../../../lib/index.ts";

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
  /** What the docstring of the method says that it stands in the place of: its own would hide that. */
  readonly overridden?: string | undefined;
  /** What the docstring of a callee says of a parameter that it is handed. */
  inherited?(parameter: string): string | undefined;
}

/** What a declaration's docstring lacks and the source shows. */
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

/** Says of what is true or false that it is, not that it is given or missing. */
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
        if (all.every((one) => names.has(one))) return `${subjects} ${verb} ${truth}`;
        if (!all.some((one) => names.has(one))) return whole;
        return subjects.replaceAll(/`[^`]*`/g, (one) => `${one} is ${names.has(one) ? truth : what}`);
      },
    );
}

function added(known: Known): Addition {
  const { declaration, study, entries } = known;
  const doc = declaration.docstring;
  const has = (kind: Entry["kind"]): boolean => entries.some((entry) => entry.kind === kind);
  const callable = declaration.kind === "function" || declaration.kind === "method";
  const test = known.python && /(?:^|\.)test(?:_\w+)?$/.test(declaration.name); // a runner shows its docstring for its name
  const closed = study.traits.has("closed") || test || (known.python && isServed(study));
  const none: Addition = { parameters: [], raises: [], examples: [] };
  if (study.traits.has("alias") || study.traits.has("crowded")) return none;
  // a type that is written elsewhere says what is taken and given, not what is raised
  if (closed)
    return callable && entries.some(({ name }) => name === "type")
      ? { ...none, raises: errorsToTell(known) }
      : none;
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
  const raises = callable || declaration.kind === "constant" ? errorsToTell(known) : [];
  const beside = [returns?.text, ...raises.map(({ when }) => when), ...entries.map(({ text }) => text)].join(
    " ",
  );
  const found = callable && !told ? missing(known).map((one) => unsaid(one, beside)) : [];
  const examples = has("example") || /```|>>>|\bexample\b/i.test(written) ? [] : known.examples;
  const deprecated = has("deprecated") ? undefined : deprecation(study);
  const strong =
    raises.some(({ when }) => /\bif |"|\bwhen\b/.test(when)) ||
    raises.length > most ||
    examples.length > 0 ||
    found.some((one) => one.strong && !one.bare && !isInHead(one));
  if (!doc && !summary && !returns && !strong && !lifted) return none;
  // that it can fail is no sentence to begin with, where its errors have no type of their own
  const bare = known.prose && !doc && !summary && !returns && !lifted;
  if (bare && raises.length > 0 && raises.every(({ type }) => general.has(lastName(type)))) return none;
  const begins =
    known.python && !doc && !summary && !lifted
      ? opening(declaration, {
          returns,
          raises,
          parameters: found.filter(({ strong: own }) => own).length,
          overridden: known.overridden,
        })
      : {};
  const heading = summary ?? begins.text;
  if (known.python && !doc && !lifted && heading === undefined && examples.length === 0) return none;
  const isNamed = known.python && !doc && !lifted && !summary && !begins.returns && !begins.raises;
  const handsOn = found.every(
    ({ strong: own, text }) => !own || /^(?:what is left is )?passed on to `(?:self|cls)\./.test(text),
  );
  // its name in words, and that it hands on what it is given: neither is worth a docstring
  if (isNamed && handsOn && !returns && raises.length + examples.length === 0) return none;
  return {
    ...(heading && { summary: heading }),
    ...(lifted && { lifted }),
    parameters: found.filter(
      ({ strong: own, text }) => own && !(known.python && text.startsWith("defaults to")),
    ), // the head shows the rest
    ...(returns && !begins.returns && { returns }),
    raises: begins.raises ? [] : raises,
    examples,
    ...(deprecated && { deprecated }),
    ...(known.callers?.length &&
      !has("other") &&
      !/\bCalled by\b/.test(written) && {
        notes: [`Called by ${known.callers.join(", ")}.`],
      }),
  };
}

const general = new Set(["error", "Error"]);

/** A default that stands in the head: what is taken apart has its own out of its readers' sight. */
const isInHead = ({ name, text }: Found): boolean => text.startsWith("defaults to") && !name.includes(".");

/** A summary that says of yes and no what they mean, and a text that only adds when one of them comes. */
const asks =
  /^[\s/*"']*(?:returns?|tells|checks?|determines?|whether|is|are|has|can)\b[^.]*\b(?:true|false|whether|if)\b/i;
const truths = /^`(?:true|false|True|False)` if (?!.*(?:; |, otherwise ))/;

const bothTruths = /^`(?:true|false|True|False)` if .*, otherwise `(?:true|false|True|False)`$/;

/** What is given, and what where nothing is found; of the same value both conditions. */
function joined(ways: string | undefined, none: string | undefined): string | undefined {
  if (ways === undefined || none === undefined || ways.includes("otherwise")) return ways ?? none;
  const [value = "", when] = none.split(" if ");
  if (
    ways.split("; ").includes(none) ||
    (when !== undefined && ways.startsWith(`${value} if `) && ways.endsWith(when))
  )
    return ways;
  const same = when !== undefined && ways.startsWith(`${value} if `) && !ways.includes(";");
  return same ? `${ways}, or if ${when}` : `${ways}; ${none}`;
}

interface Opening {
  readonly text?: string;
  /** It tells what is given back, or the errors. */
  readonly returns?: true;
  readonly raises?: true;
}

/** The sentence that a docstring of Python begins with where nothing sums the function up: what it gives, else that of the method in whose place it stands, else its errors, else what its name says. */
function opening(
  { name }: Declaration,
  {
    returns,
    raises,
    parameters,
    overridden,
  }: {
    readonly overridden: string | undefined;
    readonly returns: Addition["returns"] | undefined;
    readonly raises: Addition["raises"];
    readonly parameters: number;
  },
): Opening {
  if (overridden !== undefined) return { text: overridden };
  if (returns?.text && returns.text.length < 200) return { text: `Returns ${returns.text}.`, returns: true };
  const errors = raises
    .map(({ type, when }) => `\`${type}\`${when.startsWith('"') ? ":" : ""} ${when}`)
    .join("; ");
  const plain =
    raises.length > 0 &&
    raises.every(
      ({ when }) => /^(?:if |"|from )/.test(when) && (raises.length === 1 || !when.includes("; ")),
    ) &&
    errors.length < 200;
  const phrased = headingOf(name);
  if (plain && (!phrased || parameters === 0 || raises.length === 1))
    return { text: `Raises ${errors}.`.replace(/(?<!\.)\."\.$/, '".'), raises: true };
  return phrased ? { text: `${capital(phrased)}.` } : {};
}

/** What a decorator or an annotation says: `@deprecated("use f")`, `@Deprecated(since = "9")`. */
function deprecation({ decorators, steps }: Study): string | undefined {
  const warned = steps.find(
    ({ inner, shape: { name = "", parts = [] } }) =>
      !inner &&
      /^(?:process\.emitWarning|console\.warn)$/.test(name) &&
      /\bdeprecated\b/i.test(parts[0] ?? ""),
  );
  const [, message] = /^["'`]([^"'`$]{10,150})["'`]$/.exec(warned?.shape.parts?.[0] ?? "") ?? [];
  if (message) return message;
  const marked = decorators.find((one) => /^(?:[\w.]+\.)?[dD]eprecated\b/.test(one));
  if (!marked) return undefined;
  const [, since] = /\bsince\s*=\s*"([^"]*)"/.exec(marked) ?? [];
  const text = /\(\s*["']([^"']{3,120})["']/.exec(marked)?.[1];
  return since ? `since ${since}` : text;
}

type Found = Addition["parameters"][number] &
  Pick<ParameterText, "strong"> & {
    /** Nothing but a type and a default, which the head shows, too: no reason for a comment. */
    readonly bare?: true;
  };

/** Without values that are told of beside it, with what they mean. */
function unsaid(found: Found, beside: string): Found {
  const [values] = /(?:`["'][^`]*["']`(?:, | and )?)+ have a meaning of their own/.exec(found.text) ?? [];
  if (!values || !(values.match(/`[^`]*`/g) ?? []).every((one) => beside.includes(one))) return found;
  const text = found.text
    .replace(values, "")
    .replace(/^; |; $/, "")
    .replace("; ; ", "; ");
  return { ...found, text, strong: text !== "" && !/^(?:in|defaults to) /.test(text) };
}

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
            one(
              {
                name,
                ...(parameter.type !== undefined && { type: parameter.type }),
                ...(value !== undefined && { default: value }),
              },
              `${own}.${name}`,
            ),
          )
          .filter(({ text, value = "" }) => text && !(parameter.type && nothing.test(value)));
    if (whole) return [one(parameter, own)].filter(({ text, type }) => text || type);
    // what is taken apart has its defaults out of its readers' sight
    const others = othersTo(parameter, known.source) ?? "";
    return below.length || others
      ? [{ name: own, text: others, strong: true }, ...below.map((field) => ({ ...field, strong: true }))]
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
    const said = shown ? text.replace(/(?:; )?defaults to `[^`]*`$/, "") : text;
    const isTyped = typed.type !== undefined;
    return {
      name,
      ...typed,
      text: said,
      ...(value !== undefined && { value }),
      strong: strong || isTyped,
      ...(isTyped && said === "" && { bare: true as const }),
    };
  }
}

/** What a field with a type is taken to be without saying anything: no text and no number. */
const nothing = /^(?:""|''|``|0|(?![-"'`\d]).+)$/;

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

/** Whether prose says of the value that something begins with that it is given back: "If there is none, return None." */
function tellsValue(said: string, text: string): boolean {
  const [, value = ""] = /^`([^`]*)`/.exec(text) ?? [];
  const given = said.replaceAll(/[`*]/g, "").matchAll(/\breturns? ([^\s.,;:]+)/gi);
  return value !== "" && [...given].some(([, one]) => one === value);
}

/** What is made, and what comparing gives, is known. */
const unsaidOf = /(?:^|\.)(?:constructor|__init__|__(?:lt|le|gt|ge|eq|ne)__)$/;

function returnsOf(
  { declaration: { name, returns, parameters }, study, source, file, javascript, python, described }: Known,
  written: string,
): Addition["returns"] {
  const said = written.replaceAll(/\{@code ([^{}]*)\}/g, "`$1`"); // as Javadoc has it
  const silent = unsaidOf.test(name) || study.traits.has("setter");
  if (silent || /^(?:Promise<)?(?:void|never|None)>?$/.test(returns ?? "") || study.traits.has("generator"))
    return undefined;
  const names = given(parameters, study, source);
  const ways = joined(
    result(study, names, source) ??
      undone(study) ??
      made(study, name) ??
      (python ? tuple(study, returns) : undefined),
    absent(study, names, { source, file }),
  );
  const whenCaught = caught(study, names, source);
  const failed = whenCaught && tellsValue(said, whenCaught) ? undefined : whenCaught;
  const isBoth = /\btrue\b/i.test(said) && /\bfalse\b/i.test(said);
  const isTold =
    ways?.startsWith("whether ") &&
    (isBoth ||
      /\b(?:returns?|tells|checks?|determines?) (?:whether|if)\b/i.test(said) ||
      !tellsMore(ways, { name, parameters }));
  const text =
    [isTold ? undefined : ways, ways?.includes(failed ?? "") ? undefined : failed]
      .filter(Boolean)
      .join("; ") ||
    (keys(study, returns, python ? "dict" : javascript ? "object" : undefined) ?? described?.returns);
  const types = new Set(study.returns.map(({ shape }) => shape.type));
  const [type] = types;
  const wide = type && (study.traits.has("async") ? `Promise<${type}>` : type);
  const typed = javascript && types.size === 1 && wide ? { type: wide } : {};
  const repeated =
    text !== undefined &&
    said
      .replaceAll("\\\\", "\\")
      .replaceAll(/[\s*]+/g, " ")
      .includes(text);
  const isSame = isBoth && text !== undefined && bothTruths.test(text);
  if (text === undefined || repeated || isSame || (truths.test(text) && asks.test(said)))
    return said && "type" in typed && !said.startsWith("Tells whether") ? { text: "", ...typed } : undefined;
  return { text, ...typed };
}
