import { capital, UserError, remembered } from "../lib/index.ts";
import { plural, singular } from "../language/index.ts";
import { inherited, reservedBecause } from "./reserved.ts";

/** A name in all spellings that code needs. */
export interface Spelling {
  /** `OrderItem` */
  readonly pascal: string;
  /** `orderItem` */
  readonly camel: string;
  /** `order-item` */
  readonly kebab: string;
  /** `order_item` */
  readonly snake: string;
  /** `order item`, for sentences */
  readonly words: string;
}
/** Spellings of the singular, and of the plural under `plural`. Both are the same for uncountable nouns. */
export interface Names extends Spelling {
  readonly plural: Spelling;
}

const longest = { resource: 40, field: 50 } as const;

/** Returns the lower-case words of an identifier in any case: `HTTPRequest_log` → http, request, log. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** Returns all spellings of the name that these words form. */
export function spell(words: readonly string[]): Spelling {
  const pascal = words.map(capital).join("");
  return {
    pascal,
    camel: pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
    kebab: words.join("-"),
    snake: words.join("_"),
    words: words.join(" "),
  };
}

const withLast = (words: readonly string[], inflect: (word: string) => string): readonly string[] =>
  words.map((word, index) => (index === words.length - 1 ? inflect(word) : word));

/** Returns the singular and plural spellings of a name in any case and number. */
export function namesFrom(name: string): Names {
  const words = withLast(wordsOf(name), singular);
  return { ...spell(words), plural: spell(withLast(words, plural)) };
}

/** Returns the spellings of a resource's own singular and plural. */
export const namesOf = remembered((resource: { readonly name: string; readonly plural: string }): Names => ({
  ...spell(wordsOf(resource.name)),
  plural: spell(wordsOf(resource.plural)),
}));

const describeName = (name: string): string => {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, "?");
  return JSON.stringify(clean.length > 40 ? `${clean.slice(0, 40)}…` : clean);
};

/** Returns an identifier as probably meant: letters without accents or symbols; undefined if nothing is left. */
function plain(name: string, most: number): string | undefined {
  const words = [...wordsOf(name.slice(0, 1000).normalize("NFKD").replaceAll(/\p{M}/gu, ""))];
  while (words[0] && /^\d+$/.test(words[0])) words.shift();
  let text = spell(words).pascal.replace(/^\d+/, "");
  if (text.length > most) text = text.slice(0, most);
  return text || undefined;
}

function refuse(name: string, why: string, suggestion: string | undefined): never {
  throw new UserError(
    "bad_name",
    `${describeName(name)} ${why}.`,
    suggestion === undefined ? "Use a noun such as Task." : `Use another name, for example ${suggestion}.`,
  );
}

/**
 * Returns the names of a resource from one identifier in any case, singular or plural.
 * @throws UserError `bad_name`, with a suggestion, for anything that can't be a file, a table and a type
 */
export function resourceNames(name: string): Names {
  if (inherited.includes(name)) refuse(name, "is a name that every object already has", undefined);
  if (!/^[A-Za-z][A-Za-z\d]*([_-][A-Za-z\d]+)*$/.test(name)) {
    const meant = plain(name, longest.resource);
    refuse(name, "is not a valid name for a resource: use letters, digits and single - or _", meant);
  }
  if (name.length > longest.resource)
    refuse(name, `is longer than ${longest.resource} characters`, plain(name, longest.resource));
  const names = namesFrom(name);
  const reserved = reservedBecause(names.camel, names.plural.snake);
  if (reserved) refuse(name, reserved, `${names.pascal}Entry`);
  return names;
}

const system = new Set(["id", "createdAt", "updatedAt"]);

/**
 * Returns the camelCase name of a field, relation or action given in any case.
 * @throws UserError `bad_name` if it is no identifier, too long, inherited by every object, or set by the system
 */
export function memberName(name: string, what: "field" | "relation" | "action"): string {
  if (!/^[A-Za-z][A-Za-z\d]*([_-][A-Za-z\d]+)*$/.test(name)) {
    const meant = plain(name, longest.field);
    refuse(
      name,
      `is not a valid name for ${what === "action" ? "an" : "a"} ${what}`,
      meant && spell(wordsOf(meant)).camel,
    );
  }
  if (name.length > longest.field) refuse(name, `is longer than ${longest.field} characters`, undefined);
  const { camel } = spell(wordsOf(name));
  if (inherited.includes(camel)) refuse(name, "is a name that every object already has", `${camel}Value`);
  if (what === "field" && system.has(camel)) {
    throw new UserError(
      "bad_name",
      `${camel} is set by the system.`,
      `Remove ${camel}; every record has it.`,
    );
  }
  return camel;
}
