import type { JsonSchema } from "../schema/index.ts";
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly unique?: boolean;
  readonly auto?: boolean;
  readonly secret?: boolean;
  readonly default?: unknown;
}
export interface Relation {
  readonly kind: "has-many" | "many-to-many" | "belongs-to";
  readonly name: string;
  readonly resource: string;
  readonly optional?: boolean;
}
/** A.1: what is stored. */
export interface Resource {
  readonly name: string;
  readonly plural: string;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
  readonly unique: readonly (readonly string[])[];
}
/** Set where storage carries the operation; absent: the user's own handler (501). */
export type Binding =
  | { readonly resource: string; readonly does: "list" | "create" | "get" | "update" | "remove" }
  | { readonly resource: string; readonly does: "related"; readonly relation: string }
  | { readonly resource: string; readonly does: "action"; readonly set: Readonly<Record<string, unknown>> };
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly schema: JsonSchema;
}
/** What is served. Names as in OpenAPI. */
export interface Operation {
  readonly operationId: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: `/${string}`;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, JsonSchema>> }>
  >;
  readonly security: readonly string[];
  readonly binding?: Binding;
  readonly source?: { readonly file: string; readonly line: number };
}
export interface ApiDefinition {
  readonly info: { readonly title: string; readonly version: string };
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly securitySchemes: Readonly<Record<string, { readonly type: "http"; readonly scheme: "bearer" }>>;
}
/** `assumed` and `ignored` are shown before y/n. */
export interface Reading {
  readonly api: ApiDefinition;
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}
/** Requests with the expected answers: generated tests, curl lines and the black-box suite read this. */
export interface Example {
  readonly operationId: string;
  readonly name: string;
  readonly request: {
    readonly path: string;
    readonly body?: unknown;
    readonly token?: "valid" | "missing" | "expired";
  };
  readonly status: number;
}
