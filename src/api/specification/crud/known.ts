import { inTable } from "../../../lib/index.ts";
import type { Spec } from "../../spec.ts";
import type { Shape } from "../shape.ts";
import { fits } from "./fits.ts";
import type { Known } from "./types.ts";

/** What of a body's objects is stored, so that it fits what is answered. */
export function knownIn(spec: Spec, body: Shape, answered: readonly Shape[]): readonly Known[] {
  const known = new Map<string, Known>();
  for (const [name, sent] of Object.entries(body.properties))
    for (const { properties } of answered) {
      const shown = inTable(properties, name);
      if (shown) fits(spec, [sent, shown], { depth: 0, path: [name], known });
    }
  return [...known.values()];
}
