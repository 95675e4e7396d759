import type { Json, JsonObject } from "../../lib/index.ts";
import type { ApiDefinition, Operation, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import {
  belongsTo,
  isNullable,
  preservedNames,
  ownedSets,
  parents,
  patchFields,
  stateFields,
  storedFields,
  writableFields,
} from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { wrongValues } from "../sample/wrong.ts";
import { answered, refused } from "./answers.ts";
import { at, idOf, Scene, unknownId } from "./scene.ts";

/** Maximum size of a request body, in bytes. */
export const bodyLimit = 1_048_576;

const say = (keyword: string): string => problemMessages[keyword]?.({}) ?? "";

/** How to prepare and send bodies to one operation. */
interface Sender {
  readonly operation: Operation;
  readonly resource: Resource;
  /** Returns a valid body with the calls it needs first. */
  prepare(): { readonly before: readonly Call[]; readonly body: JsonObject; readonly path: string };
}

const example = (
  { operation }: Sender,
  name: string,
  parts: Pick<Example, "kind" | "before" | "expect"> & {
    readonly send: Partial<Call> & { readonly path: string };
  },
): Example => ({
  operationId: operation.operationId,
  name,
  kind: parts.kind,
  before: parts.before,
  call: { operationId: operation.operationId, method: operation.method, ...parts.send },
  expect: parts.expect,
});

/** Returns one example for each rule of each field. */
function rules(sender: Sender): readonly Example[] {
  const { method } = sender.operation;
  const keeps = method === "put" ? preservedNames(sender.resource) : new Set();
  return writableFields(sender.resource).flatMap((field) => {
    // PATCH uses the same schemas: one rule per field is enough.
    const wrong = wrongValues(field).slice(0, method === "patch" ? 1 : undefined);
    const cases = wrong.map(({ what, value, path, message }) => {
      const { before, body, path: to } = sender.prepare();
      const send = { path: to, body: { ...body, [field.name]: value } };
      const expect = refused(400, { path: [field.name, ...path].join("."), message });
      return example(sender, `refuses as ${field.name} ${what}`, {
        kind: "validation",
        before,
        send,
        expect,
      });
    });
    if (!field.required || keeps.has(field.name) || method === "patch") return cases;
    const { before, body, path } = sender.prepare();
    const { [field.name]: _, ...rest } = body;
    const expect = refused(400, { path: field.name, message: say("required") });
    return [
      example(sender, `refuses a body without ${field.name}`, {
        kind: "validation",
        before,
        send: { path, body: rest },
        expect,
      }),
      ...cases,
    ];
  });
}

/** Sending fields that can't be set, known or unknown, is refused. */
function strangers(sender: Sender): readonly Example[] {
  const auto = storedFields(sender.resource).find((field) => field.auto);
  const names = ["id", "createdAt", ...(auto ? [auto.name] : []), "noSuchProperty"];
  return names.map((name) => {
    const { before, body, path } = sender.prepare();
    const value = name === "id" ? unknownId : "2026-01-01T00:00:00.000Z";
    const expect = refused(400, { path: name, message: say("additionalProperties") });
    return example(sender, `refuses to have ${name} set`, {
      kind: "validation",
      before,
      send: { path, body: { ...body, [name]: value } },
      expect,
    });
  });
}

/** Two problems in one body are both reported. */
function both(sender: Sender): readonly Example[] {
  const [field] = writableFields(sender.resource).flatMap((candidate) => {
    const [wrong] = wrongValues(candidate);
    return wrong ? [{ name: candidate.name, ...wrong }] : [];
  });
  if (!field) return [];
  const { before, body, path } = sender.prepare();
  const expect = refused(
    400,
    { path: [field.name, ...field.path].join("."), message: field.message },
    { path: "noSuchProperty", message: say("additionalProperties") },
  );
  const send = { path, body: { ...body, [field.name]: field.value, noSuchProperty: 1 } };
  return [example(sender, "names every problem of a body", { kind: "validation", before, send, expect })];
}

function malformed(sender: Sender): readonly Example[] {
  const bad = refused(400, { path: "", message: say("body") });
  const cases: readonly (readonly [string, Partial<Call>, Example["expect"]])[] = [
    ["refuses broken JSON", { raw: { contentType: "application/json", text: '{"' } }, bad],
    ["refuses a list as body", { body: [] }, bad],
    ["refuses an empty body", { raw: { contentType: "application/json", text: "" } }, bad],
    ["refuses another media type", { raw: { contentType: "text/plain", text: "hello" } }, refused(415)],
    [
      "refuses a body that is too large",
      { raw: { contentType: "application/json", text: "x", repeat: bodyLimit + 1 } },
      refused(413),
    ],
  ];
  return cases.map(([name, send, expect]) => {
    const { before, path } = sender.prepare();
    return example(sender, name, { kind: "error", before, send: { path, ...send }, expect });
  });
}

/** Ids of records that don't exist are refused. */
function dangling(sender: Sender): readonly Example[] {
  const keys = belongsTo(sender.resource).filter((relation) => !relation.soft);
  const sets = ownedSets(sender.resource);
  return [
    ...keys.map((key) => [key.field, unknownId, key.field] as const),
    ...sets.map((set) => [set.field, [unknownId], `${set.field}.0`] as const),
  ].map(([name, value, where]) => {
    const { before, body, path } = sender.prepare();
    const expect = refused(400, { path: where, message: say("reference") });
    return example(sender, `refuses as ${name} what does not exist`, {
      kind: "error",
      before,
      send: { path, body: { ...body, [name]: value } },
      expect,
    });
  });
}

/** Returns the names of fields that are unique, alone or together; only those that bodies contain. */
function uniques(resource: Resource): readonly (readonly string[])[] {
  const writable = new Set(writableFields(resource).map((field) => field.name));
  const alone = writableFields(resource).flatMap((field) => (field.unique ? [[field.name]] : []));
  return [...alone, ...resource.unique].filter((names) => names.every((name) => writable.has(name)));
}

/** Returns examples of a second record that repeats values that must be unique. */
function conflicts(sender: Sender, api: ApiDefinition): readonly Example[] {
  const { resource, operation } = sender;
  return uniques(resource).map((names) => {
    const scene = new Scene(api);
    const first = scene.made(resource, "full");
    const second = scene.create(resource, "full");
    const same = Object.fromEntries(names.map((name) => [name, first.body[name] ?? null]));
    const body = operation.method === "patch" ? same : { ...second.body, ...same };
    const expect = refused(409, ...names.map((path) => ({ path, message: say("unique") })));
    const post = operation.method === "post";
    return example(sender, `refuses the ${names.join(" and ")} of another record`, {
      kind: "error",
      before: [...first.before, ...second.before, ...(post ? [] : [{ ...second.call, as: second.as }])],
      send: { path: post ? operation.path : at(operation, idOf(second.as)), body },
      expect,
    });
  });
}

export function creating(api: ApiDefinition, resource: Resource): readonly Example[] {
  const operation = new Scene(api).operation(resource.name, "create");
  const sender: Sender = {
    operation,
    resource,
    prepare: () => ({ ...new Scene(api).body(resource, "required"), path: operation.path }),
  };
  const good = (["required", "full"] as const).map((extent) => {
    const { before, body } = new Scene(api).create(resource, extent);
    const name =
      extent === "full" ? "creates a record with all fields" : "creates a record with the required fields";
    const send = { path: operation.path, body };
    return example(sender, name, { kind: "success", before, send, expect: answered(201, resource, body) });
  });
  return [
    ...good,
    ...rules(sender),
    ...strangers(sender),
    ...both(sender),
    ...malformed(sender),
    ...dangling(sender),
    ...conflicts(sender, api),
  ];
}

const pick = (body: JsonObject, isPicked: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isPicked(name)));

