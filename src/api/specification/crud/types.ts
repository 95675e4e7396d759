import type { Json } from "../../../lib/index.ts";
import type { SpecSchema } from "../../spec.ts";

/** What storage does for one operation. */
export type Stored =
  | {
      readonly does: "create" | "get" | "update" | "patch" | "put" | "remove";
      readonly answer: Answer;
      readonly body?: StoredBody;
    }
  | { readonly does: "list"; readonly answer: Answer; readonly list: ListRules };

/** What a request carries that is stored. */
export interface StoredBody {
  /** The one member of the body that holds it; undefined: all of the body. */
  readonly within?: string;
  /** Names of members as they are sent, with those by which records have them. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** There must be a body, though the document does not say so: records have members that only it can bring. */
  readonly needed: boolean;
  /** Members that a replaced record keeps where the body has none of that name. */
  readonly keep: readonly string[];
}

/** How an operation of storage answers. */
export interface Answer {
  readonly status: number;
  /** The status where the record was not there before. */
  readonly madeStatus?: number;
  /** Members of the records that are answered, where the document names no others; undefined: all that is stored. */
  readonly only?: readonly string[];
  /** What is answered; undefined: the operation answers without a body. */
  readonly frame?: Frame;
}

/** What stands where in an answer. */
export type Frame =
  | {
      readonly is: "record";
      readonly schema: SpecSchema;
      /** Members that are always the same in this answer. */
      readonly fixed: Readonly<Record<string, Json>>;
    }
  | { readonly is: "records"; readonly schema: SpecSchema }
  | { readonly is: "fixed"; readonly value: Json }
  /** Numbers of records in all and in this part, of parts; where the part starts, how long it may be, which it is. */
  | { readonly is: "total" | "count" | "pages" | "offset" | "limit" | "page" }
  /** Whether there is another part; the cursor of it, left out where there is none. */
  | { readonly is: "more" }
  | { readonly is: "next"; readonly last: "absent" | "null" }
  | { readonly is: "object"; readonly members: Readonly<Record<string, Frame>> };

export type PartOf = "limit" | "offset" | "page" | "cursor";

export interface ListRules {
  /** Pages are counted from zero. */
  readonly fromZero?: true;
  /** The header with the number of records in all. */
  readonly totalHeader?: string;
  /** What each query parameter means; one that is missing here has no meaning to storage. */
  readonly parameters: Readonly<Record<string, PartOf | "sort" | { readonly equals: string }>>;
}

/** Records of one kind under one path. */
export interface Collection {
  /** Path of all of them: `/users/{userId}/posts`. */
  readonly path: string;
  /** Whether a path leads to one of them. */
  readonly hasItems: boolean;
  /** The member that names a record; undefined where none does, as in a list that is only added to. */
  readonly id?: {
    readonly property: string;
    readonly made: "uuid" | "integer" | "path";
    readonly given: boolean;
    /** Made of a prefix and so many hexadecimal digits. */
    readonly hex?: { readonly prefix: string; readonly digits: number };
  };
  /** Set when a record is made, and at each change. */
  readonly stamps: readonly { readonly property: string; readonly on: "create" | "change" }[];
  /** Members that requests may carry but storage leaves out, and those that answers leave out. */
  readonly ignored: readonly string[];
  readonly hidden: readonly string[];
  readonly defaults: Readonly<Record<string, Json>>;
}

export interface StorageBinding {
  readonly collection: Collection;
  readonly stored: Stored;
}

export interface Bindings {
  readonly collections: readonly Collection[];
  /** By operationId. */
  readonly bound: ReadonlyMap<string, StorageBinding>;
  /** Why each other operation is its owner's to write, by operationId. */
  readonly why: ReadonlyMap<string, string>;
}

/** Names of members that lead from an answer to its record, outermost first; undefined where it holds none. */
export function recordIn(frame: Frame | undefined): readonly string[] | undefined {
  if (frame?.is === "record") return [];
  if (frame?.is !== "object") return undefined;
  for (const [name, member] of Object.entries(frame.members)) {
    const path = recordIn(member);
    if (path) return [name, ...path];
  }
  return undefined;
}
