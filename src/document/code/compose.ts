import type { Addition, Declaration, Entry, Parameter, Study } from "../../code/index.ts";
import { parameterText } from "./parameters.ts";
import { given, result } from "./shapes.ts";
import { summaryOf, type Subject } from "./summary.ts";
import { code, some } from "./words.ts";

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
  /** Who calls it; told where asked for. */
  readonly callers?: readonly string[];
  /** Also what the language's convention expects beside the text, such as JSDoc's types. */
  readonly javascript: boolean;
  /** A docstring that is there isn't given lists of parameters. */
  readonly prose: boolean;
}

/** What a declaration's docstring lacks and the source shows. */
export function compose(known: Known): Addition {
  const { declaration, study, entries } = known;
  const doc = declaration.docstring;
  const has = (kind: Entry["kind"]): boolean => entries.some((entry) => entry.kind === kind);
  const callable = declaration.kind === "function" || declaration.kind === "method";
  const closed = study.traits.has("closed");
  const none: Addition = { parameters: [], raises: [], examples: [] };
  if (closed || study.traits.has("alias") || study.traits.has("crowded")) return none;
  const written = entries[0]?.text ?? "";
  const summary =
    doc && (written || entries.some(({ name }) => name === "description" || name === "summary"))
      ? undefined
      : summaryOf(known);
  const told = doc !== undefined && known.prose;
  const given = callable && !told && !has("returns") ? returnsOf(known) : undefined;
  const returns = given && says(given, { summary, known }) ? given : undefined;
  const raises = callable || declaration.kind === "constant" ? raisesOf(known) : [];
  const parameters = callable && !told ? missing(known) : [];
  const examples = has("example") || /```|>>>|\bexample\b/i.test(written) ? [] : known.examples;
  const deprecated = has("deprecated") ? undefined : deprecation(study);
  const worth = doc || summary || raises.length || parameters.some(({ text }) => text) || returns;
  if (!worth) return none;
  return {
    ...(summary && { summary }),
    parameters,
    ...(returns && { returns }),
    raises,
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

const plain = /^[A-Za-z_$][\w$]*$/;

/** The names under which a declaration's parameters are documented; a destructured one has none of its own. */
export function documentedNames({ parameters }: Declaration): readonly string[] {
  const taken = new Set(parameters.map(({ name }) => name));
  return parameters.map(({ name, type }) => {
    if (plain.test(name)) return name;
    const base = /Props\b/.test(type ?? "") ? "props" : name.startsWith("[") ? "items" : "options";
    let own = base;
    for (let count = 2; taken.has(own); count++) own = `${base}${count}`;
    taken.add(own);
    return own;
  });
}

/** A documented name that is no parameter's stands for a destructured one. */
export function isDocumented(declaration: Declaration, place: number, entries: readonly Entry[]): boolean {
  const names = documentedNames(declaration);
  const own = names[place] ?? "";
  const said = entries
    .filter(({ kind }) => kind === "parameter")
    .map(({ name }) => name.replace(/^[\\*]+/, "").split(".")[0] ?? "");
  if (said.includes(own) || listed(own, entries)) return true;
  const parameter = declaration.parameters[place];
  return parameter !== undefined && !plain.test(parameter.name) && said.some((name) => !names.includes(name));
}

/** `* **name** - …` and the like, in the prose of a docstring that has a style of its own. */
function listed(name: string, entries: readonly Entry[]): boolean {
  const item = new RegExp(`^\\s*[-*•]\\s+(?:\\*\\*|\`\`?|_)?${name.replaceAll("$", "\\$")}\\b`, "m");
  return entries.some(({ kind, text }) => kind === "other" && item.test(text));
}

function missing({ declaration, study, entries, javascript, renamed }: Known): Addition["parameters"] {
  const names = documentedNames(declaration);
  const found = declaration.parameters.flatMap((parameter, place) => {
    const own = names[place] ?? parameter.name;
    if (isDocumented(declaration, place, entries) || renamed.has(own)) return [];
    const fields = study.fields[place] ?? [];
    const text = plain.test(parameter.name)
      ? parameterText(parameter, study)
      : fields.length
        ? ""
        : parameterText(parameter, study);
    const top = {
      name: own,
      ...typeOf(parameter, javascript),
      text,
      ...(parameter.default && { value: parameter.default }),
    };
    const below = fields.map(({ name, default: value }) => ({
      name: `${own}.${name}`,
      text: parameterText({ name, ...(value !== undefined && { default: value }) }, study),
      ...(javascript && value !== undefined && typeOf({ name, default: value }, true)),
    }));
    const told = below.filter((one) => one.text);
    if (!text && told.length === 0) return [{ ...top, text: unused(parameter, study) }];
    return [{ ...top, text: text || destructured(parameter) }, ...told];
  });
  // names alone say nothing; beside others they make the list whole
  const listed = entries.some(({ kind }) => kind === "parameter");
  // where a docstring has been written by hand, only passing values on isn't worth a list
  if (!listed && declaration.docstring && found.every(({ text, type }) => !type && weak.test(text)))
    return [];
  return listed || found.some(({ text, type }) => text || type) ? found : [];
}

