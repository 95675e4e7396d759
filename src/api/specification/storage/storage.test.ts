import { describe, expect, it } from "vitest";
import { readSpec } from "../../from/openapi/read.ts";
import { servedByStorage } from "../served.ts";
import { storageOf } from "./index.ts";

const specOf = async (paths: object, components: object = {}) => {
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components };
  return (await readSpec("t.json", () => Promise.resolve(JSON.stringify(document)))).spec;
};
const read = async (...parts: Parameters<typeof specOf>) => storageOf(await specOf(...parts));

const json = (schema: object) => ({ description: "ok", content: { "application/json": { schema } } });
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const text = { type: "string" };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

const book = object(
  {
    id: text,
    title: text,
    state: { enum: ["draft", "published"] },
    createdAt: { type: "string", format: "date-time" },
  },
  ["id", "title", "state", "createdAt"],
);
const list = {
  get: {
    operationId: "list",
    responses: {
      200: json(
        object({ data: { type: "array", items: ref("Book") }, total: { type: "integer" } }, [
          "data",
          "total",
        ]),
      ),
    },
  },
};
const create = {
  post: {
    operationId: "create",
    requestBody: body(object({ book: object({ title: text }, ["title"]) }, ["book"])),
    responses: { 201: json(object({ book: ref("Book") })) },
  },
};
const get = {
  get: { operationId: "get", parameters: [inPath("id")], responses: { 200: json(ref("Book")) } },
};
/** Books that a caller can like and unlike. */
const likeablePaths = (liking: object) => ({
  "/books": { ...list, ...create },
  "/books/{id}": get,
  "/books/{id}/like": {
    post: { operationId: "like", ...liking },
    delete: { operationId: "unlike", ...liking },
  },
});
const components = { schemas: { Book: book } };

