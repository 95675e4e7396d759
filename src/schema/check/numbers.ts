import type { Node } from "../read/index.ts";
import type { Check } from "./run.ts";

/** A finite number as digits × 10^exponent, exactly as its decimal notation. */
export function decimal(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Whether `value` is a multiple of `step`, both taken as decimals. */
export function isMultiple(value: number, step: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const a = decimal(value);
  const b = decimal(step);
  const least = Math.min(a.exponent, b.exponent);
  return (
    (a.digits * 10n ** BigInt(a.exponent - least)) % (b.digits * 10n ** BigInt(b.exponent - least)) === 0n
  );
}

export function numberChecks(node: Node): readonly Check[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  const out: Check[] = [];
  const add = (keyword: string, holds: (value: number) => boolean, message: string): void => {
    out.push((value, run) => holds(value as number) || run.fail(keyword, message)); // called for numbers only
  };
  if (minimum !== undefined) add("minimum", (value) => value >= minimum, `must be at least ${minimum}`);
  if (maximum !== undefined) add("maximum", (value) => value <= maximum, `must be at most ${maximum}`);
  if (exclusiveMinimum !== undefined)
    add("exclusiveMinimum", (value) => value > exclusiveMinimum, `must be greater than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined)
    add("exclusiveMaximum", (value) => value < exclusiveMaximum, `must be less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined)
    add("multipleOf", (value) => isMultiple(value, multipleOf), `must be a multiple of ${multipleOf}`);
  return out;
}
