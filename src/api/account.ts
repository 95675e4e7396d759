import type { JsonSchema } from "../schema/index.ts";
import type { ApiDefinition, Field, Operation, Resource, Response } from "./definition.ts";
import { fieldType, storedFields, writableFields } from "./fields.ts";
import { namesOf } from "./name-spelling.ts";
import { problemTitles, problemType, type ProblemStatus } from "./problems.ts";
import { inputSchema } from "./schemas.ts";

/** The resource that people sign in with: it has a unique email or username and a required password. */
export interface Account {
  readonly resource: Resource;
  /** The field that identifies the account: `email`, else `username`. */
  readonly identity: Field;
  readonly secret: Field;
}

/** Lifetime of a token issued by login, in seconds. */
export const tokenLifetime = 3600;

/** Limits on attempts to register or log in, per window of `minutes`. */
export const signInLimits = {
  minutes: 15,
  /** Failed attempts per address and account. */
  failures: 10,
  /** Requests per address. */
  requests: 100,
} as const;

const root = "/api/auth";
const identities = ["email", "username"];

function accountIn(resource: Resource): Account | undefined {
  const fields = storedFields(resource).filter((field) => field.required && !field.auto);
  const secret = fields.find((field) => field.secret);
  const identity = identities
    .map((name) => fields.find((field) => field.name === name))
    .find((field) => field?.unique && fieldType(field.schema) === "string");
  return secret && identity && { resource, identity, secret };
}

/** Returns the first resource that is an account; undefined if a resource is already served at `/api/auth`. */
export function accountOf(api: Pick<ApiDefinition, "resources">): Account | undefined {
  if (api.resources.some((resource) => namesOf(resource).plural.kebab === "auth")) return undefined;
  return api.resources.map(accountIn).find((account) => account !== undefined);
}

/** Whether everybody may register; otherwise only administrators create accounts. */
export const isRegistrationOpen = ({ resource }: Account): boolean => resource.register !== "closed";

/** Returns the operation that creates an account: `register`, or what administrators do if registration is closed. */
export const signUpOf = (api: ApiDefinition, { resource }: Account): Operation | undefined =>
  api.operations.find(({ binding }) => binding?.does === "register") ??
  api.operations.find(({ binding }) => binding?.does === "create" && binding.resource === resource.name);

/** Returns the fields sent to register: the required ones. Others, such as a role, can't be chosen at registration. */
export const registrationFields = ({ resource }: Account): readonly Field[] =>
  writableFields(resource).filter((field) => field.required);

/** Returns the schemas of the register and login bodies and of the login response, by name. */
export function accountSchemas(account: Account): Readonly<Record<string, JsonSchema>> {
  const { name } = account.resource;
  const { properties = {}, ...whole } = inputSchema(account.resource);
  const keys = new Set(registrationFields(account).map((field) => field.name));
  const names = [account.identity.name, account.secret.name];
  const registration = {
    ...whole,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => keys.has(key))),
  };
  return {
    ...(isRegistrationOpen(account) ? { [`${name}Registration`]: registration } : {}),
    [`${name}Login`]: {
      type: "object",
      additionalProperties: false,
      required: names,
      properties: Object.fromEntries(names.map((key) => [key, { type: "string" }])),
    },
    [`${name}Session`]: {
      type: "object",
      required: ["token", "expiresIn"],
      properties: {
        token: {
          type: "string",
          description: "Bearer token (JWT)",
          example: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
        },
        expiresIn: { type: "integer", description: "Seconds until it expires", example: tokenLifetime },
      },
    },
  };
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const errors = (...statuses: readonly ProblemStatus[]): Readonly<Record<string, Response>> =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: problemTitles[status], content: { [problemType]: ref("Problem") } },
    ]),
  );

/**
 * Returns `register`, if it is open, and `login` below `/api/auth`, which need no token, and `logout`, which ends the
 * account's tokens.
 */
export function accountOperations(account: Account): readonly Operation[] {
  const { name, plural } = account.resource;
  const body = (schema: string): Operation["requestBody"] & object => ({
    required: true,
    content: { "application/json": ref(schema) },
  });
  const common = { method: "post", parameters: [], tags: [plural], security: [] } as const;
  const register: Operation = {
    ...common,
    operationId: "register",
    path: `${root}/register`,
    summary: `Register as ${namesOf(account.resource).words}`,
    requestBody: body(`${name}Registration`),
    responses: {
      "201": { description: "The created record", content: { "application/json": ref(name) } },
      ...errors(400, 409, 413, 415, 429, 503),
    },
    binding: { resource: name, does: "register" },
  };
  return [
    ...(isRegistrationOpen(account) ? [register] : []),
    {
      ...common,
      operationId: "login",
      path: `${root}/login`,
      summary: "Get a bearer token",
      requestBody: body(`${name}Login`),
      responses: {
        "200": { description: "The token", content: { "application/json": ref(`${name}Session`) } },
        ...errors(400, 401, 413, 415, 429, 503),
      },
      binding: { resource: name, does: "login" },
    },
    {
      ...common,
      operationId: "logout",
      path: `${root}/logout`,
      summary: "End all tokens of the account",
      security: ["bearer"],
      responses: { "204": { description: "No token given until now counts any more" }, ...errors(503) },
      binding: { resource: name, does: "logout" },
    },
  ];
}

/** Whether an operation is `register`, `login` or `logout`. */
export const isOfAccounts = ({ binding }: Operation): boolean =>
  ["register", "login", "logout"].includes(binding?.does ?? "");

/** Whether an operation may be called without a token: it reads records that are public. */
export function isPublic(api: ApiDefinition, { binding }: Operation): boolean {
  if (binding?.does !== "list" && binding?.does !== "get") return false;
  const account = accountOf(api);
  const resource = api.resources.find(({ name }) => name === binding.resource);
  return account !== undefined && resource !== account.resource && resource?.read === "public";
}
