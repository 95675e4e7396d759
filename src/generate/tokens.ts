import {
  accountOf,
  adminOf,
  policyOf,
  registrationFields,
  type Account,
  type ApiDefinition,
  type Policy,
  type Resource,
} from "../api/index.ts";
import type { Options, Variable } from "./contracts.ts";

/** Whether the API has register and login. */
export const hasAccounts = (api: ApiDefinition): boolean =>
  api.operations.some(({ binding }) => binding?.does === "login") && accountOf(api) !== undefined;

/** Returns the account whose credentials a resource's records are, if it is one. */
export function accountIn(resource: Resource, api: ApiDefinition): Account | undefined {
  const account = accountOf(api);
  return account?.resource === resource && hasAccounts(api) ? account : undefined;
}

/** Returns the role that nobody may register with, if a registration names one. */
export function refusedRole({ resource, ...account }: Account) {
  const admin = adminOf(resource);
  const isAsked = registrationFields({ resource, ...account }).some(({ name }) => name === admin?.field);
  return admin && isAsked ? { field: admin.field, value: admin.values[0] ?? null } : undefined;
}

/** The options that determine whether there is a policy. */
export type Policed = Pick<Options, "auth" | "guest">;

/** Returns the policy of a project with its own accounts; undefined in an existing application. */
export const policyIn = (api: ApiDefinition, { auth, guest }: Policed): Policy | undefined =>
  auth && !guest ? policyOf(api) : undefined;

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
