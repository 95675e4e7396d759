import type { Parameter, Study, Use } from "../../code/index.ts";
import { code, some, unitOf } from "./words.ts";

/** What a parameter is for, by how the body uses it; empty where nothing can be said. */
export function parameterText(parameter: Parameter, study: Study): string {
  const uses = (Object.hasOwn(study.uses, parameter.name) && study.uses[parameter.name]) || [];
  const unit = unitOf(parameter.name);
  const parts = [...purposes(uses, parameter), ...(unit ? [unit] : []), ...ends(parameter)];
  return parts.join("; ");
}

/** One purpose says enough; fields go with any. */
function purposes(uses: readonly Use[], { type }: Parameter): readonly string[] {
  const of = <K extends Use["kind"]>(kind: K): readonly Extract<Use, { kind: K }>[] =>
    uses.filter((use): use is Extract<Use, { kind: K }> => use.kind === kind);
  const fields = [...new Set(of("field").map((use) => use.name))].filter((field) => !methods.has(field));
  const called = of("called").flatMap((use) => code(use.code, 50) ?? []);
  const passed = of("argument").flatMap((use) =>
    use.of === "super" ? ["the base class"] : use.of && use.of !== "[]" ? (code(use.of, 50) ?? []) : [],
  );
  const stored = of("stored").flatMap((use) => code(use.in, 40) ?? []);
  const keys = of("key")
    .map((use) => use.name)
    .filter(Boolean);
  const compared = of("compared").flatMap((use) => code(use.code, 50) ?? []);
  const computed = of("computed").flatMap((use) => code(use.code, 50) ?? []);
  const worked = [...new Set(of("field").map((use) => use.name))];
  const found: string[] = [];
  if (fields.length) found.push(`its ${some(fields, 5)} ${fields.length === 1 ? "is" : "are"} used`);
  if (called.length) found.push(`called as ${called[0] ?? ""}`);
  if (of("iterated").length) found.push("gone through item by item");
  if (stored.length) found.push(`kept as ${stored[0] ?? ""}`);
  if (passed.length && found.length < 2)
    found.push(`passed to ${[...new Set(passed)].slice(0, 2).join(" and ")}`);
  if (keys.length && found.length < 1)
    found.push(`used as the field ${code(keys[0] ?? "") ?? "of that name"}`);
  if (compared.length && found.length < 1) found.push(`decides whether ${compared[0] ?? ""}`);
  if (of("returned").length && found.length < 1) found.push("given back");
  if (of("tested").length && found.length < 1)
    found.push(/^(?:boolean|bool)$/.test(type ?? "") ? "switches behaviour on" : "used where it is given");
  if (computed.length && found.length < 1) found.push(`goes into ${computed[0] ?? ""}`);
  if (found.length === 0 && worked.length) found.push(`used through its ${some(worked, 3)}`);
  return found.slice(0, 2);
}

/** What every text or list has says nothing about this one. */
const methods = new Set(
  "length map filter forEach reduce some every find includes indexOf slice split trim replace replaceAll join push pop toString toLowerCase toUpperCase startsWith endsWith then catch match test keys values entries items get lower upper strip startswith endswith append extend encode decode format".split(
    " ",
  ),
);

function ends({ default: value, optional }: Parameter): readonly string[] {
  if (value !== undefined) {
    const shown = code(value, 40);
    return shown && !/^\{\s*\}$|^None$/.test(value) ? [`defaults to ${shown}`] : ["may be left out"];
  }
  return optional ? ["may be left out"] : [];
}
