import type { Json, JsonObject } from "../../lib/index.ts";
import { accountOf, registrationFields, tokenLifetime } from "../account.ts";
import type { ApiDefinition, Operation, Resource } from "../definition.ts";
import { answeredFields, ownedSets, stateFields, storedFields, writableFields } from "../fields.ts";
import { sampleId, sampleValue } from "../sample/value.ts";

const created = "2026-01-01T09:00:00.000Z";

/** Returns a full body with sample ids for other records. */
function fullBody(resource: Resource): JsonObject {
  return Object.fromEntries(writableFields(resource).map((field) => [field.name, sampleValue(field, 1)]));
}

/** Returns the body of a sample PATCH: the first field that is not a state. */
function patchBody(resource: Resource): JsonObject {
  const states = new Set(stateFields(resource).map(({ name }) => name));
  const [name, value] = Object.entries(fullBody(resource)).find(([field]) => !states.has(field)) ?? [];
  return name === undefined || value === undefined ? {} : { [name]: value };
}

/** Returns the body that documentation shows for an operation; undefined if it has none. */
export function exampleBody(api: ApiDefinition, operation: Operation): JsonObject | undefined {
  const resource = api.resources.find(({ name }) => name === operation.binding?.resource);
  if (!resource || !operation.requestBody) return undefined;
  const { binding } = operation;
  if (binding?.does === "register" || binding?.does === "login") return accountBody(api, binding.does);
  if (binding?.does === "patch") return patchBody(resource);
  if (binding?.does !== "action") return fullBody(resource);
  const action = resource.actions.find(({ name }) => name === binding.action);
  return Object.fromEntries(
    storedFields(resource).flatMap((field) => {
      const assignment = action?.set?.[field.name];
      return assignment && "input" in assignment ? [[field.name, sampleValue(field, 1)]] : [];
    }),
  );
}

function accountBody(api: ApiDefinition, does: "register" | "login"): JsonObject | undefined {
  const account = accountOf(api);
  if (!account) return undefined;
  const fields = does === "login" ? [account.identity, account.secret] : registrationFields(account);
  return Object.fromEntries(fields.map((field) => [field.name, sampleValue(field, 1)]));
}

/** Returns a record as documentation shows it. */
function record(resource: Resource): JsonObject {
  const body = fullBody(resource);
  const sets = new Set(ownedSets(resource).map((relation) => relation.field));
  const member = (name: string): Json => body[name] ?? (sets.has(name) ? [] : null);
  return {
    id: sampleId(1),
    ...Object.fromEntries(
      answeredFields(resource).map((field) => [
        field.name,
        field.auto === "action"
          ? (field.default ?? null)
          : field.auto
            ? sampleValue(field, 1)
            : member(field.name),
      ]),
    ),
    createdAt: created,
    updatedAt: created,
  };
}

/** Returns an operation's response as documentation shows it; undefined if it is empty. */
export function exampleRecord(api: ApiDefinition, operation: Operation): Json | undefined {
  const { binding } = operation;
  const resource = api.resources.find(({ name }) => name === binding?.resource);
  if (!resource || !binding || binding.does === "remove" || binding.does === "logout") return undefined;
  if (binding.does === "login") return { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", expiresIn: tokenLifetime };
  if (binding.does !== "related") return binding.does === "list" ? [record(resource)] : record(resource);
  const relation = resource.relations.find(({ name }) => name === binding.relation);
  const other = api.resources.find(({ name }) => name === relation?.resource);
  return other ? [record(other)] : undefined;
}
