import type { ApiDefinition } from "../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../code/index.ts";
import type { Options, Part } from "../../contracts.ts";
import { hasAccounts, tokenSettings } from "../../tokens.ts";
import { shippedFile, shippedText } from "../shipped.ts";
import { versions } from "../versions.ts";
import { authorizationFiles } from "./authorization.ts";

/** Everything about tokens that is independent of the framework. */
export const auth = (api: ApiDefinition, options: Options): Part => ({
  files: [
    ...authorizationFiles(api, options),
    shippedFile("auth.py", { accounts: hasAccounts(api), guest: options.guest !== undefined }),
    { path: "tests/tokens.py", text: shippedText("tests/tokens.py") },
  ],
  dependencies: { "pyjwt[crypto]": versions["pyjwt[crypto]"] },
  environment: tokenSettings,
});

const fromAuth = (name: string): Code => imported("/src/auth.py", name);

/** A token-related parameter of an application, with its value in the server and in tests. */
interface Use {
  readonly name: string;
  readonly type: Code;
  readonly make: Code;
}

/** Returns the token-related parameters of an application, if any. */
function uses(api: ApiDefinition, { auth: withAuth }: Options): readonly Use[] {
  if (!withAuth) return [];
  const verify = { name: "verify", type: fromAuth("Verify"), make: fromAuth("token_verifier") };
  const sign = { name: "sign", type: py`${fromAuth("Sign")} | None`, make: fromAuth("token_signer") };
  return hasAccounts(api) ? [verify, sign] : [verify];
}

const each = (api: ApiDefinition, options: Options, write: (use: Use) => Code): Code =>
  joined(uses(api, options).map(write), "");

/** Parameters after the database's. */
export const tokenParameters = (api: ApiDefinition, options: Options): Code =>
  each(api, options, ({ name, type }) => py`, ${code(name)}: ${type}`);

/** Their arguments, created from `settings`. */
export const tokenArguments = (api: ApiDefinition, options: Options, settings: Code): Code =>
  each(api, options, ({ make }) => py`, ${make}(${settings})`);

/** Statements of `src/server.py` before anything is opened. */
export const tokenSetup = ({ auth: withAuth }: Options): Code =>
  withAuth ? py`tokens = ${fromAuth("auth_settings")}(settings)` : code("");
