// Each project has a file of its own here, made for its database; so code beside it is checked against this.

/** What a store asks of a database whose statements are texts. */
export interface Database {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  ping(): Promise<void>;
}
