import { usageError } from "../lib/index.ts";

/** Money is counted in whole millionths of the currency's unit, so that sums are exact. */
export const millionths = 1_000_000;

/** Parses `5`, `0.25` or `1200.000001` as millionths; throws UserError for an invalid amount. */
export function parseMoney(text: string, name: string): number {
  const [, units, decimals = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (units === undefined)
    throw usageError(
      "money",
      `${name}: ${text.slice(0, 40)} is not an amount.`,
      "Give one such as 5 or 0.25, with up to six decimals.",
    );
  return Number(units) * millionths + Number(decimals.padEnd(6, "0"));
}

/** Formats an amount as briefly as possible, with at least two decimals. */
export function formatMoney(amount: number): string {
  const [units, decimals] = [Math.floor(Math.abs(amount) / millionths), Math.abs(amount) % millionths];
  const text = String(decimals)
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${amount < 0 ? "-" : ""}${units}.${text}`;
}
