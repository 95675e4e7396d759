import type { Addition, Shape } from "../../../code/index.ts";
import { literal } from "../../../lib/index.ts";
import { documentedNames, isDocumented, plain } from "../words/documented-names.ts";
import { code, some } from "../words/name-words.ts";
import type { Known } from "./known.ts";
import type { Found } from "./missing.ts";
import { isPrivate, known, namesGiven } from "./results.ts";

/** Adds parameters that nothing special is known about: by type, default and use. */
export function withPlainParameters(
  { declaration, entries, python, source }: Known,
  found: readonly Found[],
): readonly Found[] {
  const names = documentedNames(declaration);
  return declaration.parameters.flatMap(({ type }, place) => {
    const name = names[place] ?? "";
    const ownFindings = found.filter((item) => item.name.split(".")[0] === name);
    const [first] = ownFindings;
    const isDescribed = first?.strong && !(python && first.text.startsWith("defaults to")); // which a head shows
    if (isDescribed || isDocumented(declaration, place, entries) || !plain.test(name)) return ownFindings;
    const use = type === undefined ? useOf(name, source.slice(source.indexOf("\n"))) : code(type, 60);
    const text = [use, python ? undefined : first?.text].filter(Boolean).join("; ");
    return text ? [{ ...first, name, text, strong: true }] : ownFindings;
  });
}

/** Describes what a body does with a parameter without a type. */
function useOf(parameterName: string, body: string): string | undefined {
  const name = String.raw`(?<![\w$.])${literal(parameterName)}`;
  if (new RegExp(String.raw`${name}\(`).test(body)) return "a function";
  if (new RegExp(String.raw`\bfor\b[^\n]{0,200}\b(?:of|in) ${literal(parameterName)}(?:\)|:)`).test(body))
    return "iterated over";
  const fields = new Set(
    [...body.matchAll(new RegExp(String.raw`${name}\??\.([a-z]\w*)\b(?!\()`, "g"))].map(
      ([, field = ""]) => field,
    ),
  );
  return fields.size > 0 ? `its ${some([...fields], 4)} ${fields.size > 1 ? "are" : "is"} used` : undefined;
}

/** Returns a result's declared type, or the only expression that a body returns. */
export function plainResult({ declaration, study, source }: Known, written: string): Addition["returns"] {
  const { name, returns, parameters } = declaration;
  const isObvious =
    /(?:^|\.)(?:constructor|__\w+__)$/.test(name) ||
    study.traits.has("generator") ||
    study.traits.has("setter") ||
    /^(?:Promise<)?(?:void|never|None)>?$/.test(returns ?? "");
  if (isObvious) return undefined;
  const [only, other] = study.returns;
  const value = only && !other && !only.when && shown(only.shape, namesGiven(parameters, study, source));
  const type = returns && code(returns.replace(/^(["'])(.*)\1$/, "$2"), 60); // Python quotes classes that follow
  const text = type && value ? `${type} (${value})` : (type ?? value);
  return text && !written.includes(text) ? { text } : undefined;
}

/** Returns an expression as source, if a caller can read it. */
function shown({ kind, code: source }: Shape, names: ReadonlySet<string>): string | undefined {
  const isValue =
    kind !== "nothing" && kind !== "object" && kind !== "markup" && !/=>|\bfunction\b|\bawait\b/.test(source);
  const calls = source.replaceAll(/(?<![\w$.#])[a-z_$][\w$]*(?=\()/g, "X"); // functions by their names
  return isValue && known(calls, names) && !isPrivate.test(source) ? code(source, 60) : undefined;
}
