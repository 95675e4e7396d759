/** Requests at the edges of the contract, beside the examples of the definition. */
import { Scene } from "../../../src/api/examples/scene.ts";
import {
  fieldType,
  filterFields,
  isNullable,
  ownedSets,
  sortFields,
  writableFields,
  type ApiDefinition,
  type Call,
  type FieldType,
  type Resource,
} from "../../../src/api/index.ts";
import type { Json, JsonObject } from "../../../src/lib/index.ts";
import type { Scenario } from "./transcript.ts";

const unknownId = "ffffffff-ffff-4fff-8fff-ffffffffffff";

const call = (method: string, path: string, rest: Partial<Call> = {}): Call => ({
  operationId: "",
  method,
  path,
  ...rest,
});

const json = (text: string, contentType = "application/json"): Partial<Call> => ({
  raw: { contentType, text },
});

/** What filters may be given that isn't a plain value of theirs. */
const oddFilters: Readonly<Partial<Record<FieldType, readonly string[]>>> = {
  string: ["a%00b", "%F0%9F%8E%89", "%25", "a'%20or%201=1--", "x".repeat(500)],
  enum: ["nothing", "a%00b"],
  integer: ["99999999999", "-99999999999", "1e3", "0x10", "007", "%205", "1.0", "1.5", "-0"],
  number: ["1e3", ".5", "1.", "NaN", "Infinity", "0.50", "-0", "123456789012345678901234567890"],
  decimal: ["1", "1.5", "01.50", "-0.00", "99999999.99"],
  boolean: ["True", "1", "yes", "false"],
  date: ["2026-02-30", "2026-1-1", "0000-01-01", "9999-12-31", "2026-01-31T00:00:00Z"],
  datetime: [
    "2026-01-02T11:00:00%2B02:00",
    "2026-01-02T09:00:00",
    "2026-01-02",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
  ],
  uuid: ["ABCDEF00-0000-4000-8000-000000000001", "none", "%7B00000000-0000-4000-8000-000000000001%7D"],
};

function lists(api: ApiDefinition, resource: Resource): readonly Scenario[] {
  const scene = new Scene(api);
  const list = scene.operation(resource.name, "list").path;
  const made = [scene.made(resource, "full"), scene.made(resource), scene.made(resource, "full")];
  const before = made.flatMap((record) => record.before);
  const queries = [
    "limit=200",
    "limit=1.5",
    "limit=",
    "limit=1&limit=2",
    "limit=+1",
    "limit=1e1",
    "limit=2&offset=1",
    "offset=2147483647",
    "offset=99999999999",
    "offset=9999999999999999",
    "offset=",
    "offset=99",
    "sort=",
    "sort=-",
    "sort=createdAt&sort=updatedAt",
    "sort=id",
    "sort=--createdAt",
    "Limit=1",
    "%00=1",
    "limit%5B%5D=1",
    "__proto__=1",
    "constructor=1",
    "limit[a]=1",
    "sort[]=createdAt",
    ...sortFields(resource).flatMap((name) => [`sort=${name}`, `sort=-${name}&limit=2`]),
    ...filterFields(resource).flatMap(({ name, schema }) => [
      `${name}=`,
      `${name}=1&${name}=2`,
      ...(oddFilters[fieldType(schema)] ?? []).map((value) => `${name}=${value}`),
      ...[made[0]?.body[name]].flatMap((value) =>
        value === undefined || value === null || typeof value === "object"
          ? []
          : [`${name}=${String(value).startsWith("{{") ? String(value) : encodeURIComponent(String(value))}`],
      ),
    ]),
  ];
  return [
    {
      name: `lists of ${resource.name}`,
      before,
      calls: queries.map((query) => call("get", `${list}?${query}`)),
    },
  ];
}

