export interface Invoice {
  customer: string;
  /** In cents. */
  amount: number;
  year: number;
  archived: boolean;
}

/** Marks what is older than a year. */
export function archive(invoices: readonly Invoice[], year: number): Invoice[] {
  return invoices.map((invoice) => (invoice.year < year ? { ...invoice, archived: true } : invoice));
}

export const archived = (invoices: readonly Invoice[]): Invoice[] =>
  invoices.filter((invoice) => invoice.archived);
