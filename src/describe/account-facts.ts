import { type ApiDefinition, type Field, fieldType, inFull, type Relation } from "../api/index.ts";
import { singular, stemOf, wordsIn } from "../language/index.ts";
import { formsOf } from "./forms.ts";

type Resource = ApiDefinition["resources"][number];

/** A field or relation: the words of its name and values, and what a definition can state about its form. */
interface Member {
  /** The words of its name, in the singular. */
  readonly name: readonly string[];
  readonly forms: ReadonlySet<string>;
}

/** All words that a definition shows of one resource. */
interface Shown {
  /** Its name as one word, without what makes a reserved word a name: `ReturnEntry` → return. */
  readonly whole: string;
  readonly last: string;
  /** The words of its fields and values, in the singular. */
  readonly words: ReadonlySet<string>;
  /** The stems of everything else: its name, relations and actions. */
  readonly stems: ReadonlySet<string>;
  readonly members: readonly Member[];
}

/** The words around an occurrence that decide which facts can show it. */
export interface Scope {
  readonly resources: readonly Shown[];
  /** What the occurrence is part of, with what precedes the parentheses around it. */
  readonly context: readonly string[];
}

/** The strings and numbers in a value, without the names of properties. */
const valuesIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null
    ? Object.values(value).flatMap(valuesIn)
    : typeof value === "string" || typeof value === "number"
      ? [String(value)]
      : [];

const singulars = (texts: readonly string[]): readonly string[] =>
  wordsIn(texts.join("\n")).map((word) => singular(word));

function fieldMember(field: Field, together: boolean): Member {
  const type = fieldType(field.schema);
  return {
    name: singulars([field.name]),
    forms: formsOf({ ...field, type, unique: field.unique === true, together }),
  };
}

function relationMember(relation: Relation, together: boolean): Member {
  const isOne = relation.kind === "belongs-to";
  return {
    name: singulars([relation.name]),
    forms: formsOf({
      schema: {},
      type: isOne ? "relation" : "array",
      required: isOne && !relation.optional,
      unique: isOne && relation.unique === true,
      together,
    }),
  };
}

/** A default as it is stored and as a number: `0.5` is stored as `0.50`. */
const defaultsOf = ({ default: initial = "", decimal }: Field) => [initial, decimal ? Number(initial) : ""];

function shownOf(resource: Resource): Shown {
  const words = wordsIn(resource.name.replace(/(?<=\w)Entry$/, ""));
  const { name, relations, actions, fields } = resource;
  const isTogether = (column: string): boolean => resource.unique.some((columns) => columns.includes(column));
  return {
    whole: stemOf(words.join("")),
    last: stemOf(words.at(-1) ?? ""),
    words: new Set(
      singulars(fields.flatMap((field) => [field.name, ...valuesIn([field.schema, ...defaultsOf(field)])])),
    ),
    stems: new Set(wordsIn(valuesIn([name, relations, actions]).join("\n")).map(stemOf)),
    members: [
      ...fields.map((field) => fieldMember(field, isTogether(field.name))),
      ...relations.map((relation) =>
        relationMember(relation, relation.kind === "belongs-to" && isTogether(relation.field)),
      ),
    ],
  };
}

/** The resources of a definition, each with the words of its own facts. */
export class Facts {
  readonly #resources: readonly Shown[];

  constructor(resources: ApiDefinition["resources"]) {
    this.#resources = resources.map(shownOf);
  }

  /** The resources that a text names: by their whole name, or by its last word if no other ends in that. */
  named(text: string): readonly Shown[] {
    const words = wordsIn(text).map((word) => singular(inFull(word)));
    const found = words.flatMap((_, index) => {
      const ends = [1, 2, 3].map((count) =>
        stemOf(words.slice(Math.max(0, index + 1 - count), index + 1).join("")),
      );
      const whole = this.#resources.filter((resource) => ends.includes(resource.whole));
      const all = this.#resources.filter(({ last }) => last === ends[0]);
      return whole.length ? whole.slice(-1) : all.length === 1 ? all : [];
    });
    return [...new Set(found)];
  }

  /**
   * The resources that a sentence is about: its subject with what that is related to, otherwise all that it names.
   * @param before the same of the sentence before it
   * @param continues whether the sentence may be about that too
   */
  around(sentence: string, before: readonly Shown[] | undefined, continues = false): readonly Shown[] {
    const all = this.named(sentence);
    if (!all.length) return before ?? this.#resources;
    const [owner] = this.named(subject.exec(sentence)?.[1] ?? "");
    const spoken = owner ? [owner, ...all.filter(({ last }) => owner.stems.has(last))] : all;
    return before && (continues || goesOn.test(sentence)) ? [...spoken, ...before] : spoken;
  }
}

/** The subject of a list: `A book has …`, `Books: …`. */
const subject = /^\W*((?:[\w'’-]+ ){0,3}?[\w'’-]+)(?:\s*:|\s+[-–]\s|\s+(?:has|have|having|with)\b)/;
const goesOn = /^\s*(?:[-*•|]|\d+[.)])|\b(?:it|its|they|them|their|these|those|both|each|he|she|his|her)\b/i;

/** Whether a fact of the scope shows a word. */
export const showsWord = ({ resources }: Scope, word: string): boolean =>
  resources.some(
    ({ words, stems }) =>
      words.has(singular(word)) || [word, singular(word)].some((form) => stems.has(stemOf(form))),
  );

/** Whether a form holds for the members that the text names, or for any if it names none. */
export function showsForm({ resources, context }: Scope, form: string): boolean {
  const members = resources.flatMap((resource) => resource.members);
  const words = new Set(context.map((word) => singular(word)));
  const named = members.filter(({ name }) => name.every((word) => words.has(word)));
  return (
    resources.some((resource) => resource.words.has(form)) ||
    (named.length ? named : members).some(({ forms }) => forms.has(form))
  );
}
