import { tokenLifetime, type ApiDefinition } from "../../../api/index.ts";
import { code, imported, joined, joinModule, ts, type Code } from "../../../code/index.ts";
import type { Options, Part } from "../../contracts.ts";
import { hasAccounts, tokenSettings } from "../../tokens.ts";
import { versions } from "../versions.ts";
import { authorizationFiles, policyIn, type Policed } from "./authorization.ts";

const jose = (name: string) => imported("jose", name);
const Problem = imported("/src/problem.ts", "Problem");

export const authModule = ts`
/** Whose tokens count, for whom they must be made, and what they are checked with. */
export interface AuthSettings {
  readonly issuer: string;
  readonly audience: string;
  /** A secret that signer and server share, or the address of the signer's public keys. */
  readonly key: { readonly secret: string } | { readonly jwks: URL };
}

/** Takes the value of an Authorization header, and gives what the token says. */
export type Verify = (authorization: string | undefined) => Promise<${jose("type JWTPayload")}>;

const shortest = 32;

/** Settings from the environment; there is no default for any of them. */
export function authSettings(environment: NodeJS.ProcessEnv): AuthSettings {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_SECRET: secret, JWKS_URL: jwks } = environment;
  if (!issuer || !audience) throw new Error("Set JWT_ISSUER and JWT_AUDIENCE; .env.example tells what they are.");
  if (jwks) return { issuer, audience, key: { jwks: new URL(jwks) } };
  if (!secret || secret.length < shortest) {
    throw new Error(\`Set JWKS_URL, or JWT_SECRET to at least \${shortest} characters: openssl rand -base64 32\`);
  }
  return { issuer, audience, key: { secret } };
}

/** Checks signature, algorithm, issuer, audience and expiry. */
function checker({ issuer, audience, key }: AuthSettings): (token: string) => Promise<{ readonly payload: JWTPayload }> {
  const options = { issuer, audience, requiredClaims: ["exp"] };
  if ("secret" in key) {
    const secret = new TextEncoder().encode(key.secret);
    return (token) => ${jose("jwtVerify")}(token, secret, { ...options, algorithms: ["HS256"] });
  }
  const keys = ${jose("createRemoteJWKSet")}(key.jwks);
  return (token) => jwtVerify(token, keys, { ...options, algorithms: ["RS256", "PS256", "ES256", "EdDSA"] });
}

/** Whatever is wrong with a token is a 401 that says no more. */
export function tokenVerifier(settings: AuthSettings): Verify {
  const check = checker(settings);
  return async (authorization = "") => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw new ${Problem}(401);
    try {
      return (await check(token)).payload;
    } catch (error) {
      if (error instanceof ${jose("errors")}.JOSEError) throw new Problem(401);
      throw error;
    }
  };
}
`;

export const signing = ts`
/** Signs a token for somebody, by the id that they have here, with more claims. */
export type Sign = (subject: string, claims: JWTPayload) => Promise<string>;

/** How long a token counts, in seconds. */
export const tokenLifetime = ${tokenLifetime};

/** Whoever has the secret can sign; where the keys are published elsewhere, only their owner can. */
export function tokenSigner({ issuer, audience, key }: AuthSettings): Sign | undefined {
  if (!("secret" in key)) return undefined;
  const secret = new TextEncoder().encode(key.secret);
  return (subject, claims) =>
    new ${jose("SignJWT")}(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(\`\${tokenLifetime} seconds\`)
      .sign(secret);
}
`;

const tokensModule = ts`
/** What the application under test is set to. */
export const testAuth = {
  issuer: "https://issuer.test",
  audience: "api",
  key: { secret: "a secret of the tests, 32 characters or more" },
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that expires so many seconds from now. */
function sign(secret: string, bits: 256 | 512, seconds: number): string {
  const now = Math.floor(Date.now() / 1000);
  const { issuer: iss, audience: aud } = testAuth;
  const claims = { sub: "somebody", scope: "admin", iss, aud, iat: now, exp: now + seconds };
  const signed = \`\${part({ alg: \`HS\${bits}\` })}.\${part(claims)}\`;
  const signature = ${imported("node:crypto", "createHmac")}(\`sha\${bits}\`, secret).update(signed).digest("base64url");
  return \`Bearer \${signed}.\${signature}\`;
}

const hour = 3600;

/** Values of the Authorization header, by what is wrong with them. */
export const tokens = {
  valid: sign(testAuth.key.secret, 256, hour),
  missing: undefined,
  malformed: "Bearer nonsense",
  expired: sign(testAuth.key.secret, 256, -hour),
  "wrong-key": sign("another secret, just as long as the right one", 256, hour),
  "wrong-algorithm": sign(testAuth.key.secret, 512, hour),
} as const;
`;

/** Everything about tokens that no framework has a part in. */
export const auth = (api: ApiDefinition, options: Policed = { auth: false }): Part => ({
  files: [
    {
      path: "src/auth.ts",
      text: joinModule("src/auth.ts", [authModule, ...(hasAccounts(api) ? [signing] : [])]),
    },
    ...authorizationFiles(api, options),
    { path: "tests/tokens.ts", text: joinModule("tests/tokens.ts", [tokensModule]) },
  ],
  dependencies: { jose: versions.jose },
  ...(policyIn(api, options) && { scripts: { token: "node --import @oxc-node/core/register src/token.ts" } }),
  environment: tokenSettings,
});

const fromAuth = (name: string): Code => imported("/src/auth.ts", name);

/** What an application does with tokens: a parameter, with what the server and the tests give for it. */
interface Use {
  readonly name: string;
  readonly type: Code;
  readonly make: Code;
}

/** How tokens come into an application, if they do. */
function uses(api: ApiDefinition, { auth: wanted }: Options): readonly Use[] {
  if (!wanted) return [];
  const verify = { name: "verify", type: fromAuth("type Verify"), make: fromAuth("tokenVerifier") };
  const sign = {
    name: "sign",
    type: ts`${fromAuth("type Sign")} | undefined`,
    make: fromAuth("tokenSigner"),
  };
  return hasAccounts(api) ? [verify, sign] : [verify];
}

const each = (api: ApiDefinition, options: Options, write: (use: Use) => Code): Code =>
  joined(uses(api, options).map(write), "");

/** Parameters behind the database's. */
export const tokenParameters = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ name, type }) => ts`, ${code(name)}: ${type}`);

/** Arguments for them, of the same names. */
export const tokenArguments = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ name }) => code(`, ${name}`));

/** In `src/server.ts`, before anything is opened. */
export const tokenSetup = (api: ApiDefinition, options: Options): Code =>
  joined([
    ...(options.auth ? [ts`const settings = ${fromAuth("authSettings")}(process.env);`] : []),
    ...uses(api, options).map(({ name, make }) => ts`const ${code(name)} = ${make}(settings);`),
    code(""),
  ]);

/** In `tests/app.ts`, behind the database. */
export const testArguments = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ make }) => ts`, ${make}(${imported("/tests/tokens.ts", "testAuth")})`);
