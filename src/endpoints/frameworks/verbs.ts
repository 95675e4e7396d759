import type { Value } from "../evaluate/types.ts";
import { items, texts } from "../evaluate/value.ts";
import type { Verb } from "./contract.ts";

/** The methods that a route for all of them is listed under. */
export const usual = ["get", "post", "put", "patch", "delete"] as const satisfies readonly Verb[];

/** Every method that a route is listed under. */
export const verbs: readonly Verb[] = [...usual, "options", "head"];

/** The methods that a decorator of a controller's method stands for, by its name. */
export const decorating: Readonly<Record<string, readonly Verb[]>> = {
  Get: ["get"],
  Post: ["post"],
  Put: ["put"],
  Patch: ["patch"],
  Delete: ["delete"],
  Options: ["options"],
  Head: ["head"],
  All: usual,
};

export const isVerb = (name: string): name is Verb => verbs.some((verb) => verb === name);

/** The methods that a program names, in either case: `["GET", "POST"]`. */
export const verbsIn = (value: Value | undefined): readonly Verb[] =>
  items(value)
    .flatMap((item) => texts(item))
    .map((item) => item.toLowerCase())
    .filter(isVerb);
