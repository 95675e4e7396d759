import type { Json, JsonObject } from "../../lib/index.ts";
import type { Action, ApiDefinition, Operation, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import { belongsTo, initialValue, movedBy, preconditions, storedFields } from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { sampleId, sampleValue } from "../sample/value.ts";
import { answered, refused } from "./answers.ts";
import { at, idOf, Scene, unknownId } from "./scene.ts";

type State = ReadonlyMap<string, Json>;

const startState = (resource: Resource): State =>
  new Map(
    storedFields(resource).map((field) => [
      field.name,
      field.auto === "now" ? "{{datetime}}" : initialValue(field),
    ]),
  );

const allowed = (action: Action, state: State): boolean =>
  Object.entries(action.when ?? {}).every(([name, values]) => values.includes(state.get(name) ?? null));

/** Returns what an action writes, as far as it is known in advance. */
function written(action: Action, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(action.set ?? {}).map(([name, assignment]) => [
      name,
      "value" in assignment ? assignment.value : "now" in assignment ? "{{datetime}}" : (body[name] ?? null),
    ]),
  );
}

/**
 * Returns the shortest sequence of at most four actions from a new record to a wanted state; undefined if there is
 * none.
 */
function wayTo(
  isReached: (state: State) => boolean,
  resource: Resource,
  start: State,
): readonly Action[] | undefined {
  let frontier: readonly (readonly [State, readonly Action[]])[] = [[start, []]];
  for (let steps = 0; steps <= 4; steps++) {
    const there = frontier.find(([state]) => isReached(state));
    if (there) return there[1];
    frontier = frontier.flatMap(([state, way]) =>
      resource.actions
        .filter((action) => action.set && needsNothing(action) && allowed(action, state))
        .map(
          (action) =>
            [new Map([...state, ...Object.entries(written(action, {}))]), [...way, action]] as const,
        ),
    );
  }
  return undefined;
}

const needsNothing = (action: Action): boolean =>
  Object.values(action.set ?? {}).every((assignment) => !("input" in assignment));

/** Returns body values and preceding actions after which the action may (or may not) be called. */
function road(
  action: Action,
  resource: Resource,
  may: boolean,
): { readonly body: JsonObject; readonly way: readonly Action[] } | undefined {
  const isGoal = (state: State): boolean => allowed(action, state) === may;
  const start = startState(resource);
  const way = wayTo(isGoal, resource, start);
  if (way) return { body: {}, way };
  const writable = storedFields(resource).filter(
    (field) => !field.auto && Object.hasOwn(action.when ?? {}, field.name),
  );
  for (const field of writable) {
    for (const value of may ? (action.when?.[field.name] ?? []) : (field.schema.enum ?? [true, false])) {
      if (isGoal(new Map([...start, [field.name, value]]))) return { body: { [field.name]: value }, way: [] };
    }
  }
  return undefined;
}

/** Replaces the action's time by a date in fields that store dates. */
function dated(resource: Resource, record: JsonObject): JsonObject {
  const formats = new Map(storedFields(resource).map((field) => [field.name, field.schema["format"]]));
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value === "{{datetime}}" && formats.get(name) === "date" ? "{{date}}" : value,
    ]),
  );
}

interface Stage {
  readonly scene: Scene;
  readonly resource: Resource;
  readonly action: Action;
  readonly operation: Operation;
}

/** Returns the body of an action, with the calls that create what it refers to. */
function actionBody({ scene, resource, action }: Stage): {
  readonly before: readonly Call[];
  readonly body: JsonObject;
} {
  const before: Call[] = [];
  const body: Record<string, Json> = {};
  for (const [name, assignment] of Object.entries(action.set ?? {})) {
    const field = storedFields(resource).find((candidate) => candidate.name === name);
    if (!field || !("input" in assignment)) continue;
    const key = belongsTo(resource).find((relation) => relation.field === name);
    if (key && !key.soft) {
      const target = scene.made(scene.resource(key.resource));
      before.push(...target.before);
      body[name] = idOf(target.as);
    } else body[name] = key ? sampleId(7) : sampleValue(field, 3);
  }
  return { before, body };
}

function callOf(stage: Stage, as: string, body: JsonObject): Call {
  const { operationId, method } = stage.operation;
  const path = at(stage.operation, as);
  return Object.keys(body).length ? { operationId, method, path, body } : { operationId, method, path };
}

/** Returns a record from which the action may (or may not) be called. */
function staged(
  stage: Stage,
  may: boolean,
): { before: readonly Call[]; as: string; record: JsonObject } | undefined {
  const { scene, resource, action } = stage;
  const found = road(action, resource, may);
  if (!found) return undefined;
  const record = scene.made(resource, "required", found.body);
  const calls = found.way.map((step) => {
    const operation = actionOperation(scene.api, resource, step);
    return {
      operationId: operation.operationId,
      method: operation.method,
      path: at(operation, idOf(record.as)),
    };
  });
  const after = Object.assign({}, ...found.way.map((step) => written(step, {}))) as JsonObject; // Object.assign returns any
  return { before: [...record.before, ...calls], as: record.as, record: { ...record.body, ...after } };
}

