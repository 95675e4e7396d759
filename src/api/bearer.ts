import { accountOf, accountOperations, accountSchemas, isOfAccounts, isPublic } from "./account.ts";
import type { ApiDefinition, Operation } from "./definition.ts";
import { problemTitles, problemType } from "./problems.ts";
import { errors, ref } from "./responses.ts";

/** An operation behind a bearer token, 401 among its responses. */
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
 * The same API without register, login and logout, for a server that has no accounts: nothing that asked for tokens
 * elsewhere is open there.
 */
export const withoutAccounts = (api: ApiDefinition): ApiDefinition => ({
  ...api,
  operations: api.operations
    .filter((operation) => !isOfAccounts(operation))
    .map((operation) => (isPublic(api, operation) && isSecured(api) ? guarded(operation, true) : operation)),
});

/** Whether any of its operations asks for credentials. */
export const isSecured = ({ securitySchemes }: ApiDefinition): boolean =>
  Object.keys(securitySchemes).length > 0;

/**
 * The same API with every operation behind a bearer token (JWT), which somebody gets by register and login
 * where a resource is an account (`accountOf`).
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
