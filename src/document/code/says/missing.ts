import { inTable } from "../../../lib/index.ts";
import type { Addition, Parameter } from "../../../code/index.ts";
import type { Known } from "./known.ts";
import { documentedNames, isDocumented, plain } from "../words/documented-names.ts";
import { code } from "../words/name-words.ts";
import { parameterText, type ParameterText } from "./parameters.ts";

/** What is documented about a parameter. */
export type Found = Addition["parameters"][number] &
  Pick<ParameterText, "strong"> & {
    /** Only a type and a default, which the head shows too: no reason for a comment. */
    readonly bare?: true;
  };

/** Whether a text is a default visible in the head; those of a destructured parameter aren't. */
export const isInHead = ({ name, text }: Found): boolean =>
  text.startsWith("defaults to") && !name.includes(".");

/** Returns the parameters a docstring doesn't document. */
export function missing(known: Known): readonly Found[] {
  const { declaration, study, entries, javascript, renamed } = known;
  const names = documentedNames(declaration);
  return declaration.parameters.flatMap((parameter, place) => {
    const label = names[place] ?? parameter.name;
    if (isDocumented(declaration, place, entries) || renamed.has(label)) return [];
    if (parameter.rest && entries.some(({ text }) => /\barguments?\b/i.test(text))) return []; // prose tells of them
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
              `${label}.${name}`,
            ),
          )
          .filter(({ text, value = "" }) => text && !(parameter.type && nothing.test(value)));
    if (whole) return [one(parameter, label)].filter(({ text, type }) => text || type);
    if (javascript && below.length) return together(label, below, below.length === fields.length);
    // defaults of a destructured parameter aren't visible to readers
    return below.length
      ? [{ name: label, text: "", strong: true }, ...below.map((field) => ({ ...field, strong: true }))]
      : [];
  });

  function one(parameter: Parameter, name: string): Found {
    const { text, strong } = parameterText(parameter, {
      description: known.inherited?.(parameter.name) ?? inTable(known.described?.parameters ?? {}, name),
      source: known.source,
    });
    const typed = typeOf(parameter, javascript);
    const { default: value } = parameter;
    const showsDefault = javascript && value !== undefined && /^[\w.'"-]{1,30}$/.test(value); // `[name=value]`
    const wording = showsDefault ? text.replace(/(?:; )?defaults to `[^`]*`$/, "") : text;
    const isTyped = typed.type !== undefined;
    return {
      name,
      ...typed,
      text: wording,
      ...(value !== undefined && { value }),
      strong: strong || isTyped,
      ...(isTyped && wording === "" && { bare: true as const }),
    };
  }
}

/**
 * Combines a destructured parameter's fields: JSDoc checkers require all fields once one is tagged, and the
 * object itself.
 */
function together(parentName: string, below: readonly Found[], whole: boolean): readonly Found[] {
  if (whole)
    return [
      { name: parentName, type: "object", text: "", strong: true },
      ...below.map((field) => ({ ...field, strong: true })),
    ];
  const memberTexts = below.map(({ name, text, value }) => {
    const ends =
      value !== undefined && !/\bdefaults to\b/.test(text) ? `defaults to ${code(value, 40) ?? ""}` : "";
    return `\`${name.slice(parentName.length + 1)}\`: ${[text, ends].filter((item) => item && item !== "defaults to ").join(", ")}`;
  });
  return [
    {
      name: parentName,
      text: memberTexts.filter((item) => !item.endsWith(": ")).join("; "),
      strong: true,
    },
  ];
}

/** Defaults of typed fields that need no mention: anything but a non-empty text or a number. */
const nothing = /^(?:""|''|``|0|(?![-"'`\d]).+)$/;

/** Returns the type implied by a default, as the checker infers it. */
function typeOf({ default: value, type }: Parameter, javascript: boolean): { readonly type?: string } {
  if (!javascript || value === undefined || type !== undefined) return {};
  if (/^-?\d[\d_]*(?:\.\d+)?$/.test(value)) return { type: "number" };
  if (/^(?:"[^"\n]*"|'[^'\n]*')$/.test(value)) return { type: "string" };
  return value === "true" || value === "false" ? { type: "boolean" } : {};
}