describe("storage of a specification", () => {
  it("stores nothing that a request sends of members that some part calls read-only", async () => {
    const stored = object({ id: { ...text, readOnly: true }, title: text }, ["id", "title"]);
    const wanted = object({ id: text, title: text }, ["id", "title"]);
    const post = {
      operationId: "create",
      requestBody: body({ allOf: [stored, wanted] }),
      responses: { 201: json(ref("Book")) },
    };
    const { bound } = await read({ "/books": { post }, "/books/{id}": get }, components);
    expect(bound.get("create")?.body?.columns).toEqual({ title: "title" });
  });

  it("reads records in wrappers, and sets what no request brings", async () => {
    const { bound, resources } = await read(
      { "/v1/books": { ...list, ...create }, "/v1/books/{id}": get },
      components,
    );
    expect([...bound].map(([id, { does }]) => [id, does])).toEqual([
      ["list", "list"],
      ["create", "create"],
      ["get", "get"],
    ]);
    expect(bound.get("create")?.body?.within).toEqual(["book"]);
    expect(bound.get("list")?.frame).toMatchObject({
      members: { data: { is: "records" }, total: { is: "total" } },
    });
    const sources = Object.fromEntries(resources[0]?.columns.map(({ name, set }) => [name, set]) ?? []);
    expect(sources).toMatchObject({
      id: { by: "uuid" },
      state: { by: "value", value: "draft" },
      createdAt: { by: "now" },
    });
  });

  it("binds each operation by itself: one that is not understood disables no other", async () => {
    const odd = {
      put: {
        operationId: "odd",
        parameters: [inPath("id")],
        requestBody: { content: { "text/csv": { schema: text } } },
        responses: { 200: json(ref("Book")) },
      },
    };
    const below = { post: { ...odd.put, operationId: "below" } };
    const { bound, unbound } = await read(
      { "/books": { ...list, ...create }, "/books/{id}": { ...get, ...odd }, "/books/{id}/scan": below },
      components,
    );
    expect([...bound.keys()]).toEqual(["list", "create", "get"]);
    expect(unbound.get("odd")).toMatchObject({ near: ["Book"], parents: [] }); // PUT may create the book
    const value = { from: "parameter", in: "path", name: "id" };
    expect(unbound.get("below")?.parents).toEqual([
      { resource: "Book", where: [{ column: "id", how: "is", value }] },
    ]);
  });

  it("takes an action for a state that its name leads to", async () => {
    const publish = {
      post: {
        operationId: "publish",
        parameters: [inPath("id")],
        responses: { 200: json(ref("Book")), 409: { description: "is published" } },
      },
    };
    const { bound } = await read(
      { "/books": { ...list, ...create }, "/books/{id}/publish": publish },
      components,
    );
    expect(bound.get("publish")).toMatchObject({
      does: "update",
      sets: { state: { from: "value", value: "published" } },
      unless: { state: "published" },
    });
  });

  it("does nothing for an action that no column tells of", async () => {
    const lend = {
      post: { operationId: "lend", parameters: [inPath("id")], responses: { 200: json(ref("Book")) } },
    };
    const { unbound } = await read(
      { "/books": { ...list, ...create }, "/books/{id}/lend": lend },
      components,
    );
    expect(unbound.has("lend")).toBe(true);
  });

  it("gives records below others a column for their parent, which must be there", async () => {
    const pages = {
      get: {
        operationId: "pages",
        parameters: [inPath("bookId")],
        responses: {
          200: json({ type: "array", items: object({ number: { type: "integer" }, text }, ["number"]) }),
        },
      },
      post: {
        operationId: "addPage",
        parameters: [inPath("bookId")],
        requestBody: body(object({ number: { type: "integer" }, text })),
        responses: { 201: { description: "made" } },
      },
    };
    const { bound, resources } = await read(
      { "/books": { ...list, ...create }, "/books/{bookId}": get, "/books/{bookId}/pages": pages },
      components,
    );
    expect(bound.get("addPage")).toMatchObject({
      parents: [{ resource: "Book" }],
      sets: { bookId: { from: "parameter", name: "bookId" } },
    });
    expect(
      resources.find(({ name }) => name === "Page")?.columns.find(({ name }) => name === "bookId")?.refers,
    ).toBe("Book");
  });

  it("lets one name occur below several parents, where clients choose it", async () => {
    const pack = object({ name: text, note: text, city: text }, ["name"]);
    const put = {
      parameters: [inPath("group"), inPath("name")],
      put: { operationId: "put", requestBody: body(object({ note: text })), responses: { 200: json(pack) } },
      get: { operationId: "read", responses: { 200: json(pack) } },
    };
    const all = { get: { operationId: "all", responses: { 200: json({ type: "array", items: pack }) } } };
    const below = (await read({ "/groups/{group}/packs/{name}": put, "/packs": all })).resources[0];
    expect(below).toMatchObject({ key: ["name", "group"], unique: [] });
    const top = (await read({ "/packs/{name}": { ...put, parameters: [inPath("name")] } })).resources[0];
    expect(top).toMatchObject({ key: ["name"], unique: [] });
    const made = async (sent: object, further: object = {}) => {
      const post = { operationId: "make", requestBody: body(sent), responses: { 201: json(pack) } };
      const { resources } = await read({
        "/groups/{group}/packs": { parameters: [inPath("group")], post },
        "/groups/{group}/packs/{name}": { ...put, ...further },
      });
      return resources[0];
    };
    expect(await made(object({ note: text }))).toMatchObject({ key: ["name"], unique: [] });
    expect(await made(object({ name: text }, ["name"]))).toMatchObject({ key: ["name", "group"] });
    const rename = {
      operationId: "rename",
      requestBody: body(object({ name: text })),
      responses: { 200: json(pack) },
    };
    const renamed = await made(object({ name: text }, ["name"]), { patch: rename });
    expect(renamed).toMatchObject({ key: ["id"], unique: [["name", "group"]] });
    expect(renamed?.columns.filter(({ unique }) => unique).map(({ name }) => name)).toEqual(["id"]);
  });

  it("documents that a name which is sent may be taken below its parent", async () => {
    const parameters = [inPath("group")];
    const pack = object({ name: text }, ["name"]);
    const post = { operationId: "make", requestBody: body(pack), responses: { 201: json(pack) } };
    const one = { get: { operationId: "read", responses: { 200: json(pack) } } };
    const spec = await specOf({
      "/groups/{group}/packs": { parameters, post },
      "/groups/{group}/packs/{name}": { parameters: [...parameters, inPath("name")], ...one },
    });
    const { operations } = servedByStorage(spec, storageOf(spec), "");
    const make = operations.find(({ operationId }) => operationId === "make");
    expect(Object.keys(make?.responses ?? {})).toContain("409");
  });

  it("has records that nobody writes come from seeds", async () => {
    const { resources } = await read({ "/books": list, "/books/{id}": get }, components);
    expect(resources).toMatchObject([{ name: "Book", seeded: true }]);
  });

  it("knows who signs in, and what they link", async () => {
    const secured = [{ bearer: [] }];
    const liking = { parameters: [inPath("id")], security: secured, responses: { 200: json(ref("Book")) } };
    const user = object({ id: text, email: text }, ["id", "email"]);
    const storage = await read(
      {
        "/login": {
          post: {
            operationId: "login",
            requestBody: body(object({ email: text, password: text }, ["email", "password"])),
            responses: { 200: json(object({ token: text }, ["token"])) },
          },
        },
        "/me": { get: { operationId: "me", security: secured, responses: { 200: json(ref("User")) } } },
        ...likeablePaths(liking),
      },
      {
        schemas: {
          Book: {
            ...book,
            properties: { ...book.properties, liked: { type: "boolean" }, likesCount: { type: "integer" } },
          },
          User: user,
        },
        securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      },
    );
    expect(storage.issued).toBe("bearer");
    expect(["login", "me", "like", "unlike"].map((id) => storage.bound.get(id)?.does)).toEqual([
      "login",
      "get",
      "link",
      "unlink",
    ]);
    expect(storage.views.find(({ resource }) => resource === "Book")?.members).toMatchObject({
      liked: { is: "linked" },
      likesCount: { is: "count" },
    });
    expect(storage.resources.find(({ name }) => name === "User")).toMatchObject({
      account: { login: ["email"], password: "password" },
    });
  });
});

