import type { Json } from "../../../lib/index.ts";
import type { SpecSchema } from "../../spec.ts";

/** How a column is stored; what has no type of its own is JSON. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "json";

/** What gives a column its value where no request does. */
export type ColumnSource =
  | { readonly by: "uuid" | "integer" | "now" | "change" | "caller" | "hook" }
  /** A prefix and so many hexadecimal digits. */
  | { readonly by: "prefix"; readonly prefix: string; readonly digits: number }
  | { readonly by: "slug"; readonly of: string }
  | { readonly by: "value"; readonly value: Json };

export interface Column {
  /** Name of the member that it holds, or of what it points to. */
  readonly name: string;
  readonly type: ColumnType;
  /** Every record has a value. */
  readonly required: boolean;
  readonly nullable?: true;
  readonly unique?: true;
  /** Only a hash is stored. */
  readonly secret?: true;
  readonly set?: ColumnSource;
  /** Name of the resource whose key it holds. */
  readonly refers?: string;
  readonly schema: SpecSchema;
}

/** What is stored of one kind of record. */
export interface StoredResource {
  /** PascalCase. */
  readonly name: string;
  /** snake_case. */
  readonly table: string;
  /** Columns that name a record; one of a link has two. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  /** Values that are unique together. */
  readonly unique: readonly (readonly string[])[];
  /** No operation writes it: its records come from a file. */
  readonly seeded: boolean;
  /** Its records are those who sign in. */
  readonly account?: { readonly login: readonly string[]; readonly password: string };
  /** The only record, or the only one of each parent: it is there from the beginning. */
  readonly single?: true;
}

/** Where a value comes from, when an operation is called. */
export type Source =
  | { readonly from: "parameter"; readonly in: string; readonly name: string }
  | { readonly from: "caller" }
  | { readonly from: "value"; readonly value: Json }
  /** A member of the body that is sent, by the way to it. */
  | { readonly from: "body"; readonly path: readonly string[] }
  /** A column of the record that is shown. */
  | { readonly from: "self"; readonly column: string }
  /** A column of each record that fulfils all conditions. */
  | {
      readonly from: "select";
      readonly resource: string;
      readonly column: string;
      readonly where: Where;
    };

/** How a column is compared: by equality, as one of a list, as a list that has it, by text in it, by order. */
export type Comparison = "is" | "has" | "contains" | "least" | "most" | "above" | "below";

export interface Condition {
  readonly column: string;
  readonly how: Comparison;
  readonly value: Source;
}

export type Where = readonly Condition[];

/** What an answer shows for one member of a record. */
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

/** What an answer shows of a record: members by name, or one member alone. */
export interface View {
  readonly name: string;
  readonly resource: string;
  readonly members: Readonly<Record<string, Member>>;
  /** Members of the record that stand in one member of the answer. */
  readonly within?: { readonly member: string; readonly names: readonly string[] };
}

/** What stands where in an answer. */
export type AnswerFrame =
  | { readonly is: "record" | "records"; readonly view: string }
  | { readonly is: "one"; readonly item: AnswerFrame }
  | { readonly is: "fixed"; readonly value: Json }
  | { readonly is: "token" }
  | { readonly is: "total" | "count" | "pages" | "offset" | "limit" | "page" | "more" }
  | { readonly is: "next"; readonly last: "absent" | "null" }
  /** Every value that a column has, once; or how often each occurs. */
  | { readonly is: "values" | "counts"; readonly column: string }
  | { readonly is: "object"; readonly members: Readonly<Record<string, AnswerFrame>> };

/** What list parameters mean, by name in the query. */
export interface ListRules {
  readonly limit?: string;
  readonly offset?: string;
  readonly page?: string;
  readonly cursor?: string;
  readonly sort?: string;
  readonly order?: string;
  /** Pages are counted from zero. */
  readonly fromZero?: true;
  /** The newest comes first. */
  readonly newest?: true;
  /** The header with the number of records in all. */
  readonly totalHeader?: string;
}

/** How a record lies in a body. */
export interface BodyRules {
  /** Members that lead to it. */
  readonly within: readonly string[];
  /** A list of records. */
  readonly many?: true;
  /** Operations of JSON Patch on it. */
  readonly patch?: true;
  /** The member whose members are the record's, among those that stand beside it. */
  readonly spread?: string;
  /** Members that are stored, with the columns that they are stored in. */
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
  /** Which records it is about. */
  readonly where: Where;
  /** Records that must be there before anything is done. */
  readonly parents: Parents;
  readonly body?: BodyRules;
  /** Columns that it sets, whatever the body says. */
  readonly sets: Readonly<Record<string, Source>>;
  /** The link that is made or taken away, by its columns. */
  readonly link?: { readonly resource: string; readonly sets: Readonly<Record<string, Source>> };
  /** Values from which it may not be called: 409. */
  readonly unless?: Readonly<Record<string, Json>>;
  readonly list?: ListRules;
  readonly status: number;
  /** The status where the record was not there before. */
  readonly madeStatus?: number;
  readonly frame?: AnswerFrame;
  /** The header that names the record's path. */
  readonly location?: string;
  /** Only whoever made a record may change it. */
  readonly owner?: string;
  /** Parameters that change nothing. */
  readonly ignored: readonly string[];
}

/** Records that must be there before an operation does anything. */
export type Parents = readonly { readonly resource: string; readonly where: Where }[];

/** Why storage can't carry an operation, and which resources are near it. */
export interface Unbound {
  readonly why: string;
  readonly near: readonly string[];
  /** Records that its path goes through. */
  readonly parents: Parents;
}

export interface Storage {
  readonly resources: readonly StoredResource[];
  readonly views: readonly View[];
  /** By operationId. */
  readonly bound: ReadonlyMap<string, OperationBinding>;
  readonly unbound: ReadonlyMap<string, Unbound>;
  /** The scheme whose credentials login issues. */
  readonly issued?: string;
}
