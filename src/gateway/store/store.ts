/** A value of a column: money and times are whole numbers. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** A statement with its values as `$1`, `$2` …; text of callers is never part of the statement. */
export interface Query {
  readonly sql: string;
  readonly values: readonly Value[];
}
/**
 * Names that no other transaction may hold until this one ends; shared ones may be held by several. Stores that have one
 * writer at a time need none.
 */
export interface Locks {
  readonly locks: readonly string[];
  readonly shared: boolean;
}
/** Something that is asked elsewhere while the transaction, with its locks, waits. */
export interface Outside {
  act(): Promise<void>;
}
/** Steps of one transaction, one at a time: it yields a query and receives its rows. Stores run it as they can. */
export type Work<T> = Generator<Query | Locks | Outside, T, readonly Row[]>;

/** Where keys, limits and usage are kept. One contract, one suite, a file for each kind of database. */
export interface Store {
  /** Runs the work as one transaction. What it throws undoes it. Throws ApiError (503) where nothing can be written. */
  write<T>(work: () => Work<T>): Promise<T>;
  /** Runs the work, which only reads. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Runs the work, which only reads, and many rows: requests don't wait for it. */
  scan<T>(work: () => Work<T>): Promise<T>;
  /** Rows one by one, for exports of any size. */
  rows(query: Query): AsyncIterable<Row>;
  close(): Promise<void>;
}

export function* query(sql: string, ...values: Value[]): Work<readonly Row[]> {
  return yield { sql, values };
}

/** Waits for names in an order that all transactions have, so that no two wait for each other. */
export function* lock(names: readonly string[]): Work<void> {
  yield { locks: names.toSorted(), shared: false };
}

/**
 * Requests hold the ledger together; what changes keys, limits or bills holds it alone. The counter of a new limit is a
 * sum of rows, which no request may add to meanwhile.
 */
export function* ledger(holds: "together" | "alone"): Work<void> {
  yield { locks: ["ledger"], shared: holds === "together" };
}

/** For stores that several machines share alone: others have no time to wait. */
export function* outside<T>(act: () => Promise<T>): Work<T> {
  const results: T[] = [];
  yield { act: async () => void results.push(await act()) };
  return results[0] as T; // the step was done
}

/** The first row of a query. */
export function* first(sql: string, ...values: Value[]): Work<Row | undefined> {
  return (yield { sql, values })[0];
}
