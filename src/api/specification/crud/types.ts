import type { Json } from "../../../lib/index.ts";
import type { SpecSchema } from "../../spec.ts";
import type { Spread } from "./spread.ts";

/** What storage does for one operation. */
export type Stored =
  | {
      readonly does: "create" | "get" | "update" | "patch" | "put" | "remove";
      readonly answer: Answer;
      readonly body?: StoredBody;
    }
  | { readonly does: "list"; readonly answer: Answer; readonly list: ListRules };

/** An object of which no more is stored than members of these names: the way to it, null for each item of a list. */
export interface Known {
  readonly path: readonly (string | null)[];
  readonly names: readonly string[];
}

/** What a request carries that is stored. */
export interface StoredBody {
  /** The one member of the body that holds it; undefined: all of the body. */
  readonly within?: string;
  /** The member whose members are those of the record, with all that stands beside it. */
  readonly spread?: Spread;
  readonly known: readonly Known[];
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
      readonly spread?: Spread;
    }
  | { readonly is: "records"; readonly schema: SpecSchema; readonly spread?: Spread }
  /** A list with nothing else in it. */
  | { readonly is: "one"; readonly item: Frame }
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

type RecordFrame = Extract<Frame, { readonly is: "record" }>;

/** Names of members and numbers of items that lead to something, outermost first. */
export type Way = readonly (string | number)[];

/** The record of an answer, and the way to it; undefined where it holds none. */
export function recordIn(
  frame: Frame | undefined,
): { readonly path: Way; readonly record: RecordFrame } | undefined {
  if (frame?.is === "record") return { path: [], record: frame };
  const inner: readonly (readonly [string | number, Frame])[] =
    frame?.is === "object" ? Object.entries(frame.members) : frame?.is === "one" ? [[0, frame.item]] : [];
  for (const [name, member] of inner) {
    const found = recordIn(member);
    if (found) return { path: [name, ...found.path], record: found.record };
  }
  return undefined;
}
