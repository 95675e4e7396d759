import type { Json } from "../lib/index.ts";
import type { JsonSchema } from "../schema/index.ts";

/** How a field is stored; `fieldType` derives it from the field's schema. */
export type FieldType =
  | "string"
  | "enum"
  | "integer"
  | "number"
  | "decimal"
  | "boolean"
  | "date"
  | "datetime"
  | "uuid"
  | "array"
  | "json";

/** What a resource stores beside `id`, `createdAt` and `updatedAt`, which every resource has and none lists. */
export interface Field {
  /** camelCase. */
  readonly name: string;
  /** What a valid value is, in the dialect of OpenAPI 3.0; never null, never with a default (see `required`, `default`). */
  readonly schema: JsonSchema;
  readonly description?: string;
  /** A create request must carry it. A field neither required nor defaulted may be null. */
  readonly required: boolean;
  readonly unique?: boolean;
  /** Never read from a body: the time or an id of creation, or written by actions alone (null until then). */
  readonly auto?: "now" | "uuid" | "action";
  /** Hashed before it is stored, never answered; a PUT may leave it out to keep it. */
  readonly secret?: boolean;
  readonly default?: Json;
  /** Digits in all and behind the point; the value is a string with exactly `scale` digits behind the point. */
  readonly decimal?: { readonly precision: number; readonly scale: number };
  /** The name before; a rename becomes a migration. */
  readonly was?: string;
  /** What stored values become that its rules allow no more, by the value before. */
  readonly map?: Readonly<Record<string, Json>>;
  /** What stored records get that have no value, where it is required from now on. */
  readonly fill?: Json;
}

interface RelationBase {
  /** camelCase, also the last part of the related list's path (in kebab-case there). */
  readonly name: string;
  /** Name of the other resource. */
  readonly resource: string;
  /** The other resource is not part of this API (yet): an id without foreign key, a list without endpoint. */
  readonly soft?: boolean;
  /** The name before; what is linked stays. */
  readonly was?: string;
}

export interface BelongsTo extends RelationBase {
  readonly kind: "belongs-to";
  /** The foreign key that this resource holds and its bodies carry: `projectId`. */
  readonly field: string;
  readonly optional: boolean;
  /** At most one record here per record there. */
  readonly unique?: boolean;
  /** What the other record's deletion does here; `restrict` answers it with 409. */
  readonly onDelete: "cascade" | "restrict" | "set-null";
  /** Name of the other resource's `has-many`; absent if soft. */
  readonly inverse?: string;
}

export interface HasMany extends RelationBase {
  readonly kind: "has-many";
  /** The foreign key that the other resource holds. */
  readonly field: string;
  /** Name of the other resource's `belongs-to`; absent if soft. */
  readonly inverse?: string;
}

export interface ManyToMany extends RelationBase {
  readonly kind: "many-to-many";
  /** The owner's bodies and records carry the ids of the others in `field`: `tagIds`, a set. */
  readonly owner: boolean;
  readonly field: string;
  /** snake_case name of the join table, the same on both sides. */
  readonly through: string;
  /** Name of the relation on the other resource; absent if soft. */
  readonly inverse?: string;
}

export type Relation = BelongsTo | HasMany | ManyToMany;

/** What an action writes into a field: a constant, the time of the call, or what its body carries under that name. */
export type Assignment =
  | { readonly value: Json }
  | { readonly now: true }
  | { readonly input: true; readonly required: boolean };

/** `POST /api/<resources>/:id/<name>`. Without `set` it is the user's own handler (501). */
export interface Action {
  /** camelCase; kebab-case in the path. */
  readonly name: string;
  readonly summary: string;
  readonly set?: Readonly<Record<string, Assignment>>;
  /** Values of fields from which it may be called; otherwise 409. */
  readonly when?: Readonly<Record<string, readonly Json[]>>;
}

/** A.1: what is stored. */
export interface Resource {
  /** PascalCase, singular. `namesOf` gives all other spellings. */
  readonly name: string;
  /** PascalCase, plural. */
  readonly plural: string;
  /** The relation to whoever owns a record, where accounts sign in; `none` where nobody does. */
  readonly owner?: string;
  /** Who reads its records, where accounts sign in: anybody, every account or, of those that have one, the owner. */
  readonly read?: "public" | "account" | "owner";
  /** The name before; a rename becomes a migration. */
  readonly was?: string;
  readonly description?: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  readonly actions: readonly Action[];
  /** Fields or foreign keys whose values are unique together. */
  readonly unique: readonly (readonly string[])[];
}

/** Set where storage carries the operation; absent: the user's own handler (501). */
export type Binding =
  | { readonly resource: string; readonly does: "list" | "create" | "get" | "update" | "patch" | "remove" }
  /** Of the account that somebody signs in as. */
  | { readonly resource: string; readonly does: "register" | "login" | "logout" }
  | { readonly resource: string; readonly does: "related"; readonly relation: string }
  | { readonly resource: string; readonly does: "action"; readonly action: string };

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  /** Schema by media type. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
}

/** What is served. Names and path templates (`/api/tasks/{id}`) as in OpenAPI. */
export interface Operation {
  readonly operationId: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete" | "head" | "options";
  readonly path: `/${string}`;
  /** The description column of the report's table. */
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, JsonSchema>>;
  };
  /** By status. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Names of security schemes, any of which opens it. */
  readonly security: readonly string[];
  /** It answers without credentials too, and uses them where they are sent. */
  readonly anonymous?: boolean;
  /** Whether it needs credentials isn't known: what decides it stands at this place, as `file:line`. */
  readonly undecided?: string;
  readonly binding?: Binding;
  readonly source?: { readonly file: string; readonly line: number };
}

export type SecurityScheme =
  | {
      readonly type: "http";
      readonly scheme: "bearer" | "basic";
      readonly bearerFormat?: string;
      readonly description?: string;
    }
  | {
      readonly type: "apiKey";
      readonly in: "header" | "cookie" | "query";
      readonly name: string;
      readonly description?: string;
    };

export interface ApiDefinition {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    /** Where it listens while it is developed. */
    readonly server?: string;
  };
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
  /** `Task` (as answered), `TaskInput` (body of create and update), `UserUpdate` where an update's differs, `TaskPatch`, `Problem`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
}

/** `assumed` and `ignored` are shown before y/n. */
export interface Reading {
  readonly api: ApiDefinition;
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}