function actionOperation(api: ApiDefinition, resource: Resource, action: Action): Operation {
  const found = api.operations.find(
    ({ binding }) =>
      binding?.does === "action" && binding.resource === resource.name && binding.action === action.name,
  );
  if (!found) throw new Error(`${resource.name} has no ${action.name}.`);
  return found;
}

/** The successful call of an action, from a record that is ready for it. */
export function success(scene: Scene, resource: Resource, action: Action): Example | undefined {
  const operation = actionOperation(scene.api, resource, action);
  return good({ scene, resource, action, operation })[0];
}

function good(stage: Stage): readonly Example[] {
  const { resource, action, operation } = stage;
  const ready = staged(stage, true);
  if (!ready) return [];
  const stageAction = actionBody(stage);
  const record = dated(resource, { ...ready.record, ...written(action, stageAction.body) });
  const expect = answered(200, resource, record);
  const base = { operationId: operation.operationId, before: [...ready.before, ...stageAction.before] };
  const required = Object.entries(action.set ?? {}).filter(
    ([, assignment]) => "input" in assignment && assignment.required,
  );
  const missing = required.map(([name]): Example => {
    const { [name]: _, ...rest } = stageAction.body;
    return {
      ...base,
      name: `refuses a body without ${name}`,
      kind: "validation",
      call: { ...callOf(stage, idOf(ready.as), {}), body: rest },
      expect: refused(400, { path: name, message: problemMessages["required"]?.({}) ?? "" }),
    };
  });
  return [
    {
      ...base,
      name: "changes the record",
      kind: "success",
      call: callOf(stage, idOf(ready.as), stageAction.body),
      expect,
    },
    ...missing,
  ];
}

/** Returns the preconditions that a record doesn't meet, as far as its values are known. */
const broken = (action: Action, record: JsonObject, resource: Resource) =>
  preconditions(action)
    .filter(({ field, values }) => {
      const stored = storedFields(resource).find(({ name }) => name === field);
      return stored && !values.includes(record[field] ?? initialValue(stored));
    })
    .map(({ field, message }) => ({ path: field, message }));

function late(stage: Stage): readonly Example[] {
  const { action, operation, resource } = stage;
  const tooLate = action.when && staged(stage, false);
  if (!tooLate) return [];
  const stageAction = actionBody(stage);
  return [
    {
      operationId: operation.operationId,
      name: "refuses a record that is not ready for it",
      kind: "error",
      before: [...tooLate.before, ...stageAction.before],
      call: callOf(stage, idOf(tooLate.as), stageAction.body),
      expect: refused(409, ...broken(action, tooLate.record, resource)),
    },
  ];
}

/** Checks that an action, like a body, can't make a record its own ancestor. */
const circular = (stage: Stage): readonly Example[] =>
  movedBy(stage.resource, stage.action).flatMap(({ field }) => {
    const ready = staged(stage, true);
    if (!ready) return [];
    const stageAction = actionBody(stage);
    return {
      operationId: stage.operation.operationId,
      name: `refuses as ${field} the record itself`,
      kind: "error",
      before: [...ready.before, ...stageAction.before],
      call: callOf(stage, idOf(ready.as), { ...stageAction.body, [field]: idOf(ready.as) }),
      expect: refused(409, { path: field, message: problemMessages["ancestor"]?.({}) ?? "" }),
    };
  });

export function acting(api: ApiDefinition, resource: Resource, action: Action): readonly Example[] {
  const stage = (): Stage => ({
    scene: new Scene(api),
    resource,
    action,
    operation: actionOperation(api, resource, action),
  });
  const lost = stage();
  const stageAction = actionBody(lost);
  return [
    ...good(stage()),
    ...late(stage()),
    ...circular(stage()),
    {
      operationId: lost.operation.operationId,
      name: "does not find what does not exist",
      kind: "error",
      before: stageAction.before,
      call: callOf(lost, unknownId, stageAction.body),
      expect: refused(404),
    },
  ];
}

/** Checks that an action without a handler responds 501. */
export function unwritten(api: ApiDefinition, operation: Operation, resource: Resource): readonly Example[] {
  const { before, as } = new Scene(api).made(resource);
  return [
    {
      operationId: operation.operationId,
      name: "is not written yet",
      kind: "error",
      before,
      call: { operationId: operation.operationId, method: operation.method, path: at(operation, idOf(as)) },
      expect: refused(501),
    },
  ];
}
