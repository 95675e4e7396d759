import type { Json } from "../../../lib/index.ts";
import type { SpecSchema } from "../../spec.ts";

/** Storage type of a column; anything without its own type is JSON. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "json";

/** What gives a column its value if no request does. */
export type ColumnSource =
  | { readonly by: "uuid" | "integer" | "now" | "change" | "caller" | "hook" }
  /** A prefix and a number of hexadecimal digits. */
  | { readonly by: "prefix"; readonly prefix: string; readonly digits: number }
  | { readonly by: "slug"; readonly of: string }
  | { readonly by: "value"; readonly value: Json };

export interface Column {
  /** Name of the member that it stores, or of the record it refers to. */
  readonly name: string;
  readonly type: ColumnType;
  /** Every record has a value. */
  readonly required: boolean;
  readonly nullable?: true;
  readonly unique?: true;
  /** Only a hash is stored. */
  readonly secret?: true;
  readonly set?: ColumnSource;
  /** Name of the resource that its value is a key of. */
  readonly refers?: string;
  readonly schema: SpecSchema;
}

/** What is stored of one kind of record. */
export interface StoredResource {
  /** PascalCase. */
  readonly name: string;
  /** snake_case. */
  readonly table: string;
  /** Columns that identify a record; a link has two. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  /** Values that are unique together. */
  readonly unique: readonly (readonly string[])[];
  /** No operation writes it: its records are read from a file. */
  readonly seeded: boolean;
  /** Its records are the accounts that sign in. */
  readonly account?: { readonly login: readonly string[]; readonly password: string };
  /** The only record, or the only one per parent: it exists from the start. */
  readonly single?: true;
}

/** Where a value comes from when an operation is called. */
export type Source =
  | { readonly from: "parameter"; readonly in: string; readonly name: string }
  | { readonly from: "caller" }
  | { readonly from: "value"; readonly value: Json }
  /** A member of the request body, by its path. */
  | { readonly from: "body"; readonly path: readonly string[] }
  /** A column of the shown record. */
  | { readonly from: "self"; readonly column: string }
  /** A column of each record that meets all conditions. */
  | {
      readonly from: "select";
      readonly resource: string;
      readonly column: string;
      readonly where: Where;
    };

/** How a column is compared: equal, one of a list, a list that contains it, a text that contains it, or by order. */
export type Comparison = "is" | "has" | "contains" | "least" | "most" | "above" | "below";

export interface Condition {
  readonly column: string;
  readonly how: Comparison;
  readonly value: Source;
}

export type Where = readonly Condition[];

/** What a response shows for one member of a record. */
export type Member =
  | { readonly is: "column"; readonly column: string; readonly otherwise?: Json }
  | { readonly is: "value"; readonly value: Json }
  | { readonly is: "token" }
  | { readonly is: "count"; readonly resource: string; readonly where: Where }
  | { readonly is: "linked"; readonly resource: string; readonly where: Where }
  | {
      readonly is: "one" | "many";
      readonly resource: string;
      readonly where: Where;
      readonly view: string;
    };

/** What a response shows of a record: members by name, or a single one. */
export interface View {
  readonly name: string;
  readonly resource: string;
  readonly members: Readonly<Record<string, Member>>;
  /** Members of the record that are nested in one member of the response. */
  readonly within?: { readonly member: string; readonly names: readonly string[] };
}

/** The structure of a response. */
export type AnswerFrame =
  | { readonly is: "record" | "records"; readonly view: string }
  | { readonly is: "one"; readonly item: AnswerFrame }
  | { readonly is: "fixed"; readonly value: Json }
  | { readonly is: "token" }
  | { readonly is: "total" | "count" | "pages" | "offset" | "limit" | "page" | "more" }
  | { readonly is: "next"; readonly last: "absent" | "null" }
  /** The distinct values of a column, or how often each occurs. */
  | { readonly is: "values" | "counts"; readonly column: string }
  | { readonly is: "object"; readonly members: Readonly<Record<string, AnswerFrame>> };

/** What list parameters mean, by their query name. */
export interface ListRules {
  readonly limit?: string;
  readonly offset?: string;
  readonly page?: string;
  readonly cursor?: string;
  readonly sort?: string;
  readonly order?: string;
  /** Page numbers start at zero. */
  readonly fromZero?: true;
  /** The newest records come first. */
  readonly newest?: true;
  /** The header with the total number of records. */
  readonly totalHeader?: string;
}

/** Where a record is in a body. */
export interface BodyRules {
  /** Path of members to it. */
  readonly within: readonly string[];
  /** The body is a list of records. */
  readonly many?: true;
  /** The body is a list of JSON Patch operations on it. */
  readonly patch?: true;
  /** The member whose members belong to the record, together with those beside it. */
  readonly spread?: string;
  /** Stored members, with their columns. */
  readonly columns: Readonly<Record<string, string>>;
}

export type Does =
  | "list"
  | "create"
  | "get"
  | "update"
  | "replace"
  | "put"
  | "remove"
  | "link"
  | "unlink"
  | "login"
  | "nothing";

/** What storage does for an operation. */
export interface OperationBinding {
  readonly resource: string;
  readonly does: Does;
  /** Which records it affects. */
  readonly where: Where;
  /** Records that must exist first. */
  readonly parents: Parents;
  readonly body?: BodyRules;
  /** Columns that it sets, whatever the body says. */
  readonly sets: Readonly<Record<string, Source>>;
  /** The link that is created or deleted, by its columns. */
  readonly link?: { readonly resource: string; readonly sets: Readonly<Record<string, Source>> };
  /** Values with which it may not be called: 409. */
  readonly unless?: Readonly<Record<string, Json>>;
  readonly list?: ListRules;
  readonly status: number;
  /** The status if the record didn't exist before. */
  readonly madeStatus?: number;
  readonly frame?: AnswerFrame;
  /** The header with the record's path. */
  readonly location?: string;
  /** Only the record's creator may change it. */
  readonly owner?: string;
  /** Parameters without an effect. */
  readonly ignored: readonly string[];
}

/** Records that must exist before an operation does anything. */
export type Parents = readonly { readonly resource: string; readonly where: Where }[];

/** Why storage can't serve an operation, and the related resources. */
export interface Unbound {
  readonly why: string;
  readonly near: readonly string[];
  /** Records on its path. */
  readonly parents: Parents;
}

export interface Storage {
  readonly resources: readonly StoredResource[];
  readonly views: readonly View[];
  /** By operationId. */
  readonly bound: ReadonlyMap<string, OperationBinding>;
  readonly unbound: ReadonlyMap<string, Unbound>;
  /** The scheme of the credentials that login issues. */
  readonly issued?: string;
}
