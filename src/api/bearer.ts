import { accountOf, accountOperations, accountSchemas, isOfAccounts, isPublic } from "./account.ts";
import type { ApiDefinition, Operation } from "./definition.ts";
import { problemTitles, problemType } from "./problems.ts";
import { errors, ref } from "./responses.ts";

/** Returns the operation secured by a bearer token, with 401 (and 403 if it `forbids`) among its responses. */
const guarded = (operation: Operation, forbids: boolean): Operation => ({
  ...operation,
  security: ["bearer"],
  responses: {
    ...operation.responses,
    ...(forbids ? errors(403) : {}),
    "401": {
      description: problemTitles[401],
      headers: { "WWW-Authenticate": { description: "How to authenticate", schema: { type: "string" } } },
      content: { [problemType]: ref("Problem") },
    },
  },
});

/**
 * Returns the API without register, login and logout, for a server that has no accounts. Operations that the accounts
 * made public require a token there.
 */
export const withoutAccounts = (api: ApiDefinition): ApiDefinition => ({
  ...api,
  operations: api.operations
    .filter((operation) => !isOfAccounts(operation))
    .map((operation) => (isPublic(api, operation) && isSecured(api) ? guarded(operation, true) : operation)),
});

/** Whether the API has security schemes, so that operations ask for credentials. */
export const isSecured = ({ securitySchemes }: ApiDefinition): boolean =>
  Object.keys(securitySchemes).length > 0;

/**
 * Returns the API with its operations secured by a bearer token (JWT). Where a resource is an account (`accountOf`),
 * register and login issue the token.
 */
export function withBearer(api: ApiDefinition): ApiDefinition {
  const account = accountOf(api);
  return {
    ...api,
    securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    operations: [
      ...api.operations
        .filter((operation) => !isOfAccounts(operation))
        .map((operation) =>
          isPublic(api, operation) ? operation : guarded(operation, account !== undefined),
        ),
      ...(account
        ? accountOperations(account).map((operation) =>
            operation.security.length ? guarded(operation, true) : operation,
          )
        : []),
    ],
    schemas: { ...api.schemas, ...(account ? accountSchemas(account) : {}) },
  };
}
