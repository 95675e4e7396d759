import type { JsonObject } from "../../lib/index.ts";
import type { ApiDefinition, Operation, Resource } from "../definition.ts";
import type { Call, Example } from "../example.ts";
import { belongsTo, ownedSets, storedFields, writableFields } from "../fields.ts";
import { problemMessages } from "../problems.ts";
import { wrongValues } from "../sample/wrong.ts";
import { answered, refused } from "./answers.ts";
import { at, idOf, Scene, unknownId } from "./scene.ts";

/** A body that a server reads at most, in bytes. */
export const bodyLimit = 1_048_576;

const say = (keyword: string): string => problemMessages[keyword]?.({}) ?? "";

/** Sends bodies to one operation: how to prepare, and how to send. */
interface Sender {
  readonly operation: Operation;
  readonly resource: Resource;
  /** A valid body with what must go before it. */
  prepare(): { readonly before: readonly Call[]; readonly body: JsonObject; readonly path: string };
}

const example = (
  { operation }: Sender,
  name: string,
  made: Pick<Example, "kind" | "before" | "expect"> & {
    readonly send: Partial<Call> & { readonly path: string };
  },
): Example => ({
  operationId: operation.operationId,
  name,
  kind: made.kind,
  before: made.before,
  call: { operationId: operation.operationId, method: operation.method, ...made.send },
  expect: made.expect,
});

/** One example for each rule of each field. */
function rules(sender: Sender): readonly Example[] {
  return writableFields(sender.resource).flatMap((field) => {
    const skip = sender.operation.method === "put" && field.secret;
    const cases = wrongValues(field).map(({ what, value, path, message }) => {
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
    if (!field.required || skip) return cases;
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

/** Fields that nobody may set, known or not. */
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

/** Two problems at once are both named. */
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

/** Bodies that are none. */
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

/** Ids of records that don't exist. */
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

/** Names of fields that are unique, alone or together; only those that bodies carry. */
function uniques(resource: Resource): readonly (readonly string[])[] {
  const writable = new Set(writableFields(resource).map((field) => field.name));
  const alone = writableFields(resource).flatMap((field) => (field.unique ? [[field.name]] : []));
  return [...alone, ...resource.unique].filter((names) => names.every((name) => writable.has(name)));
}

/** A second record with the values of the first where they must differ. */
function conflicts(sender: Sender, api: ApiDefinition): readonly Example[] {
  const { resource, operation } = sender;
  return uniques(resource).map((names) => {
    const scene = new Scene(api);
    const first = scene.made(resource, "full");
    const second = scene.create(resource, "full");
    const body = {
      ...second.body,
      ...Object.fromEntries(names.map((name) => [name, first.body[name] ?? null])),
    };
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

export function updating(api: ApiDefinition, resource: Resource): readonly Example[] {
  const operation = new Scene(api).operation(resource.name, "update");
  const sender: Sender = {
    operation,
    resource,
    prepare() {
      const { before, body, as } = new Scene(api).made(resource);
      return { before, body, path: at(operation, idOf(as)) };
    },
  };
  const scene = new Scene(api);
  const first = scene.made(resource, "full");
  const next = scene.body(resource, "required");
  const same = new Scene(api).made(resource, "full");
  const lost = new Scene(api).body(resource, "required");
  return [
    example(sender, "replaces a record; what is left out goes back to its default", {
      kind: "success",
      before: [...first.before, ...next.before],
      send: { path: at(operation, idOf(first.as)), body: next.body },
      expect: answered(200, resource, next.body),
    }),
    example(sender, "takes a record's own values again", {
      kind: "success",
      before: same.before,
      send: { path: at(operation, idOf(same.as)), body: same.body },
      expect: answered(200, resource, same.body),
    }),
    example(sender, "does not find what does not exist", {
      kind: "error",
      before: lost.before,
      send: { path: at(operation, unknownId), body: lost.body },
      expect: refused(404),
    }),
    ...rules(sender),
    ...strangers(sender).slice(-1),
    ...malformed(sender).slice(0, 1),
    ...dangling(sender),
    ...conflicts(sender, api),
  ];
}
