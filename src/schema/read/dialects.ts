/** The features of a draft, where drafts differ. */
export interface Dialect {
  readonly name: string;
  /** `$ref` overrides its siblings (up to draft-07). */
  readonly refAlone: boolean;
  /** The keyword with the schema's URI. */
  readonly id: "id" | "$id";
  /** `items` may be an array, with `additionalItems` for the rest. */
  readonly listItems: boolean;
  readonly prefixItems: boolean;
  /** Boolean exclusiveMinimum and exclusiveMaximum (draft-04). */
  readonly booleanExclusive: boolean;
  /** `dependencies`, the old form of dependentRequired and dependentSchemas. */
  readonly dependencies: boolean;
  /** `dependentRequired`, `unevaluated*`, `minContains`, `$anchor` and the other keywords of 2019-09. */
  readonly modern: boolean;
  readonly dynamic: boolean;
  /** `const`, `contains`, `propertyNames` (draft-06). */
  readonly six: boolean;
  /** `if` (draft-07). */
  readonly conditional: boolean;
  /** Whether the validation vocabulary (type, minimum, …) is enabled. */
  readonly validation: boolean;
  /** Whether `format` is asserted regardless of the caller's option. */
  readonly formatAssertion: boolean;
}

const seven: Dialect = {
  name: "draft-07",
  refAlone: true,
  id: "$id",
  listItems: true,
  prefixItems: false,
  booleanExclusive: false,
  dependencies: true,
  modern: false,
  dynamic: false,
  six: true,
  conditional: true,
  validation: true,
  formatAssertion: false,
};
const four: Dialect = {
  ...seven,
  name: "draft-04",
  id: "id",
  booleanExclusive: true,
  six: false,
  conditional: false,
};
const six: Dialect = { ...seven, name: "draft-06", conditional: false };
const nineteen: Dialect = { ...seven, name: "2019-09", refAlone: false, dependencies: false, modern: true };
const twenty: Dialect = { ...nineteen, name: "2020-12", listItems: false, prefixItems: true, dynamic: true };

/** Without `$schema`: 2020-12, plus everything from older drafts that is unambiguous. */
export const undeclared: Dialect = {
  ...twenty,
  name: "undeclared",
  listItems: true,
  booleanExclusive: true,
  dependencies: true,
};

const known: Readonly<Record<string, Dialect>> = {
  "http://json-schema.org/draft-04/schema": four,
  "http://json-schema.org/draft-06/schema": six,
  "http://json-schema.org/draft-07/schema": seven,
  "http://json-schema.org/schema": seven,
  "https://json-schema.org/draft/2019-09/schema": nineteen,
  "https://json-schema.org/draft/2020-12/schema": twenty,
};

/** The dialect that a `$schema` names; `undefined` if it is no known draft. */
export const dialectOf = (uri: string): Dialect | undefined => {
  const plain = uri
    .replace(/#$/, "")
    .replace(/^https?(:\/\/json-schema\.org\/(?:draft-0\d\/)?schema)$/, "http$1");
  return Object.hasOwn(known, plain) ? known[plain] : undefined;
};

/** The dialect of a custom meta-schema, by the vocabularies it declares. */
export const withVocabularies = (vocabularies: Readonly<Record<string, unknown>>): Dialect => ({
  ...twenty,
  name: "custom",
  validation: "https://json-schema.org/draft/2020-12/vocab/validation" in vocabularies,
  formatAssertion: "https://json-schema.org/draft/2020-12/vocab/format-assertion" in vocabularies,
});
