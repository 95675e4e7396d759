import { isObject, nearest } from "../../../lib/index.ts";
import type { SecurityRequirement, SpecSecurityScheme } from "../../spec.ts";
import type { At } from "./document.ts";

interface SecurityContext {
  readonly schemes: ReadonlyMap<string, SpecSecurityScheme>;
  /** Registers a scheme that is required but declared nowhere, so that the operation stays closed. */
  declare(name: string): void;
  warn(at: At, message: string): void;
}

const quoteName = (name: string): string => JSON.stringify(name.slice(0, 80));

/** Reads one alternative: `{ key: [] }`, or the bare name, a common mistake. */
function alternative(requirement: unknown): SecurityRequirement | undefined {
  if (typeof requirement === "string" && requirement !== "") return { [requirement]: [] };
  if (!isObject(requirement)) return undefined;
  return Object.fromEntries(
    Object.entries(requirement).map(([name, scopes]) => [
      name,
      Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : [],
    ]),
  );
}

/**
 * Reads the security requirements of an operation, as alternatives; undefined if it has none. Alternatives with
 * undeclared schemes are dropped if others exist, but a secured operation never becomes public.
 */
export function readSecurity(
  value: unknown,
  at: At,
  context: SecurityContext,
): readonly SecurityRequirement[] | undefined {
  if (!Array.isArray(value) && !isObject(value)) return undefined;
  const isList = Array.isArray(value);
  if (!isList) context.warn(at, "is not a list: read as a list of one");
  const requirements: readonly unknown[] = isList ? value : [value];
  const all = requirements.flatMap((item): readonly SecurityRequirement[] => {
    if (typeof item === "string")
      context.warn(at, `has ${quoteName(item)} where { ${quoteName(item)}: [] } belongs: read as that`);
    const read = alternative(item);
    return read ? [read] : [];
  });
  const lost = (one: SecurityRequirement): string | undefined =>
    Object.keys(one).find((name) => !context.schemes.has(name));
  const readable = all.filter((item) => lost(item) === undefined);
  const isClosed = readable.length === 0;
  for (const item of all) {
    const name = lost(item);
    if (name === undefined) continue;
    const meant = nearest(name, [...context.schemes.keys()]);
    const hint = meant === undefined ? "" : ` (did you mean ${quoteName(meant)}?)`;
    const then = isClosed ? "nothing lets a request in until it is" : "that alternative is ignored";
    context.warn(at, `demands ${quoteName(name)}, which is not a declared scheme${hint}: ${then}`);
  }
  if (!isClosed) return readable;
  for (const name of all.flatMap((item) => Object.keys(item))) context.declare(name);
  return all;
}