/** Values of a field that its type may or may not take. */
const oddValues: Readonly<Partial<Record<FieldType, readonly string[]>>> = {
  string: ['"a\\u0000b"', '"\\ud83c\\udf89 e\\u0301"', '""', '" "', "1", "true", '"\\ud800"'],
  enum: ['"NOTHING"', "1", '""'],
  integer: [
    "1.0",
    "1e0",
    "1e400",
    "9007199254740993",
    "-9007199254740993",
    "9".repeat(5000),
    "2147483648",
    '"1"',
    "true",
  ],
  number: ["1.0", "1e400", "9".repeat(400), "-0.0", "1e308", "5e-324", '"1"', "0.1"],
  decimal: ['"1"', '"1.5"', '"01.50"', '"-1.50"', "1.5", '"1.50 "', '"99999999.99"', '"1e2"'],
  boolean: ['"true"', "1", "0"],
  date: ['"2026-1-1"', '"0000-01-01"', '"9999-12-31"', '"2024-02-29"', '"2026-01-31T00:00:00Z"', "1"],
  datetime: [
    '"2026-01-02T11:00:00+02:00"',
    '"2026-01-02T09:00:00.123456Z"',
    '"2026-01-02T09:00:00"',
    '"2026-01-02"',
    '"0000-01-01T00:00:00Z"',
    '"9999-12-31T23:59:59.999Z"',
    '"2026-01-02T24:00:00Z"',
    "1",
  ],
  uuid: ['"ABCDEF00-0000-4000-8000-000000000001"', '"none"', "1"],
  array: ["{}", "[null]", "[[]]", '["a", "a"]', "[]", '["a\\u0000b"]'],
  json: [
    "[]",
    '"text"',
    "1",
    '{"a": {"b": [1, 2.50, null]}}',
    '{"a\\u0000": 1}',
    `{"a":${"[".repeat(99)}${"]".repeat(99)}}`,
    `{"a":${"[".repeat(100)}${"]".repeat(100)}}`,
    `{"a":${"[".repeat(900)}${"]".repeat(900)}}`,
    `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    `{"a":${"[".repeat(100_000)}${"}".repeat(100_000)}}`,
    '{"__proto__": {"x": 1}}',
    "{}",
  ],
};

/** A body as text in which one member is exactly as given. */
const withMember = (body: JsonObject, name: string, text: string): string => {
  const { [name]: _, ...rest } = body;
  const others = JSON.stringify(rest).slice(1, -1);
  return `{${others}${others ? "," : ""}${JSON.stringify(name)}:${text}}`;
};

/** The text of a raw body can't hold ids of records made before, so these bodies are of resources that need none. */
const isAlone = ({ body }: { readonly body: JsonObject }): boolean => !JSON.stringify(body).includes("{{");

function bodies(api: ApiDefinition, resource: Resource): readonly Scenario[] {
  const create = new Scene(api).operation(resource.name, "create").path;
  const plain = new Scene(api).body(resource, "required");
  const shapes = [
    "null",
    "1",
    '"text"',
    "[]",
    "true",
    "",
    " ",
    "{",
    "{}}",
    "\ufeff{}",
    "{'a': 1}",
    "NaN",
    '{"a":1,}',

    '{"__proto__": {}}',
    '{"constructor": 1}',
    '{"\\u0000": 1}',
    `${"[".repeat(2000)}${"]".repeat(2000)}`,
  ];
  const calls = [
    ...shapes.map((text) => call("post", create, json(text))),
    call("post", create, json("{}", "application/json; charset=utf-8")),
    ...[
      "application/vnd.api+json",
      "text/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
    ].map((type) => call("post", create, json("{}", type))),
    call("post", create),
  ];
  if (!isAlone(plain)) return [{ name: `bodies of ${resource.name}`, before: [], calls }];
  const members = writableFields(resource).flatMap((field) =>
    [...(isNullable(field) ? ["null"] : []), ...(oddValues[fieldType(field.schema)] ?? [])].map((text) => ({
      field,
      text,
    })),
  );
  return [
    { name: `bodies of ${resource.name}`, before: [], calls },
    ...members.map(({ field, text }) => ({
      name: `${resource.name} with ${field.name} ${text.slice(0, 80)} (${text.length})`,
      before: [],
      calls: [call("post", create, json(withMember(plain.body, field.name, text)))],
    })),
    {
      name: `${resource.name} with a member twice`,
      before: [],
      calls: Object.keys(plain.body)
        .slice(0, 1)
        .map((name) =>
          call(
            "post",
            create,
            json(
              withMember({ ...plain.body, [name]: plain.body[name] ?? null }, name, "1").replace(
                "{",
                `{${JSON.stringify(name)}:0,`,
              ),
            ),
          ),
        ),
    },
  ];
}

/** Ids that nothing has, and what may be answered first where more than one thing is wrong. */
function paths(api: ApiDefinition, resource: Resource): readonly Scenario[] {
  const scene = new Scene(api);
  const list = scene.operation(resource.name, "list").path;
  const made = scene.made(resource, "full");
  const one = `${list}/{{${made.as}.id}}`;
  const ids = [
    unknownId,
    "no-such-id",
    "%00",
    "%E0%A4%A",
    "1",
    "..%2F..",
    "{}",
    `${unknownId}%20`,
    "null",
    "a/b",
  ];
  const related = api.operations.filter(
    ({ binding }) => binding?.does === "related" && binding.resource === resource.name,
  );
  const actions = api.operations.filter(
    ({ binding }) => binding?.does === "action" && binding.resource === resource.name,
  );
  const wrong: Json = { noSuchProperty: 1 };
  return [
    {
      name: `paths of ${resource.name}`,
      before: made.before,
      calls: [
        call("get", one),
        call("head", one),
        call("get", `${one}/`),
        call("get", `${list}/`),
        call("post", `${list}/`, { body: wrong }),
        ...ids.flatMap((id) => ["get", "delete"].map((method) => call(method, `${list}/${id}`))),
        ...[unknownId, "no-such-id"].flatMap((id) => [
          call("put", `${list}/${id}`, { body: wrong }),
          call("put", `${list}/${id}`, json("{")),
          call("put", `${list}/${id}`, json("{}", "text/plain")),
        ]),
        call("put", one, { body: wrong }),
        call("patch", one, { body: {} }),
        call("post", one, { body: {} }),
        call("delete", list),
        call("put", list, { body: {} }),
        call("get", `${one}/no-such-list`),
        ...related.flatMap(({ path }) => [
          call("get", path.replace("{id}", unknownId)),
          call("get", `${path.replace("{id}", unknownId)}?limit=0`),
          call("get", `${path.replace("{id}", "no-such-id")}?limit=0`),
          call("get", path.replace("{id}", `{{${made.as}.id}}`)),
          call("get", `${path.replace("{id}", `{{${made.as}.id}}`)}?limit=1&sort=-createdAt`),
          call("get", `${path.replace("{id}", `{{${made.as}.id}}`)}?noSuchField=1`),
        ]),
        ...actions.flatMap(({ path, method }) => [
          call(method, path.replace("{id}", unknownId), { body: wrong }),
          call(method, path.replace("{id}", "no-such-id"), { body: wrong }),
          call(method, path.replace("{id}", "no-such-id")),
          call(method, path.replace("{id}", `{{${made.as}.id}}`), json("{")),
          call(method, path.replace("{id}", `{{${made.as}.id}}`), json("{}", "text/plain")),
        ]),
        call("get", one),
      ],
    },
  ];
}

/** A set of ids that is replaced, repeated, emptied and left out. */
function sets(api: ApiDefinition, resource: Resource): readonly Scenario[] {
  return ownedSets(resource).map((set) => {
    const scene = new Scene(api);
    const other = scene.resource(set.resource);
    const [a, b] = [scene.made(other), scene.made(other)];
    const here = scene.made(resource, "required", { [set.field]: [`{{${b.as}.id}}`, `{{${a.as}.id}}`] });
    const one = `${scene.operation(resource.name, "list").path}/{{${here.as}.id}}`;
    const put = (ids: Json): Call => call("put", one, { body: { ...here.body, [set.field]: ids } });
    const { [set.field]: _, ...without } = here.body;
    return {
      name: `the set ${set.field} of ${resource.name}`,
      before: [...a.before, ...b.before, ...here.before],
      calls: [
        call("get", one),
        put([`{{${a.as}.id}}`, `{{${a.as}.id}}`]),
        put([`{{${a.as}.id}}`, unknownId]),
        call("get", one),
        put([`{{${a.as}.id}}`]),
        call("delete", `${scene.operation(other.name, "list").path}/{{${a.as}.id}}`),
        call("get", one),
        put([`{{${b.as}.id}}`]),
        call("put", one, { body: without }),
        put(null),
        put("none"),
      ],
    };
  });
}

/** Who has no token is told so before anything else is read. */
function strangers(api: ApiDefinition, resource: Resource): readonly Scenario[] {
  if (!Object.keys(api.securitySchemes).length) return [];
  const list = new Scene(api).operation(resource.name, "list").path;
  const token = "missing";
  return [
    {
      name: `no token for ${resource.name}`,
      before: [],
      calls: [
        call("get", list, { token }),
        call("get", `${list}?limit=0`, { token }),
        call("get", `${list}/no-such-id`, { token }),
        call("post", list, { token, ...json("{") }),
        call("post", list, { token, ...json("{}", "text/plain") }),
        call("post", list, { token, raw: { contentType: "application/json", text: "x", repeat: 1_100_000 } }),
        call("delete", `${list}/${unknownId}`, { token: "expired" }),
      ],
    },
  ];
}

/** Scenarios for everything in a definition. */
export const probes = (api: ApiDefinition): readonly Scenario[] => [
  {
    name: "what belongs to no resource",
    before: [],
    calls: [call("get", "/healthz"), call("get", "/api/no-such-things"), call("get", "/nothing")],
  },
  ...api.resources.flatMap((resource) =>
    [lists, bodies, paths, sets, strangers].flatMap((probe) => probe(api, resource)),
  ),
];
