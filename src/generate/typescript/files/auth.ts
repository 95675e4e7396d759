import type { ApiDefinition } from "../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import type { Options, Part } from "../../contracts.ts";
import { hasAccounts, policyIn, tokenSettings, type Policed } from "../../tokens.ts";
import { shippedFile, shippedText } from "../shipped.ts";
import { versions } from "../versions.ts";
import { authorizationFiles } from "./authorization.ts";

/** Everything about tokens that is independent of the framework. */
export const auth = (api: ApiDefinition, options: Policed = { auth: false }): Part => ({
  files: [
    shippedFile("auth.ts", { accounts: hasAccounts(api) }),
    ...authorizationFiles(api, options),
    { path: "tests/tokens.ts", text: shippedText("tests/tokens.ts") },
  ],
  dependencies: { jose: versions.jose },
  ...(policyIn(api, options) && { scripts: { token: "node --import @oxc-node/core/register src/token.ts" } }),
  environment: tokenSettings,
});

const fromAuth = (name: string): Code => imported("/src/auth.ts", name);

/** A token-related parameter of an application, with its value in the server and in tests. */
interface Use {
  readonly name: string;
  readonly type: Code;
  readonly make: Code;
}

/** Returns the token-related parameters of an application, if any. */
function uses(api: ApiDefinition, { auth: withAuth }: Options): readonly Use[] {
  if (!withAuth) return [];
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

/** Parameters after the database's. */
export const tokenParameters = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ name, type }) => ts`, ${code(name)}: ${type}`);

/** Their arguments, with the same names. */
export const tokenArguments = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ name }) => code(`, ${name}`));

/** Statements of `src/server.ts` before anything is opened. */
export const tokenSetup = (api: ApiDefinition, options: Options): Code =>
  joined([
    ...(options.auth ? [ts`const settings = ${fromAuth("authSettings")}(process.env);`] : []),
    ...uses(api, options).map(({ name, make }) => ts`const ${code(name)} = ${make}(settings);`),
    code(""),
  ]);

/** Arguments in `tests/app.ts`, after the database. */
export const testArguments = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ make }) => ts`, ${make}(${imported("/tests/tokens.ts", "testAuth")})`);
