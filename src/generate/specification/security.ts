import type { SpecOperation } from "../../api/index.ts";
import type { Model } from "./model.ts";
import { inTable } from "../../lib/index.ts";

/**
 * Returns an operation's security: alternatives, each a list of schemes with kind, place and name; without the empty
 * one.
 */
export function securityOf(
  operation: SpecOperation,
  model: Model,
): readonly (readonly (readonly string[])[])[] {
  return operation.security
    .map((requirement) =>
      Object.keys(requirement).map((name) => {
        const scheme = inTable(model.spec.securitySchemes, name);
        if (scheme?.type === "apiKey") return [name, "key", scheme.in, scheme.name];
        if (scheme?.type === "http" && scheme.scheme === "basic")
          return [name, "basic", "header", "authorization"];
        return [name, "bearer", "header", "authorization"];
      }),
    )
    .filter((needs) => needs.length > 0);
}
