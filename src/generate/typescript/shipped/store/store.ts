/** How a column is stored, and what gives it a value where no request does. */
export interface Column {
  readonly sql: string;
  readonly type: "string" | "integer" | "number" | "boolean" | "json" | "uuid" | "timestamp";
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly secret?: boolean;
  /** Name of the resource whose key it holds. */
  readonly refers?: string;
  readonly set?:
    | { readonly by: "uuid" | "integer" | "now" | "change" | "caller" | "hook" }
    | { readonly by: "prefix"; readonly prefix: string; readonly digits: number }
    | { readonly by: "slug"; readonly of: string }
    | { readonly by: "value"; readonly value: unknown };
}

export interface Table {
  readonly name: string;
  readonly table: string;
  readonly key: readonly string[];
  /** Its records are those who sign in. */
  readonly account?: boolean;
  readonly columns: Readonly<Record<string, Column>>;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Filter {
  readonly column: string;
  /** One of the values; a list that has one of them; text in it; by order. */
  readonly how: "in" | "has" | "contains" | "least" | "most" | "above" | "below";
  readonly values: readonly unknown[];
}

/** A column to sort by; undefined: the order in which records were made. */
export interface Sort {
  readonly column: string | undefined;
  readonly descending: boolean;
}

export interface Page {
  readonly limit?: number;
  readonly offset?: number;
  readonly sort?: readonly Sort[];
}

/** Records of all tables, in some database. */
export interface Store {
  find(table: Table, filters: readonly Filter[], page?: Page): Promise<readonly Row[]>;
  count(table: Table, filters: readonly Filter[]): Promise<number>;
  /** @throws Taken, Missing */
  insert(table: Table, row: Row): Promise<Row>;
  /** Sets columns of the records that fulfil all filters. @throws Taken, Missing */
  update(table: Table, filters: readonly Filter[], values: Row): Promise<readonly Row[]>;
  remove(table: Table, filters: readonly Filter[]): Promise<void>;
  /** Rejects where the records can't be reached. */
  ping(): Promise<void>;
}

/** Another record has these values already. */
export class Taken extends Error {
  readonly columns: readonly string[];

  constructor(columns: readonly string[]) {
    super("is already taken");
    this.columns = columns;
  }
}

/** A value that can't be stored: what it points to is not there, or it has no place. */
export class Missing extends Error {
  readonly columns: readonly string[];

  constructor(columns: readonly string[], message = "does not exist") {
    super(message);
    this.columns = columns;
  }
}

/** Opens a database for the first request that needs it, and anew after it could not be opened. */
export function once<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
}
