import { checkOf } from "./check/compile.ts";
import { Run, type Check } from "./check/run.ts";
import { leastOf, type Least } from "./least.ts";
import { limits } from "./limits.ts";
import { TooCostly, type Problem } from "./problem.ts";
import { read, type Registry } from "./read/index.ts";

/** Options of `compile`. */
export interface Options {
  /** Documents that `$ref` may name, by URI. Nothing is ever fetched. */
  readonly registry?: Registry;
  /** `annotate` (default) ignores `format`, as in 2020-12; `assert` checks the formats in `formatNames`. */
  readonly formats?: "annotate" | "assert";
  /** Maximum schema applications in one check, after which it reports a `budget` problem. */
  readonly steps?: number;
}

/** A compiled schema. It can be used for any number of values. */
export interface Validator {
  /**
   * Returns the problems of a JSON value; empty if it matches. A check that exceeds its budget is a `budget` problem.
   */
  check(value: unknown): readonly Problem[];
  /** Whether a value matches, determined within this many steps; faster than `check` for values that don't. */
  fits(value: unknown, steps?: number): boolean;
  /** What makes even the smallest matching value too large, if anything. */
  tooLarge(): Least | undefined;
}

/** Builds the validator of a schema. Throws SchemaError with the keyword that is rejected. */
export function build(schema: unknown, options: Options): Validator {
  const reading = read(schema, options.registry ?? {});
  const check = checkOf(reading, options.formats === "assert");
  const steps = options.steps ?? limits.steps;
  const fits = (value: unknown, most = steps): boolean =>
    answer(check, value, new Run(most, undefined)) === true;
  let least: Least | undefined;
  return {
    fits,
    tooLarge: () => {
      least ??= leastOf(reading.root);
      return least.size > limits.least ? least : undefined;
    },
    check: (value) => {
      if (fits(value)) return [];
      const problems: Problem[] = [];
      const done = answer(check, value, new Run(steps, problems));
      if (done instanceof TooCostly) problems.push({ path: [], keyword: "budget", message: done.message });
      return problems;
    },
  };
}

function answer(check: Check, value: unknown, run: Run): boolean | TooCostly {
  try {
    return check(value, run, undefined);
  } catch (error) {
    if (error instanceof TooCostly) return error;
    // comparing very deep values by their text can overflow the stack
    if (error instanceof RangeError) return new TooCostly("the value is nested too deeply");
    throw error;
  }
}
