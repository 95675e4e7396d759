import type { Spec, SpecOperation, SpecSecurityScheme, Storage } from "../../../api/index.ts";
import type { Variable } from "../../contracts.ts";
import { Scope } from "../specification-names.ts";
import type { Served } from "./model.ts";

/** How the server verifies a scheme, and what tests send for it. */
export interface Verified {
  readonly name: string;
  readonly kind: "key" | "basic" | "bearer" | "own";
  readonly where: "query" | "header" | "cookie";
  /** Name of the header, cookie or query parameter with the key. */
  readonly parameter: string;
  /** Environment variable that lists the accepted credentials. */
  readonly variable: string;
  readonly description: string | undefined;
  /** Whether its credentials are tokens issued by login. */
  readonly issued: boolean;
}

const kindOf = (scheme: SpecSecurityScheme): Verified["kind"] => {
  if (scheme.type === "apiKey") return "key";
  if (scheme.type === "oauth2" || scheme.type === "openIdConnect") return "bearer";
  if (scheme.type === "mutualTLS") return "own";
  return scheme.scheme === "basic" ? "basic" : scheme.scheme === "bearer" ? "bearer" : "own";
};

/** Returns the schemes that some operation uses. */
export function verified(spec: Spec, issued?: string): readonly Verified[] {
  const used = new Set(
    spec.operations.flatMap(({ security }) => security.flatMap((item) => Object.keys(item))),
  );
  const scope = new Scope(["PORT", "DATABASE_URL"]);
  return Object.entries(spec.securitySchemes).flatMap(([name, scheme]): readonly Verified[] => {
    if (!used.has(name)) return [];
    const kind = kindOf(scheme);
    const words =
      name
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, "_")
        .replaceAll(/^_+|_+$/g, "")
        .slice(0, 60) || "API";
    return [
      {
        name,
        kind,
        where: scheme.type === "apiKey" ? scheme.in : "header",
        parameter: scheme.type === "apiKey" ? scheme.name : "Authorization",
        variable: scope.take(
          `${/^\d/.test(words) ? "_" : ""}${words}_${kind === "basic" ? "USERS" : "KEYS"}`,
        ),
        description: scheme.description,
        issued: name === issued,
      },
    ];
  });
}

/** Whether a scheme's credentials are tokens. */
export const takesTokens = (schemes: readonly Verified[]): boolean =>
  schemes.some(({ kind, issued }) => kind === "bearer" || issued);

/** Adds optional login credentials to public operations, so that a signed-in caller is known there too. */
export const securityOf = (
  { operation, does }: Pick<Served, "operation" | "does">,
  { issued }: Pick<Storage, "issued">,
): SpecOperation["security"] =>
  issued !== undefined && does && operation.security.length === 0
    ? [{ [issued]: [] }, {}]
    : operation.security;

export const variables = (schemes: readonly Verified[]): Readonly<Record<string, Variable>> =>
  Object.fromEntries(
    schemes.flatMap(({ kind, variable, issued }) =>
      issued
        ? []
        : kind === "key"
          ? [[variable, { value: "", comment: "Keys that are accepted, between commas." }]]
          : kind === "basic"
            ? [[variable, { value: "", comment: "Users that are let in, as name:password, between commas." }]]
            : [],
    ),
  );
