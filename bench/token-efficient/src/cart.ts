import { archived, type Invoice } from "./invoices.ts";

export interface Line {
  sku: string;
  quantity: number;
  /** In cents. */
  price: number;
}

export class EmptyCartError extends Error {}

export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.price, 0);
}

export function discount(amount: number, percent = 10): number {
  if (percent < 0 || percent > 100) throw new RangeError(`no discount of ${percent} %`);
  return Math.round((amount * percent) / 100);
}

export function checkout(lines: readonly Line[], customer: string): Invoice {
  if (lines.length === 0) throw new EmptyCartError("the cart is empty");
  const amount = total(lines);
  return { customer, amount: amount - discount(amount), year: new Date().getFullYear(), archived: false };
}

export const paid = (invoices: readonly Invoice[]): number => invoices.length - archived(invoices).length;
