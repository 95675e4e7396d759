import type { Json } from "../lib/index.ts";

export type SchemaType = "null" | "boolean" | "object" | "array" | "number" | "integer" | "string";

/**
 * A schema in JSON Schema 2020-12, whatever the document's version was, with OpenAPI's own keywords. `nullable`,
 * boolean bounds and `type: file` are gone; a reference is always `#/components/schemas/<key of Spec.schemas>`.
 */
export interface SpecSchema {
  readonly $ref?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, SpecSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SpecSchema;
  readonly patternProperties?: Readonly<Record<string, SpecSchema>>;
  readonly propertyNames?: SpecSchema;
  readonly items?: SpecSchema;
  readonly prefixItems?: readonly SpecSchema[];
  readonly contains?: SpecSchema;
  readonly allOf?: readonly SpecSchema[];
  readonly anyOf?: readonly SpecSchema[];
  readonly oneOf?: readonly SpecSchema[];
  readonly not?: SpecSchema;
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Schema of the text's content, parsed as its media type. */
  readonly contentSchema?: SpecSchema;
}

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject"
  | "cookie";

export interface SpecParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** How nested lists are serialised: the inner `collectionFormat` of Swagger 2.0; with commas if absent. */
  readonly inner?: ParameterStyle;
  /** Set if the value is serialised as this media type instead of by style. */
  readonly mediaType?: string;
  readonly schema: SpecSchema;
  /** Set for a header of a part of a body: the member that the part is. */
  readonly part?: string;
}

/** How a form member is sent: by a style as in a query, else by its media type. */
export interface SpecEncoding {
  readonly contentType?: string;
  /** If set, `explode` is set too. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly inner?: ParameterStyle;
  /** Headers of a part of a multipart body, besides its media type. */
  readonly headers?: readonly SpecParameter[];
}

export interface SpecMedia {
  readonly schema: SpecSchema | undefined;
  /** For multipart and form bodies: how each property is sent. */
  readonly encoding?: Readonly<Record<string, SpecEncoding>>;
  readonly example?: Json;
  /** A stream of items of this schema (3.2 `itemSchema`). */
  readonly itemSchema?: SpecSchema;
}

export interface SpecResponse {
  readonly description: string;
  readonly headers: Readonly<
    Record<string, { readonly required: boolean; readonly description?: string; readonly schema: SpecSchema }>
  >;
  /** By media type as written, in the document's order. */
  readonly content: Readonly<Record<string, SpecMedia>>;
}

export interface SpecServer {
  /** A template, possibly relative: `https://{region}.example.com/v1`. */
  readonly url: string;
  readonly description?: string;
  readonly variables: Readonly<
    Record<
      string,
      { readonly default: string; readonly enum?: readonly string[]; readonly description?: string }
    >
  >;
}

export type SpecSecurityScheme =
  | {
      readonly type: "apiKey";
      readonly in: "query" | "header" | "cookie";
      readonly name: string;
      readonly description?: string;
    }
  | {
      readonly type: "http";
      readonly scheme: string;
      readonly bearerFormat?: string;
      readonly description?: string;
    }
  | {
      readonly type: "oauth2";
      readonly description?: string;
      /** Flows of the document: `implicit`, `password`, `clientCredentials` or `authorizationCode`. */
      readonly flows: Readonly<Record<string, SpecFlow>>;
    }
  | { readonly type: "openIdConnect"; readonly description?: string; readonly openIdConnectUrl: string }
  | { readonly type: "mutualTLS"; readonly description?: string };

export interface SpecFlow {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** Descriptions of the scopes. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** Scopes by scheme. All schemes of a requirement are needed together; any one requirement is enough. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface SpecOperation {
  /** Unique in the document; derived from method and path if absent there. */
  readonly operationId: string;
  /** Lower case. */
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Path, query, header and cookie parameters; each name once per place. */
  readonly parameters: readonly SpecParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description?: string;
    readonly content: Readonly<Record<string, SpecMedia>>;
  };
  /** By `200`, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, SpecResponse>>;
  /** Empty: public. An empty requirement among others: optional. */
  readonly security: readonly SecurityRequirement[];
  /** Set if they differ from the document's. */
  readonly servers?: readonly SpecServer[];
}

/** A specification, in one form for OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0. */
export interface Spec {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly license?: string;
  };
  readonly servers: readonly SpecServer[];
  readonly operations: readonly SpecOperation[];
  readonly schemas: Readonly<Record<string, SpecSchema>>;
  readonly securitySchemes: Readonly<Record<string, SpecSecurityScheme>>;
}

/** A defect that was repaired or a part that was skipped; `at` is `file#/json/pointer` or `file:line:column`. */
export interface SpecWarning {
  readonly at: string;
  readonly message: string;
  /** Set if the generated code would lack something the author meant: a broken file, an unresolved reference. */
  readonly broken?: true;
}

export interface SpecReading {
  readonly spec: Spec;
  readonly warnings: readonly SpecWarning[];
}
