import type { Json } from "../../lib/index.ts";
import { accountOf, signUpOf, tokenLifetime } from "../account.ts";
import type { ApiDefinition, Operation, Resource } from "../definition.ts";
import type { Call } from "../example.ts";
import { registration } from "./account.ts";
import { recordOf } from "./answers.ts";
import { success } from "./acting.ts";
import { changeOf, replaced } from "./bodies.ts";
import { resourceOf } from "./index.ts";
import { linked } from "./reading.ts";
import { at, idOf, Scene } from "./scene.ts";

/** One use of an operation that works on any database, alongside all other showcases of the API. */
export interface Showcase {
  readonly before: readonly Call[];
  readonly call: Call;
  readonly status: number;
  /** The response without id and times; undefined if it is empty. */
  readonly answer: Json | undefined;
  /** The response is not a record: it has neither id nor times. */
  readonly plain?: boolean;
}

/** Numbers reserved per showcase: more than the records of one kind that it creates. */
const room = 8;

function show(scene: Scene, operation: Operation, resource: Resource): Showcase | undefined {
  const { binding, operationId, method, path } = operation;
  const call = { operationId, method };
  switch (binding?.does) {
    case "list":
      return {
        before: [],
        call: { ...call, path: `${path}?limit=10` },
        status: 200,
        answer: [recordOf(resource, scene.body(resource, "full").body)],
      };
    case "create": {
      const { before, body } = scene.create(resource, "full");
      return { before, call: { ...call, path, body }, status: 201, answer: recordOf(resource, body) };
    }
    case "update":
    case "patch": {
      const record = scene.made(resource);
      const next = scene.body(resource, "full");
      const change = changeOf(resource, next.body);
      const isPatch = binding.does === "patch";
      const body = isPatch ? Object.fromEntries(Object.entries(change).slice(0, 1)) : change;
      const after = isPatch ? { ...record.body, ...body } : replaced(resource, record.body, body);
      return {
        before: [...record.before, ...next.before],
        call: { ...call, path: at(operation, idOf(record.as)), body },
        status: 200,
        answer: recordOf(resource, after),
      };
    }
    case "related": {
      const relation = resource.relations.find((candidate) => candidate.name === binding.relation);
      if (!relation) return undefined;
      const { before, as, item } = linked(scene, resource, relation);
      return { before, call: { ...call, path: at(operation, idOf(as)) }, status: 200, answer: [item] };
    }
    case "action": {
      const action = resource.actions.find((candidate) => candidate.name === binding.action);
      const found = action && success(scene, resource, action);
      return found && { before: found.before, call: found.call, status: 200, answer: found.expect.body };
    }
    case "register":
    case "login":
      return signIn(scene, operation);
    case "logout":
      return undefined; // it takes a token that is new each time
    default: {
      const { before, as, body } = scene.made(resource);
      const target = { ...call, path: at(operation, idOf(as)) };
      if (binding?.does === "get")
        return { before, call: target, status: 200, answer: recordOf(resource, body) };
      return { before, call: target, status: binding ? 204 : 501, answer: undefined };
    }
  }
}

function signIn(scene: Scene, operation: Operation): Showcase | undefined {
  const account = accountOf(scene.api);
  const register = account && signUpOf(scene.api, account);
  if (!account || !register) return undefined;
  const { before, body, call, login } = registration(scene, account, register);
  if (operation === register) return { before, call, status: 201, answer: recordOf(account.resource, body) };
  const { operationId, method, path } = operation;
  return {
    before: [...before, call],
    call: { operationId, method, path, body: login },
    status: 200,
    answer: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", expiresIn: tokenLifetime },
    plain: true,
  };
}

/** Returns a showcase for each operation that has a resource. They run in any order and share no unique values. */
export function showcases(api: ApiDefinition): ReadonlyMap<string, Showcase> {
  const found = new Map<string, Showcase>();
  for (const [index, operation] of api.operations.entries()) {
    const resource = resourceOf(api, operation);
    const showcase = resource && show(new Scene(api, 1 + index * room), operation, resource);
    if (showcase) found.set(operation.operationId, showcase);
  }
  return found;
}
