import type { Storage } from "../../../api/index.ts";
import { docComment, key, literal } from "../client/typescript-literals.ts";
import { takesTokens, type Verified } from "../../specification/server/security.ts";

/** Generates `src/security.ts`: which credentials exist, and how they are verified. */
export function securityModule(schemes: readonly Verified[], { issued: issuer, resources }: Storage): string {
  const bearer = takesTokens(schemes);
  const signs = bearer && issuer !== undefined && resources.length > 0;
  const entries = schemes.map(({ name, kind, where, parameter, variable, description, issued }) => {
    const scheme = literal(kind === "key" ? { kind, in: where, name: parameter } : { kind });
    const verify =
      issued && kind === "key"
        ? '(value, scopes) => verifyToken(value.replace(/^(token|bearer|jwt) +/i, ""), scopes)'
        : kind === "bearer"
          ? "verifyToken"
          : kind === "own"
            ? "() => Promise.reject(new Problem(501))"
            : `oneOf(listed(environment, ${literal(variable)}))`;
    const about = kind === "own" ? "Yours to write: nothing here can verify this scheme." : description;
    return `${docComment([about], "    ")}    ${key(name)}: { scheme: ${scheme}, verify: ${verify} },\n`;
  });
  const names = [
    ...(schemes.some(({ kind, issued }) => !issued && (kind === "key" || kind === "basic"))
      ? ["listed", "oneOf"]
      : []),
    "type Verifiers",
    ...(bearer ? ["type Verify"] : []),
  ];
  const imports = [
    ...(resources.length && !signs ? ['import { randomUUID } from "node:crypto";'] : []),
    ...(bearer
      ? [`import { authSettings, ${signs ? "tokenSigner, " : ""}tokenVerifier } from "./auth.ts";`]
      : []),
    `import { ${names.join(", ")} } from "./http/security.ts";`,
    ...(resources.length ? ['import type { Sign } from "./http/serve.ts";'] : []),
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
${resources.length ? signerText(signs) : ""}`;
}

/** Generates the signer of login tokens: for the scheme that accepts them, or one that nothing asks for. */
const signerText = (signs: boolean): string =>
  signs
    ? `
/** Signs the tokens that login gives; they are verified by the same settings. */
export function signerFrom(environment: NodeJS.ProcessEnv): Sign {
  const sign = tokenSigner(authSettings(environment));
  return (subject) => (sign ? sign(subject, {}) : Promise.reject(new Problem(501)));
}
`
    : `
/** What login gives: no scheme of the specification asks for it. */
export const signerFrom = (_environment: NodeJS.ProcessEnv): Sign => () => Promise.resolve(randomUUID());
`;
