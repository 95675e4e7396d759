import type { Value } from "../evaluate/types.ts";
import { items, texts } from "../evaluate/value.ts";
import type { Verb } from "./contract.ts";

/** The methods that are listed for a route that accepts all. */
export const usual = ["get", "post", "put", "patch", "delete"] as const satisfies readonly Verb[];

/** All methods that routes are listed for. */
export const verbs: readonly Verb[] = [...usual, "options", "head"];

/** The methods of a controller decorator, by name. */
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

/** The methods that a program lists, in upper or lower case: `["GET", "POST"]`. */
export const verbsIn = (value: Value | undefined): readonly Verb[] =>
  items(value)
    .flatMap((item) => texts(item))
    .map((item) => item.toLowerCase())
    .filter(isVerb);