const isState = (resource: Resource, name: string): boolean =>
  stateFields(resource).some((field) => field.name === name);

/** Returns a body without the fields that only actions change. */
export const changeOf = (resource: Resource, body: JsonObject): JsonObject =>
  pick(body, (name) => !isState(resource, name));

/** Returns the record after a PUT: the body, with the states that the record had. */
export const replaced = (resource: Resource, record: JsonObject, body: JsonObject): JsonObject => ({
  ...pick(record, (name) => isState(resource, name)),
  ...body,
});

/** A change that no body may make, whatever its values. */
interface Forbidden {
  readonly name: string;
  readonly made: ReturnType<Scene["made"]>;
  readonly field: string;
  readonly value: Json;
  readonly message: string;
}

function forbidden(api: ApiDefinition, resource: Resource): readonly Forbidden[] {
  const states = stateFields(resource).map((field): Forbidden => {
    const record = new Scene(api).made(resource);
    const present = record.body[field.name] ?? field.default ?? null;
    const others = (field.schema.enum ?? [true, false]) as readonly Json[]; // schemas are JSON
    const value = others.find((other) => other !== present) ?? null;
    const name = `keeps ${field.name}, which actions change`;
    return { name, made: record, field: field.name, value, message: say("state") };
  });
  const trees = parents(resource).map(({ field }): Forbidden => {
    const scene = new Scene(api);
    const top = scene.made(resource);
    const below = scene.made(resource, "required", { [field]: idOf(top.as) });
    const record = { ...top, before: [...top.before, ...below.before] };
    const name = `refuses as ${field} what is below the record`;
    return { name, made: record, field, value: idOf(below.as), message: say("ancestor") };
  });
  return [...states, ...trees];
}

