import { inTable } from "../../../../../lib/index.ts";
const amounts: Readonly<Record<string, string>> = {
  cost: "price",
  costs: "price",
  weigh: "weight",
  weighs: "weight",
  weighed: "weight",
  earns: "salary",
  holds: "capacity",
  measures: "size",
  paid: "price",
  pay: "price",
  pays: "price",
  charge: "price",
  charges: "price",
  charged: "price",
  spent: "cost",
  earned: "earnings",
};

/** What `how much it …` asks for, and `what it …`. */
export const amountOf = (verb: string): string | undefined => inTable(amounts, verb);
