import type { Declaration, Entry } from "../../../code/index.ts";
import { documentedNames, isDocumented, plain } from "../words/documented-names.ts";
import { nameWords } from "../words/name-words.ts";
import type { Checked, Drift } from "./contract.ts";
import { statesDefault } from "./defaults.ts";
import { bare, headingOf, linesOf, removal } from "./mend.ts";

/** Finds documented parameters that don't exist: renamed if only one candidate remains, otherwise removed. */
export function parameters(
  source: string,
  { declaration, entries }: Pick<Checked, "declaration" | "entries">,
): readonly Drift[] {
  const listed = entries.filter(
    // names inserted at run time have no position
    (entry) => entry.kind === "parameter" && entry.at && entry.name && !entry.name.includes("."),
  );
  if (listed.length === 0) return [];
  const names = documentedNames(declaration);
  // a destructured parameter may have any name
  const isApart = (entry: Entry): boolean =>
    listed.length === names.length && !plain.test(declaration.parameters[listed.indexOf(entry)]?.name ?? "");
  const gone = listed.filter(
    (entry) =>
      !names.includes(bare(entry.name)) && entry.name !== "self" && entry.name !== "cls" && !isApart(entry),
  );
  // text inserted at run time may contain other parameters, or another section's title
  const isOpen = entries.some(
    (entry) => entry.kind === "parameter" && !entry.at && !names.includes(entry.name),
  );
  if (gone.length === 0 || isOpen) return [];
  const text = source.slice(declaration.range.start, declaration.range.end);
  // a rest parameter contains names of its own
  const open =
    declaration.parameters.some(
      ({ name, rest }) => rest || (listed.length !== names.length && !plain.test(name)),
    ) || /\barguments\b/.test(text);
  if (open || gone.some(({ name }) => innerTakes(text, declaration, bare(name)))) return [];
  const lacking = names.filter((_, place) => !isDocumented(declaration, place, entries));
  const other = gone.find((entry) =>
    lacking.some(
      (name) =>
        isInPlace(entry, name, { names, documented: listed }) &&
        (isAnother(entry, name) || hasOtherType(source, entry, declaration.parameters[names.indexOf(name)])),
    ),
  );
  if (other !== undefined) {
    const now = names[listed.indexOf(other)] ?? "";
    const what = `parameter ${other.name} is no longer there, and its text doesn't seem to describe ${now}: correct it by hand`;
    return [{ kind: "removed", what, edits: [] }];
  }
  const known = { declaration, names, lacking, documented: listed };
  const [only] = gone;
  const fresh = gone.length === 1 && only ? [renamed(source, only, known)] : renamedAll(gone, known);
  // entries about its fields too: `options.size`
  const beside = (name: string): readonly Entry[] =>
    entries.filter(
      (entry) =>
        (entry.kind === "type" && entry.name === name) ||
        (entry.kind === "parameter" && entry.name.startsWith(`${name}.`)),
    );
  if (fresh.length && fresh.every((item) => item !== undefined))
    return gone.map((entry, place) => {
      const now = fresh[place] ?? "";
      return {
        kind: "renamed",
        what: `parameter ${entry.name} is now called ${now}`,
        now,
        edits: [entry, ...beside(entry.name)].flatMap(({ name, at, range: { start, end } }) =>
          at
            ? [
                {
                  range: at,
                  text: now + name.slice(entry.name.length),
                  mends: linesOf(source.slice(start, end)),
                },
              ]
            : [],
        ),
      };
    });
  const heading = headingOf(entries, /^(?:arg|param|attribute|keyword|other)/i, { all: listed, gone });
  return gone.map((entry, place) => ({
    kind: "removed" as const,
    what: `parameter ${entry.name} is no longer there`,
    edits: [entry, ...beside(entry.name), ...(place === 0 ? heading : [])].map((entry) =>
      removal(source, entry),
    ),
  }));
}

/** Whether an inner function may have a parameter of this name: the docstring may describe a later call. */
function innerTakes(text: string, { kind, docstring, range }: Declaration, name: string): boolean {
  if (kind === "class" || kind === "type") return false;
  const doc = docstring && docstring.range.start >= range.start ? docstring.range : undefined;
  const code = doc ? text.slice(0, doc.start - range.start) + text.slice(doc.end - range.start) : text;
  return (
    /\bdef\b[\s\S]*\bdef\b|\blambda\b|=>|\bfunction\b[\s\S]*\bfunction\b/.test(code) &&
    new Set(code.match(/[\w$]+/g)).has(name)
  );
}

/** Returns the new names of several missing parameters: each at the position of an undocumented one. */
function renamedAll(
  gone: readonly Entry[],
  { names, lacking, documented }: Names,
): readonly (string | undefined)[] {
  if (documented.length !== names.length || gone.length !== lacking.length) return [];
  const fresh = gone.map((entry) => names[documented.indexOf(entry)]);
  return fresh.every((name) => name !== undefined && lacking.includes(name)) ? fresh : [];
}

/**
 * Returns the new name of a missing parameter: the one at its position, or in a list of several the one
 * that also has a default.
 */
function renamed(
  source: string,
  gone: Entry,
  { declaration, names, lacking, documented }: Names,
): string | undefined {
  const [fresh] = lacking;
  if (lacking.length === 1) return fresh && isInPlace(gone, fresh, { names, documented }) ? fresh : undefined;
  const text = source.slice(gone.range.start, gone.range.end);
  if (!/\[\w+=/.test(text) && !statesDefault(text)) return undefined;
  const [one, other] = lacking.filter(
    (_, place) => declaration.parameters[names.indexOf(lacking[place] ?? "")]?.default,
  );
  return other === undefined ? one : undefined;
}

const isInPlace = (
  gone: Entry,
  fresh: string,
  { names, documented }: Pick<Names, "names" | "documented">,
): boolean => documented.indexOf(gone) === names.indexOf(fresh);

/**
 * Whether the text explains the old name with several of its words and none of the new one: then it is a
 * different parameter.
 */
function isAnother({ name, text }: Entry, fresh: string): boolean {
  const words = new Set(
    nameWords(
      text
        .replaceAll(/[^\w\s]/g, " ")
        .replace(new RegExp(`^\\s*${bare(name).replaceAll(/[^\w]/g, "")}\\b`), ""),
    ),
  );
  const old = nameWords(bare(name));
  return (
    old.filter((word) => words.has(word)).length > 1 && !nameWords(fresh).some((word) => words.has(word))
  );
}

/** Literals and names of types by what they are; the first group that matches is the family. */
const families: readonly RegExp[] = [
  /^(?:str|string|(?:[rb]?["'`]).*)$/s,
  /^(?:int|float|number|-?\d[\d._]*)$/,
  /^(?:bool|boolean|true|false)$/i,
  /^(?:list|tuple|array|\[.*\]|.*\[\])$/is,
  /^(?:dict|object|mapping|\{.*\})$/is,
];
const familyOf = (text: string | undefined): number =>
  families.findIndex((family) => family.test((text ?? "").trim()));

/** Whether the documented type is another than that of the parameter, or of its default. */
function hasOtherType(
  source: string,
  { type }: Entry,
  parameter: Declaration["parameters"][number] | undefined,
): boolean {
  const documented = familyOf(type && source.slice(type.start, type.end));
  const now = [parameter?.type, parameter?.default].map(familyOf).find((family) => family >= 0) ?? -1;
  return documented >= 0 && now >= 0 && documented !== now;
}

interface Names {
  readonly declaration: Declaration;
  readonly names: readonly string[];
  readonly lacking: readonly string[];
  readonly documented: readonly Entry[];
}
