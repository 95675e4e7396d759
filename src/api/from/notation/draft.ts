/** What a description says of one field; what it does not say is absent. */
export interface FieldDraft {
  name: string;
  type?:
    | "string"
    | "integer"
    | "number"
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
  /** What its values are unique within, as it was written: `company`. */
  within?: string;
  auto?: boolean;
  default?: string | number | boolean;
  values?: readonly string[];
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
}

export interface RelationDraft {
  readonly kind: "belongsTo" | "hasMany" | "manyToMany" | "hasOne";
  /** As it was written: singular or plural. */
  readonly target: string;
  readonly optional?: boolean;
  /** `followedUsers` and `followedBy`, where the target's name says too little. */
  readonly name?: string;
  readonly inverse?: string;
  /** Told by a key of its own, so it is no other side of another relation. */
  readonly keyed?: boolean;
}

export interface ResourceDraft {
  /** PascalCase, singular. */
  readonly name: string;
  readonly fields: FieldDraft[];
  readonly relations: RelationDraft[];
  readonly actions: string[];
}

/** What was drawn from a description, what of it is a guess, and the parts of it that meant nothing. */
export interface TextDraft {
  readonly resources: readonly ResourceDraft[];
  /** Of the API, where the text says what it is for. */
  readonly title?: string | undefined;
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}