it.each([
  [[{ bearer: [] }], true],
  [[], false],
] as const)("has what is about the caller only where one is known: %j", async (security, isKnown) => {
  const sent = object({ email: text, password: text }, ["email", "password"]);
  const token = json(object({ token: text }, ["token"]));
  const liking = { security, parameters: [inPath("id")], responses: { 200: json(ref("Book")) } };
  const { bound, views } = await read(
    {
      "/users": {
        post: { operationId: "join", requestBody: body(sent), responses: { 201: json(ref("User")) } },
      },
      "/login": { post: { operationId: "login", requestBody: body(sent), responses: { 200: token } } },
      "/me": { get: { operationId: "me", security, responses: { 200: json(ref("User")) } } },
      ...likeablePaths(liking),
    },
    {
      schemas: {
        Book: { ...book, properties: { ...book.properties, liked: { type: "boolean" } } },
        User: object({ id: text, email: text }, ["id", "email"]),
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  );
  const all = ["me", "like", "unlike"].map((id) => bound.get(id));
  expect(all.some((binding) => JSON.stringify(binding ?? {}).includes('"caller"'))).toBe(isKnown);
  expect(all.map((binding) => binding?.does).join()).toBe(isKnown ? "get,link,unlink" : ",update,");
  const liked = views.find(({ resource }) => resource === "Book")?.members["liked"];
  expect(liked?.is === "linked").toBe(isKnown);
});

it.each([
  [[{ bearer: [] }], "caller"],
  [[], "hook"],
] as const)("has records belong to callers only where tokens are taken: %j", async (security, by) => {
  const user = object({ id: text, email: text }, ["id", "email"]);
  const signIn = object({ email: text, password: text }, ["email", "password"]);
  const { resources } = await read(
    {
      "/users": {
        post: { operationId: "join", requestBody: body(signIn), responses: { 201: json(ref("User")) } },
      },
      "/login": {
        post: {
          operationId: "login",
          requestBody: body(signIn),
          responses: { 200: json(object({ token: text }, ["token"])) },
        },
      },
      "/notes": {
        post: {
          operationId: "note",
          security,
          requestBody: body(object({ line: text }, ["line"])),
          responses: { 201: json(ref("Note")) },
        },
      },
      "/notes/{id}": {
        get: { operationId: "read", parameters: [inPath("id")], responses: { 200: json(ref("Note")) } },
      },
    },
    {
      schemas: {
        User: user,
        Note: object({ id: text, line: text, creator: ref("User") }, ["id", "line", "creator"]),
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  );
  const note = resources.find(({ name }) => name === "Note");
  expect(note?.columns.find(({ name }) => name.startsWith("creator"))?.set).toEqual({ by });
});

it("answers with the alternative that shows the records, where an answer is a list or an object", async () => {
  const page = object({ collection: { type: "array", items: ref("Book") }, next_href: text });
  const either = { oneOf: [object({ message: text }), { type: "array", items: ref("Book") }, page] };
  const { bound } = await read(
    {
      "/books": { get: { operationId: "list", responses: { 200: json(either) } }, ...create },
    },
    { schemas: { Book: book } },
  );
  expect(bound.get("list")).toMatchObject({ does: "list", resource: "Book" });
});
