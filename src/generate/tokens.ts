import { accountOf, type ApiDefinition } from "../api/index.ts";
import type { Variable } from "./contracts.ts";

/** Whether somebody can register and log in. */
export const hasAccounts = (api: ApiDefinition): boolean =>
  api.operations.some(({ binding }) => binding?.does === "login") && accountOf(api) !== undefined;

/** What a program that takes tokens reads of its environment. */
export const tokenSettings: Readonly<Record<string, Variable>> = {
  JWT_ISSUER: { value: "", comment: "Who signs the tokens: the iss that they must carry." },
  JWT_AUDIENCE: { value: "", comment: "Whom the tokens are for: the aud that they must carry." },
  JWT_SECRET: {
    value: "",
    comment: "Secret that the tokens are signed with (HS256), at least 32 characters; or:",
  },
  JWKS_URL: { value: "", comment: "Where the signer publishes its keys (RS256, PS256, ES256, EdDSA)." },
};
