import type { Json } from "../lib/index.ts";
import type { JsonSchema } from "../schema/index.ts";

/** Storage type of a field; `fieldType` derives it from the field's schema. */
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

/** A stored field. `id`, `createdAt` and `updatedAt`, which every resource has, are not listed. */
export interface Field {
  /** camelCase. */
  readonly name: string;
  /** The field's schema, in the dialect of OpenAPI 3.0; without null and default (see `required`, `default`). */
  readonly schema: JsonSchema;
  readonly description?: string;
  /** Whether a create request must contain it. A field that is neither required nor defaulted may be null. */
  readonly required: boolean;
  readonly unique?: boolean;
  /** Never read from a body: the creation time, a generated id, or written by actions only (null until then). */
  readonly auto?: "now" | "uuid" | "action";
  /** Hashed before it is stored and never returned; a PUT may omit it to keep it. */
  readonly secret?: boolean;
  readonly default?: Json;
  /** Total digits and digits after the decimal point; the value is a string with exactly `scale` decimals. */
  readonly decimal?: { readonly precision: number; readonly scale: number };
  /** The previous name; a rename becomes a migration. */
  readonly was?: string;
  /** New values for stored values that are no longer allowed, by the old value. */
  readonly map?: Readonly<Record<string, Json>>;
  /** Value for stored records that have none, when the field becomes required. */
  readonly fill?: Json;
}

interface RelationBase {
  /** camelCase; in kebab-case, the last part of the related list's path. */
  readonly name: string;
  /** Name of the other resource. */
  readonly resource: string;
  /** The other resource is not part of this API (yet): an id without foreign key, a list without endpoint. */
  readonly soft?: boolean;
  /** The previous name; existing links are kept. */
  readonly was?: string;
}

export interface BelongsTo extends RelationBase {
  readonly kind: "belongs-to";
  /** The foreign key that this resource stores and its bodies contain: `projectId`. */
  readonly field: string;
  readonly optional: boolean;
  /** At most one record here per record there. */
  readonly unique?: boolean;
  /** What deleting the other record does to this one; `restrict` refuses the deletion with 409. */
  readonly onDelete: "cascade" | "restrict" | "set-null";
  /** Name of the other resource's `has-many`; absent if soft. */
  readonly inverse?: string;
}

export interface HasMany extends RelationBase {
  readonly kind: "has-many";
  /** The foreign key that the other resource stores. */
  readonly field: string;
  /** Name of the other resource's `belongs-to`; absent if soft. */
  readonly inverse?: string;
}

export interface ManyToMany extends RelationBase {
  readonly kind: "many-to-many";
  /** Whether this side's bodies and records contain the ids of the others in `field`: `tagIds`, a set. */
  readonly owner: boolean;
  readonly field: string;
  /** snake_case name of the join table, the same for both sides. */
  readonly through: string;
  /** Name of the relation on the other resource; absent if soft. */
  readonly inverse?: string;
}

export type Relation = BelongsTo | HasMany | ManyToMany;

/** What an action writes into a field: a constant, the time of the call, or the member of that name in its body. */
export type Assignment =
  | { readonly value: Json }
  | { readonly now: true }
  | { readonly input: true; readonly required: boolean };

/** `POST /api/<resources>/:id/<name>`. Without `set`, the user writes the handler (501 until then). */
export interface Action {
  /** camelCase; kebab-case in the path. */
  readonly name: string;
  readonly summary: string;
  readonly set?: Readonly<Record<string, Assignment>>;
  /** Field values from which it may be called; otherwise 409. */
  readonly when?: Readonly<Record<string, readonly Json[]>>;
}

export interface Resource {
  /** PascalCase, singular. `namesOf` returns all other spellings. */
  readonly name: string;
  /** PascalCase, plural. */
  readonly plural: string;
  /** With accounts, the relation to the owner of a record; `none` for no owner. */
  readonly owner?: string;
  /** With accounts, who may read its records: everyone, every account, or only the owner where a record has one. */
  readonly read?: "public" | "account" | "owner";
  /** Of the account: whether everybody may register (default), or only administrators create accounts. */
  readonly register?: "open" | "closed";
  /** The previous name; a rename becomes a migration. */
  readonly was?: string;
  readonly description?: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  readonly actions: readonly Action[];
  /** Sets of fields or foreign keys whose values are unique together. */
  readonly unique: readonly (readonly string[])[];
}

/** How storage serves the operation; absent: the user writes the handler (501 until then). */
export type Binding =
  | { readonly resource: string; readonly does: "list" | "create" | "get" | "update" | "patch" | "remove" }
  /** Operations of the account resource. */
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

/** A served operation. Names and path templates (`/api/tasks/{id}`) are as in OpenAPI. */
export interface Operation {
  readonly operationId: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete" | "head" | "options";
  readonly path: `/${string}`;
  /** The description shown in the report's table. */
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
  /** Names of security schemes, any one of which is enough. */
  readonly security: readonly string[];
  /** It also responds without credentials, and uses them if sent. */
  readonly anonymous?: boolean;
  /** Set if it is unknown whether credentials are needed: the place (`file:line`) that decides it. */
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
    /** Address of the server during development. */
    readonly server?: string;
  };
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
  /**
   * `Task` (the response), `TaskInput` (create and update), `UserUpdate` where an update's body differs, `TaskPatch`,
   * `Problem`.
   */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
}

/** The API read from a source. `assumed` and `ignored` are shown before the y/n question. */
export interface Reading {
  readonly api: ApiDefinition;
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}
