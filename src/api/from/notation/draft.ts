/** What a description says about one field; what it doesn't say is absent. */
export interface FieldDraft {
  name: string;
  type?:
    | "string"
    | "integer"
    | "number"
    | "decimal"
    | "boolean"
    | "date"
    | "datetime"
    | "enum"
    | "array"
    | "object"
    | undefined;
  format?: "email" | "uri" | "uuid" | undefined;
  required?: boolean;
  unique?: boolean;
  /** The scope in which values are unique, as written: `company`, or `company and year`. */
  within?: string;
  auto?: boolean;
  default?: string | number | boolean;
  values?: readonly string[];
  /** Digits of a decimal number: all of them, and those after the point. */
  digits?: readonly [precision: number, scale: number];
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
}

export interface RelationDraft {
  readonly kind: "belongsTo" | "hasMany" | "manyToMany" | "hasOne";
  /** As written: singular or plural. */
  readonly target: string;
  readonly optional?: boolean;
  /** `followedUsers` and `followedBy`, if the target's name says too little. */
  readonly name?: string;
  readonly inverse?: string;
  /** Declared by its own key, so it isn't the inverse of another relation. */
  readonly keyed?: boolean;
}

export interface ResourceDraft {
  /** PascalCase, singular. */
  readonly name: string;
  readonly fields: FieldDraft[];
  readonly relations: RelationDraft[];
  readonly actions: string[];
  /** Scopes that have at most one record each: `singer and concert`. */
  readonly together?: string[];
}

/** What was read from a description, what of it is a guess, and the parts that were not understood. */
export interface TextDraft {
  readonly resources: readonly ResourceDraft[];
  /** Title of the API, if the text states its purpose. */
  readonly title?: string | undefined;
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}
