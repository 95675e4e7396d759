import type { Query, Row } from "./store.ts";

/** Maximum number of queries whose rows are kept. */
const mostQueries = 10_000;

const changes = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (?:keys|limits)\b/;

/** Whether a statement changes what stable queries read. */
export const changesStable = (sql: string): boolean => changes.test(sql);

/** Rows of stable queries, kept until this or another process changes the file. */
export class StableRows {
  private readonly rows = new Map<string, readonly Row[]>();
  private version: unknown;
  private isChanging = false;

  /** Call it when a transaction or read begins, with a value that changes with each commit of another process. */
  begin(version: unknown): void {
    if (version !== this.version) this.rows.clear();
    this.version = version;
  }

  /** Keeps nothing until the transaction has ended: it may be rolled back. */
  change(): void {
    this.isChanging = true;
    this.rows.clear();
  }

  end(): void {
    this.isChanging = false;
  }

  of({ sql, values }: Query, read: () => readonly Row[]): readonly Row[] {
    if (this.isChanging) return read();
    const key = `${sql}${JSON.stringify(values)}`;
    const known = this.rows.get(key);
    if (known) return known;
    const rows = read();
    if (this.rows.size >= mostQueries) this.rows.clear();
    this.rows.set(key, rows);
    return rows;
  }
}
