import { accountOf, type ApiDefinition } from "../api/index.ts";
import type { Variable } from "./contracts.ts";

/** Whether the API has register and login. */
export const hasAccounts = (api: ApiDefinition): boolean =>
  api.operations.some(({ binding }) => binding?.does === "login") && accountOf(api) !== undefined;

/** Environment variables of a program that verifies tokens. */
export const tokenSettings: Readonly<Record<string, Variable>> = {
  JWT_ISSUER: { value: "", comment: "Who signs the tokens: the iss that they must carry." },
  JWT_AUDIENCE: { value: "", comment: "Whom the tokens are for: the aud that they must carry." },
  JWT_SECRET: {
    value: "",
    comment: "Secret that the tokens are signed with (HS256), at least 32 characters; or:",
  },
  JWKS_URL: { value: "", comment: "Where the signer publishes its keys (RS256, PS256, ES256, EdDSA)." },
};
