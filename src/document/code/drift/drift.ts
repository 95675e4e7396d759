import type { Entry, Parameter } from "../../../code/index.ts";
import type { Checked, Drift } from "./contract.ts";
import { defaults, ownDefault } from "./defaults.ts";
import { errors } from "./errors.ts";
import { bare } from "./mend.ts";
import { parameters } from "./parameters.ts";
import { ownType, types } from "./types.ts";

/** Returns where a docstring no longer fits its declaration, with minimal corrections. */
export function drifted(source: string, checked: Checked): readonly Drift[] {
  const { declaration, traits } = checked;
  const overload = traits.has("overload") && !traits.has("abstract");
  if (overload || traits.has("closed")) return [];
  switch (declaration.kind) {
    case "function":
    case "method":
      // a property may return a function, whose parameters the docstring describes
      return [
        ...(traits.has("getter") ? types(source, checked) : signature(source, checked)),
        ...errors(source, checked),
      ];
    case "class":
    case "type":
      return [...driftOfMade(source, checked), ...attributes(source, checked), ...members(source, checked)];
    case "constant":
      return [];
  }
}

type Looked = Omit<Checked, "traits" | "never">;

const signature = (source: string, looked: Looked): readonly Drift[] => [
  ...parameters(source, looked),
  ...defaults(source, looked),
  ...types(source, looked),
];

/** Checks what a class docstring says about its constructor's parameters. */
function driftOfMade(source: string, { declaration, entries, file }: Looked): readonly Drift[] {
  if (!entries.some(({ kind }) => kind === "parameter")) return [];
  const maker = file.constructorOf(declaration);
  if (!maker) return ofFields(source, { declaration, entries, file });
  const { parameters: ownParameters } = maker;
  return signature(source, {
    declaration: { ...declaration, parameters: ownParameters },
    entries: certain(source, { declaration, entries, file }, ownParameters),
    file,
  });
}

/** Checks what a docstring says about the class's fields. */
function attributes(source: string, { declaration, entries, file }: Looked): readonly Drift[] {
  const attributeEntries = entries.flatMap((entry): Entry[] =>
    entry.kind === "attribute"
      ? [{ ...entry, kind: "parameter" }]
      : entry.kind === "type" || entry.kind === "other"
        ? [entry]
        : [],
  );
  if (!attributeEntries.some(({ kind }) => kind === "parameter")) return [];
  return ofFields(source, { declaration, entries: attributeEntries, file }).map((ofField) => ({
    ...ofField,
    what: ofField.what.replace(/^parameter/, "attribute"),
  }));
}

function ofFields(source: string, looked: Looked): readonly Drift[] {
  const { declaration, entries, file } = looked;
  const fields = file.held(declaration);
  if (!fields) return [];
  return signature(source, {
    declaration: { ...declaration, parameters: fields.fields },
    entries: fields.closed
      ? certain(source, looked, fields.fields)
      : entries.filter((entry) => among(fields.fields, entry)),
    file,
  });
}

type Fields = readonly Pick<Parameter, "name">[];

const among = (fields: Fields, { kind, name }: Entry): boolean =>
  kind !== "parameter" || fields.some((field) => field.name === bare(name));

/** Returns only entries for known fields if the class's code names one of the others, which it may set in some way. */
function certain(source: string, { declaration, entries }: Looked, fields: Fields): readonly Entry[] {
  const { range, docstring } = declaration;
  const docRange =
    docstring && docstring.range.start >= range.start
      ? docstring.range
      : { start: range.start, end: range.start };
  const code = source.slice(range.start, docRange.start) + source.slice(docRange.end, range.end);
  const known = entries.filter((entry) => among(fields, entry));
  const others = entries.filter((entry) => !known.includes(entry));
  if (others.length === 0) return entries;
  const words = new Set(code.match(/[\w$]+/g));
  return others.some(({ name }) => words.has(bare(name))) ? known : entries;
}

/** Checks the docstrings of methods and fields inside a declaration. */
function members(source: string, { declaration, file }: Looked): readonly Drift[] {
  return (file.language.members?.(source, declaration) ?? []).flatMap((member) => {
    const looked: Looked = { declaration: member, entries: file.language.entries(source, member), file };
    const found =
      member.kind === "constant"
        ? [...ownDefault(source, looked), ...ownType(source, looked)]
        : signature(source, looked);
    return found.map((drift) => ({ ...drift, what: `${member.name}: ${drift.what}` }));
  });
}
