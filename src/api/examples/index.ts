import { isPublic } from "../account.ts";
import { isSecured } from "../bearer.ts";
import type { ApiDefinition, Operation, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import { loggingIn, loggingOut, registering } from "./account.ts";
import { acting, unwritten } from "./acting.ts";
import { refused } from "./answers.ts";
import { creating, patching, updating } from "./bodies.ts";
import { deleting } from "./deleting.ts";
import { getting, listing, relating } from "./reading.ts";
import { unknownId } from "./scene.ts";

function ofOperation(api: ApiDefinition, operation: Operation, resource: Resource): readonly Example[] {
  const { binding } = operation;
  switch (binding?.does) {
    case "list":
      return listing(api, resource);
    case "create":
      return creating(api, resource);
    case "get":
      return getting(api, resource);
    case "update":
      return updating(api, resource);
    case "patch":
      return patching(api, resource);
    case "remove":
      return deleting(api, resource);
    case "related":
      return relating(api, operation);
    case "register":
      return registering(api, operation);
    case "login":
      return loggingIn(api, operation);
    case "logout":
      return loggingOut(operation);
    case "action":
      return resource.actions
        .filter(({ name }) => name === binding.action)
        .flatMap((action) => acting(api, resource, action));
    default:
      return unwritten(api, operation, resource);
  }
}

const tokens: readonly (readonly [NonNullable<Call["token"]>, string])[] = [
  ["missing", "refuses a request without a token"],
  ["malformed", "refuses a malformed token"],
  ["expired", "refuses an expired token"],
  ["wrong-key", "refuses a token signed with another key"],
  ["wrong-algorithm", "refuses a token of another algorithm"],
];

/** Every secured operation refuses a request without a token; the first one of a resource refuses every bad token. */
function guarded(operation: Operation, first: boolean): readonly Example[] {
  if (!operation.security.length) return [];
  const path = operation.path.replace(/\{\w+\}/g, unknownId);
  const { operationId, method } = operation;
  return tokens.slice(0, first ? tokens.length : 1).map(([token, name]) => {
    const expect = refused(401);
    return {
      operationId,
      name,
      kind: "security",
      before: [],
      call: { operationId, method, path, token, ...(operation.requestBody ? { body: {} } : {}) },
      expect: { ...expect, headers: { ...expect.headers, "www-authenticate": "Bearer" } },
    };
  });
}

/** Public operations also respond without a token. */
function open(api: ApiDefinition, operation: Operation, others: readonly Example[]): readonly Example[] {
  const success = others.find(({ kind }) => kind === "success");
  if (!success || operation.security.length || !isPublic(api, operation)) return [];
  if (!isSecured(api)) return [];
  const call: Call = { ...success.call, token: "missing" };
  return [{ ...success, name: "asks for no token", kind: "security", call }];
}

/** Returns the resource that the operation is bound to or tagged with. */
export function resourceOf(api: ApiDefinition, operation: Operation): Resource | undefined {
  return api.resources.find(
    (resource) => resource.name === operation.binding?.resource || operation.tags[0] === resource.plural,
  );
}

/**
 * Returns requests with the responses that every target must give: each endpoint, each validation rule, each error.
 * The same definition gives the same examples; each runs on an empty database.
 */
export function examples(api: ApiDefinition): readonly Example[] {
  const seen = new Set<string>();
  return api.operations.flatMap((operation) => {
    const resource = resourceOf(api, operation);
    const first = !seen.has(resource?.name ?? "");
    seen.add(resource?.name ?? "");
    const ofResource = resource ? ofOperation(api, operation, resource) : [];
    return [...ofResource, ...open(api, operation, ofResource), ...guarded(operation, first)];
  });
}