const bound = (sender: Sender, api: ApiDefinition): readonly Example[] =>
  forbidden(api, sender.resource).map(({ name, made, field, value, message }) => {
    const body = { ...(sender.operation.method === "patch" ? {} : made.body), [field]: value };
    return example(sender, name, {
      kind: "error",
      before: made.before,
      send: { path: at(sender.operation, idOf(made.as)), body },
      expect: refused(409, { path: field, message }),
    });
  });

/** Returns a sender that changes a previously created record with a body. */
function changing(api: ApiDefinition, resource: Resource, does: "update" | "patch"): Sender {
  const operation = new Scene(api).operation(resource.name, does);
  return {
    operation,
    resource,
    prepare() {
      const { before, body, as } = new Scene(api).made(resource);
      return { before, body: does === "patch" ? {} : body, path: at(operation, idOf(as)) };
    },
  };
}

/** Returns an empty PATCH, one for each field, and one that sets each nullable field to null. */
function patches(sender: Sender, api: ApiDefinition): readonly Example[] {
  const { resource, operation } = sender;
  const make = (name: string, change: (next: JsonObject) => JsonObject): Example => {
    const scene = new Scene(api);
    const first = scene.made(resource, "full");
    const next = scene.body(resource, "full");
    const body = change(next.body);
    return example(sender, name, {
      kind: "success",
      before: [...first.before, ...next.before],
      send: { path: at(operation, idOf(first.as)), body },
      expect: answered(200, resource, { ...first.body, ...body }),
    });
  };
  return [
    make("changes nothing by an empty object", () => ({})),
    ...patchFields(resource)
      .filter(({ name }) => !isState(resource, name))
      .flatMap((field) => [
        make(`changes ${field.name} and nothing else`, (next) => pick(next, (name) => name === field.name)),
        ...(isNullable(field) ? [make(`empties ${field.name} by null`, () => ({ [field.name]: null }))] : []),
      ]),
  ];
}

/**
 * Returns what PUT and PATCH both refuse.
 * @param refused.unknown a body sent to a record that doesn't exist
 * @param refused.malformed how many malformed bodies are sent
 */
function changesRefused(
  sender: Sender,
  api: ApiDefinition,
  {
    unknown,
    malformed: count,
  }: {
    readonly unknown: Pick<Example, "before"> & { readonly body: JsonObject };
    readonly malformed: number;
  },
): readonly Example[] {
  return [
    example(sender, "does not find what does not exist", {
      kind: "error",
      before: unknown.before,
      send: { path: at(sender.operation, unknownId), body: unknown.body },
      expect: refused(404),
    }),
    ...rules(sender),
    ...strangers(sender).slice(-1),
    ...malformed(sender).slice(0, count),
    ...dangling(sender),
    ...bound(sender, api),
    ...conflicts(sender, api),
  ];
}

export function patching(api: ApiDefinition, resource: Resource): readonly Example[] {
  const sender = changing(api, resource, "patch");
  const { before, path } = sender.prepare();
  return [
    ...patches(sender, api),
    ...Object.keys(sender.operation.requestBody?.content ?? {})
      .slice(1)
      .map((contentType) =>
        example(sender, `takes a body of the type ${contentType}`, {
          kind: "success",
          before,
          send: { path, raw: { contentType, text: "{}" } },
          expect: { status: 200 },
        }),
      ),
    ...changesRefused(sender, api, { unknown: { before: [], body: {} }, malformed: 2 }),
  ];
}

export function updating(api: ApiDefinition, resource: Resource): readonly Example[] {
  const sender = changing(api, resource, "update");
  const { operation } = sender;
  const scene = new Scene(api);
  const first = scene.made(resource, "full");
  const next = scene.body(resource, "required");
  const same = new Scene(api).made(resource, "full");
  return [
    example(sender, "replaces a record and resets omitted fields to their defaults", {
      kind: "success",
      before: [...first.before, ...next.before],
      send: { path: at(operation, idOf(first.as)), body: changeOf(resource, next.body) },
      expect: answered(200, resource, replaced(resource, first.body, changeOf(resource, next.body))),
    }),
    example(sender, "takes a record's own values again", {
      kind: "success",
      before: same.before,
      send: { path: at(operation, idOf(same.as)), body: same.body },
      expect: answered(200, resource, same.body),
    }),
    ...changesRefused(sender, api, { unknown: new Scene(api).body(resource, "required"), malformed: 1 }),
  ];
}
