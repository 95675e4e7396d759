import { ApiError } from "../../messages/index.ts";

/** A column value: money and times are whole numbers. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** A statement with its values as `$1`, `$2` …; callers' text is never part of the statement. */
export interface Query {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Whether it reads only keys and limits, which change rarely: a store may answer with the rows of an equal query. */
  readonly isStable?: boolean;
}
/** Names to lock until the transaction ends; shared locks can be held by several. Stores with a single writer need none. */
export interface Locks {
  readonly locks: readonly string[];
  readonly shared: boolean;
}
/** An external call that the transaction waits for, holding its locks. */
export interface Outside {
  act(): Promise<void>;
}
/** The steps of one transaction: yields a query and receives its rows. The store decides how to run them. */
export type Work<T> = Generator<Query | Locks | Outside, T, readonly Row[]>;

/** Stores keys, limits and usage. All database kinds share this contract and its test suite. */
export interface Store {
  /** Runs the work as one transaction, rolled back if it throws. Throws ApiError (503) if the store isn't writable. */
  write<T>(work: () => Work<T>): Promise<T>;
  /** Runs work that only reads. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Runs work that only reads, but many rows; requests don't wait for it. */
  scan<T>(work: () => Work<T>): Promise<T>;
  close(): Promise<void>;
}

export function* query(sql: string, ...values: Value[]): Work<readonly Row[]> {
  return yield { sql, values };
}

/** A query that reads only keys and limits. Rows that are the same object haven't changed. */
export function* stable(sql: string, ...values: Value[]): Work<readonly Row[]> {
  return yield { sql, values, isStable: true };
}

/** Locks names in a global order, which prevents deadlocks. */
export function* lock(names: readonly string[]): Work<void> {
  yield { locks: names.toSorted(), shared: false };
}

/**
 * Locks the ledger: shared for requests, exclusive for changes of keys, limits or bills. A new limit's counter is a
 * sum of rows, which must not change meanwhile.
 */
export function* ledger(holds: "together" | "alone"): Work<void> {
  yield { locks: ["ledger"], shared: holds === "together" };
}

/** Runs an external call within a transaction. Only for stores that several machines share: others must not wait. */
export function* outside<T>(act: () => Promise<T>): Work<T> {
  const results: T[] = [];
  yield { act: async () => void results.push(await act()) };
  return results[0] as T; // the step has run
}

/** Returns the first row of a query, or `undefined`. */
export function* first(sql: string, ...values: Value[]): Work<Row | undefined> {
  return (yield { sql, values })[0];
}

/** The error (503) of a failing store: requests that can't be recorded can't be billed, so they aren't served. */
export class StoreError extends ApiError {
  /** Whether a shared store can't be reached, rather than being busy or full. */
  readonly isGone: boolean;

  constructor(cause: unknown, isGone = false) {
    const message = "The gateway's store can't be used now. Try again later.";
    super("api_error", message, { status: 503, retryAfter: 5, cause });
    this.isGone = isGone;
  }
}

/** Whether an error means that the shared store can't be reached. */
export const isGone = (error: unknown): boolean => error instanceof StoreError && error.isGone;
