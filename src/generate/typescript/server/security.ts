import { docComment, key, literal } from "../client/names.ts";
import type { Verified } from "../../specification/server/security.ts";

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