const weak = /^(?:passed to `[^`]+`|used through its .*|may be left out|)$/;

/** A body that never names a parameter doesn't use it; a signature without a body says nothing. */
const unused = ({ name }: Parameter, { uses, steps, returns, throws }: Study): string =>
  plain.test(name) && !Object.hasOwn(uses, name) && steps.length + returns.length + throws.length > 0
    ? "not used"
    : "";

const destructured = ({ default: value, optional }: Parameter): string =>
  value !== undefined || optional ? "may be left out" : "taken apart:";

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

function returnsOf({ declaration: { name, returns }, study, javascript }: Known): Addition["returns"] {
  const yields = study.steps
    .filter(({ kind }) => kind === "yield")
    .flatMap(({ shape }) => given(shape) ?? []);
  if (yields.length) return { text: [...new Set(yields)].slice(0, 3).join(", or "), yields: true };
  if (
    /(?:^|\.)(?:constructor|__init__)$/.test(name) ||
    /^(?:Promise<)?(?:void|never|None)>?$/.test(returns ?? "")
  )
    return undefined;
  if (study.traits.has("setter")) return undefined;
  const text = result(study);
  if (!text) return undefined;
  const types = new Set(study.returns.map(({ shape }) => shape.type));
  const [type] = types;
  const wide = type && (study.traits.has("async") ? `Promise<${type}>` : type);
  return {
    text,
    ...(javascript && types.size === 1 && wide && !study.traits.has("generator") && { type: wide }),
  };
}

/** Whether a result's text adds to what the summary or the annotation says already; a type does in any case. */
function says(
  { text, type, yields }: NonNullable<Addition["returns"]>,
  { summary, known }: { summary: string | undefined; known: Known },
): boolean {
  if (type || yields) return true;
  const { docstring, returns } = known.declaration;
  const said = (summary ?? docstring?.doc.summary ?? "").replaceAll(/\s+/g, " ");
  if (["returns", "gives"].some((verb) => said.toLowerCase().includes(`${verb} ${text}`.toLowerCase())))
    return false;
  const [, called] = /^the result of (`[^`]+`)$/.exec(text) ?? [];
  return called === undefined || (returns === undefined && !said.includes(called));
}

function raisesOf({ raises, entries }: Known): Addition["raises"] {
  const said = new Set(entries.filter(({ kind }) => kind === "raises").map(({ name }) => lastPart(name)));
  const byType = Map.groupBy(
    raises.filter(({ type }) => !said.has(lastPart(type)) && !(said.has("*") && type !== "panic")),
    ({ type }) => type,
  );
  return [...byType].map(([type, all]) => ({ type, when: conditions(all) }));
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** What the declaration itself raises comes with its condition; of callees one does, several are named. */
function conditions(all: readonly Raise[]): string {
  const own = [
    ...new Set(
      all
        .filter(({ from }) => !from)
        .map((one) => condition(one, all))
        .filter(Boolean),
    ),
  ];
  const others = all.filter(({ from }) => from);
  const told = own.length > 3 ? [...own.slice(0, 2), `in ${own.length - 2} more cases`] : own;
  const [only] = others;
  if (only && others.length === 1) told.push(condition(only, all));
  else if (others.length) told.push(`from ${some([...new Set(others.map(({ from = "" }) => from))], 3)}`);
  return told.join("; ");
}

function condition({ from, when, after, message, last }: Raise, all: readonly Raise[]): string {
  const source = from ? `from ${code(from, 60) ?? "a callee"}` : "";
  const shown = when && code(when, 70);
  const said = message ? `"${message.replaceAll(/\\?[`"]/g, "'")}"` : "";
  const cause = after && code(after, 50);
  const why = shown
    ? `if ${shown}`
    : cause
      ? `if ${cause} ${/^[A-Z(](?!.*\)$)/.test(after) ? "is caught" : "fails"}`
      : "";
  const reason = why && said ? `${why}: ${said}` : why || (said && (source ? said : `says ${said}`));
  if (!source && !reason && last && all.some((one) => one.when)) return "in any other case";
  return [source, reason].filter(Boolean).join(", ");
}
