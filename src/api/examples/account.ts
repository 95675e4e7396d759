import type { JsonObject } from "../../lib/index.ts";
import { accountOf, registrationFields, signUpOf, tokenLifetime, type Account } from "../account.ts";
import type { ApiDefinition, Operation, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import { writableFields } from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { sampleValue } from "../sample/value.ts";
import { answered, refused } from "./answers.ts";
import { idOf, Scene } from "./scene.ts";

/** Returns a registration with the calls it needs first, and the matching login body. */
export function registration(scene: Scene, account: Account, register: Operation) {
  const { before, body } = scene.body(account.resource, "required");
  const { operationId, method, path } = register;
  const call: Call = { operationId, method, path, body };
  const known = [account.identity.name, account.secret.name];
  const login: JsonObject = Object.fromEntries(known.map((name) => [name, body[name] ?? null]));
  return { before, body, call, login };
}

/** Returns the calls with which two people register and log in, with the calls they need first. */
export function twoAccounts(api: ApiDefinition) {
  const account = accountOf(api);
  const register = account && signUpOf(api, account);
  const login = api.operations.find(({ binding }) => binding?.does === "login");
  if (!account || !register || !login) return [];
  const scene = new Scene(api);
  return [1, 2].map(() => {
    const { before, call, login: body } = registration(scene, account, register);
    const { operationId, method, path } = login;
    return { register: [...before, call], login: { operationId, method, path, body } satisfies Call };
  });
}

/** Returns calls that create a record owned by the account `{{other.id}}`, with the placeholder of the record's id. */
export function madeFor(api: ApiDefinition, resource: Resource, field: string) {
  const scene = new Scene(api, 51); // two accounts have the first values
  const { before, as, body } = scene.made(resource, "required", { [field]: "{{other.id}}" });
  return { before, id: idOf(as), body };
}

/** Returns a function that makes examples of one call with different bodies. */
const exampleOf =
  (call: Call, before: readonly Call[]) =>
  (name: string, kind: Example["kind"], body: JsonObject, expect: Example["expect"]): Example => ({
    operationId: call.operationId,
    name,
    kind,
    before,
    call: { ...call, body },
    expect,
  });

const say = (keyword: string): string => problemMessages[keyword]?.({}) ?? "";

export function registering(api: ApiDefinition, operation: Operation): readonly Example[] {
  const account = accountOf(api);
  if (!account) return [];
  const { before, body, call } = registration(new Scene(api), account, operation);
  const make = exampleOf(call, before);
  const without = registrationFields(account).map(({ name }) => {
    const { [name]: _, ...rest } = body;
    return make(
      `refuses a body without ${name}`,
      "validation",
      rest,
      refused(400, { path: name, message: say("required") }),
    );
  });
  const other = writableFields(account.resource).find((field) => !field.required);
  const chosen = other
    ? [
        make(
          `refuses a chosen ${other.name}`,
          "validation",
          { ...body, [other.name]: sampleValue(other, 1) },
          refused(400, { path: other.name, message: say("additionalProperties") }),
        ),
      ]
    : [];
  const { name } = account.identity;
  const twice = make(
    `refuses the ${name} of another record`,
    "error",
    body,
    refused(409, { path: name, message: say("unique") }),
  );
  return [
    make("creates a record", "success", body, answered(201, account.resource, body)),
    ...without,
    ...chosen,
    { ...twice, before: [...before, call] },
  ];
}

export function loggingIn(api: ApiDefinition, operation: Operation): readonly Example[] {
  const account = accountOf(api);
  const register = account && signUpOf(api, account);
  if (!account || !register) return [];
  const { before, call, login } = registration(new Scene(api), account, register);
  const { operationId, method, path } = operation;
  const make = exampleOf({ operationId, method, path }, [...before, call]);
  const { identity, secret } = account;
  const missing = { path: secret.name, message: say("required") };
  return [
    make("answers a token", "success", login, { status: 200, body: { expiresIn: tokenLifetime } }),
    make(
      "refuses another password",
      "security",
      { ...login, [secret.name]: "some other password" },
      refused(401),
    ),
    make(
      "refuses an unknown account",
      "security",
      { ...login, [identity.name]: "nobody@example.com" },
      refused(401),
    ),
    make(
      "refuses a body without a password",
      "validation",
      { [identity.name]: login[identity.name] ?? null },
      refused(400, missing),
    ),
  ];
}

/** Only a token without an account is tested here: ended tokens are tested where tokens are issued. */
export const loggingOut = ({ operationId, method, path }: Operation): readonly Example[] => [
  {
    operationId,
    name: "refuses a token without an account",
    kind: "security",
    before: [],
    call: { operationId, method, path },
    expect: refused(403),
  },
];
