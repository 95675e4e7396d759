import type { Spec, SpecSecurityScheme } from "../../../api/index.ts";
import type { Variable } from "../../contracts.ts";
import { Scope, docComment, key, literal } from "../client/names.ts";

/** How the server verifies a scheme, and what the tests send for it. */
export interface Verified {
  readonly name: string;
  readonly kind: "key" | "basic" | "bearer" | "own";
  readonly where: "query" | "header" | "cookie";
  /** Of the header, cookie or query parameter that a key is in. */
  readonly parameter: string;
  /** Variable of the environment that lists what is accepted. */
  readonly variable: string;
  readonly description: string | undefined;
}

const kindOf = (scheme: SpecSecurityScheme): Verified["kind"] => {
  if (scheme.type === "apiKey") return "key";
  if (scheme.type === "oauth2" || scheme.type === "openIdConnect") return "bearer";
  if (scheme.type === "mutualTLS") return "own";
  return scheme.scheme === "basic" ? "basic" : scheme.scheme === "bearer" ? "bearer" : "own";
};

/** The schemes that some operation asks for. */
export function verified(spec: Spec): readonly Verified[] {
  const used = new Set(
    spec.operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))),
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
      },
    ];
  });
}

export const variables = (schemes: readonly Verified[]): Readonly<Record<string, Variable>> =>
  Object.fromEntries(
    schemes.flatMap(({ kind, variable }) =>
      kind === "key"
        ? [[variable, { value: "", comment: "Keys that are accepted, between commas." }]]
        : kind === "basic"
          ? [[variable, { value: "", comment: "Users that are let in, as name:password, between commas." }]]
          : [],
    ),
  );

/** `src/security.ts`: which credentials there are, and what they are verified by. */
export function securityModule(schemes: readonly Verified[]): string {
  const bearer = schemes.some(({ kind }) => kind === "bearer");
  const entries = schemes.map(({ name, kind, where, parameter, variable, description }) => {
    const scheme = literal(kind === "key" ? { kind, in: where, name: parameter } : { kind });
    const verify =
      kind === "bearer"
        ? "verifyToken"
        : kind === "own"
          ? "() => Promise.reject(new Problem(501))"
          : `oneOf(listed(environment, ${literal(variable)}))`;
    const about = kind === "own" ? "Yours to write: nothing here can verify this scheme." : description;
    return `${docComment([about], "    ")}    ${key(name)}: { scheme: ${scheme}, verify: ${verify} },\n`;
  });
  const names = [
    ...(schemes.some(({ kind }) => kind === "key" || kind === "basic") ? ["listed", "oneOf"] : []),
    "type Verifiers",
    ...(bearer ? ["type Verify"] : []),
  ];
  const imports = [
    ...(bearer ? ['import { authSettings, tokenVerifier } from "./auth.ts";'] : []),
    `import { ${names.join(", ")} } from "./http/security.ts";`,
    ...(bearer || schemes.some(({ kind }) => kind === "own")
      ? ['import { Problem } from "./problem.ts";']
      : []),
  ];
  const environment = schemes.some(({ kind }) => kind !== "own") ? "environment" : "_environment";
  const token = bearer
    ? `  const verifyHeader = tokenVerifier(authSettings(environment));
  const verifyToken: Verify = async (token, scopes) => {
    const claims = await verifyHeader("Bearer " + token);
    const granted = new Set([claims["scope"], claims["scp"]].flat().flatMap((one) => (typeof one === "string" ? one.split(" ") : [])));
    if (scopes.some((scope) => !granted.has(scope))) throw new Problem(401);
    return claims;
  };\n`
    : "";
  return `${imports.join("\n")}

/** Verifiers by scheme, from the environment; throws where it lacks what they need. */
export function verifiersFrom(${environment}: NodeJS.ProcessEnv): Verifiers {
${token}  return {
${entries.join("")}  };
}
`;
}
