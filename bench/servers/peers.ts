/**
 * Compares generated servers with Prism's mocks, and with openapi-backend in front of json-server: how many writes a
 * client can observe afterwards.
 *
 *     npm install --prefix PEERS @stoplight/prism-cli@5.16.0 openapi-backend@5.21.2 json-server@0.17.4
 *     npx node bench/servers/peers.ts PEERS SPECIFICATION...
 *
 * openapi-backend finds the operation and checks the request by the OpenAPI 3.0 document; json-server stores what it
 * gets, in one list per last word of a path. Records are made as in our generated tests, with a unique text in a member
 * that allows any text. A write is observed if a GET of the record returns that text, or no record after DELETE. It is
 * tried only if the document has that GET. Our server keeps records in memory here.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  specToOpenApi,
  storageOf,
  storageTests,
  type Spec,
  type SpecOperation,
  type SpecSchema,
  type SpecTest,
  type TestRequest,
} from "../../src/api/index.ts";
import { resolved } from "../../src/generate/specification/model.ts";
import { serverModel } from "../../src/generate/specification/server/model.ts";
import { seedsOf } from "../../src/generate/specification/server/seeds.ts";
import { freePort } from "../../tests/generated/harness.ts";
import { run, serverOf } from "../../tests/generated/specification.ts";
import { words } from "../words.ts";
import { specIn } from "./started.ts";

const [peers = ".", ...files] = words;

/** Returns headers with credentials that our server accepts here; Prism accepts any. */
function authorised(spec: Spec, names: readonly string[]): Readonly<Record<string, string>> {
  const headers = names.flatMap((name): readonly (readonly [string, string])[] => {
    const scheme = spec.securitySchemes[name];
    if (scheme?.type === "apiKey") return scheme.in === "header" ? [[scheme.name, "good"]] : [];
    const basic = scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic";
    return [["authorization", basic ? `Basic ${btoa("good:good")}` : "Bearer good"]];
  });
  return Object.fromEntries(headers);
}

const memberOf = (value: unknown, names: readonly (string | number)[]): unknown =>
  names.reduce((inner: unknown, name) => (Object(inner) as Record<string, unknown>)[name], value); // any member

async function send(url: string, { method, path, headers, body }: TestRequest, made: readonly unknown[]) {
  const pieces = path.map((piece) =>
    typeof piece === "string"
      ? piece
      : encodeURIComponent(String(memberOf(made[piece.request], piece.member))),
  );
  const content = body && "json" in body ? JSON.stringify(body.json) : undefined;
  const response = await fetch(url + pieces.join(""), {
    method,
    headers: content === undefined ? headers : { ...headers, "content-type": body?.type ?? "" },
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
  return { status: response.status, text, body: isJson ? (JSON.parse(text) as unknown) : undefined };
}

type Members = readonly (readonly [name: string, schema: SpecSchema])[];

const membersOf = (spec: Spec, schema: SpecSchema | undefined): Members =>
  Object.entries(resolved(spec, schema)?.properties ?? {}).map(
    ([name, property]) => [name, resolved(spec, property) ?? {}] as const,
  );

const jsonOf = (content: NonNullable<SpecOperation["requestBody"]>["content"] = {}): SpecSchema | undefined =>
  Object.entries(content).find(([type]) => /json/.test(type))?.[1].schema;

/** Returns the path of a member of the JSON body that may be any text and that a GET at `read` returns. */
function freeText(
  spec: Spec,
  method: string,
  [path, read]: readonly string[],
): readonly string[] | undefined {
  const at = (wanted: string, place: string | undefined): SpecOperation | undefined =>
    spec.operations.find((operation) => operation.method === wanted && operation.path === place);
  const answered = membersOf(spec, jsonOf(at("get", read)?.responses["200"]?.content));
  const shown = new Set(
    answered.flatMap(([name, schema]) => [name, ...membersOf(spec, schema).map(([inner]) => inner)]),
  );
  const demands = ["format", "enum", "const", "pattern", "maxLength", "readOnly", "writeOnly"];
  const within = (schema: SpecSchema | undefined, depth = 0): readonly string[] | undefined => {
    const members = membersOf(spec, schema);
    const free = members.find(
      ([name, member]) =>
        member.type === "string" && shown.has(name) && !demands.some((word) => word in member),
    );
    if (free) return [free[0]];
    const [frame] = members;
    const inner = frame && members.length === 1 && depth < 2 ? within(frame[1], depth + 1) : undefined;
    return frame && inner && [frame[0], ...inner];
  };
  return within(jsonOf(at(method, path)?.requestBody?.content));
}

/** Returns the request with a text at that member. */
function marked(request: TestRequest, [name = "", ...more]: readonly string[], text: string): TestRequest {
  if (!request.body || !("json" in request.body)) return request;
  const put = (value: unknown, key: string, [next, ...rest]: readonly string[]): object => {
    const members = Object(value) as Record<string, unknown>; // a JSON object
    return { ...members, [key]: next === undefined ? text : put(members[key], next, rest) };
  };
  const json = put(request.body.json, name, more) as typeof request.body.json; // still JSON
  return { ...request, body: { type: request.body.type, json } };
}

interface Probe {
  readonly test: SpecTest;
  /** The path of the record in the document; `parent` is that of its collection. */
  readonly path: string;
  readonly parent: string;
}

/** Returns a test whether the last write can be observed, or `undefined` if the document doesn't allow one. */
function prober(spec: Spec, { test, path, parent }: Probe) {
  const made = freeText(spec, "post", [parent, path]);
  const [request, ...before] = [test.request, ...test.before].map((one) => ({
    ...one,
    headers: { ...authorised(spec, one.credentials), ...one.headers },
  }));
  if (!request) return undefined;
  const { method } = request;
  const key = method.toLowerCase();
  const changed = key === "put" || key === "patch" ? freeText(spec, key, [path, path]) : undefined;
  if ((key === "get" && !made) || ((key === "put" || key === "patch") && !changed)) return undefined;
  return async (url: string): Promise<boolean> => {
    const text = randomUUID();
    const answers: unknown[] = [];
    for (const [i, earlier] of before.entries()) {
      const isLast = i === before.length - 1 && key === "get" && made;
      answers.push((await send(url, isLast ? marked(earlier, made, text) : earlier, answers)).body);
    }
    const done = await send(url, changed ? marked(request, changed, text) : request, answers);
    if (done.status >= 300) return false;
    if (key === "get") return done.text.includes(text);
    const { path: place, credentials } = request;
    const headers = { ...before.at(-1)?.headers, ...request.headers };
    const reading = { method: "GET", path: place, headers, credentials };
    const seen = await send(url, reading, answers);
    return key === "delete"
      ? [404, 410].includes(seen.status)
      : seen.status < 300 && seen.text.includes(text);
  };
}

async function prism(file: string) {
  const port = await freePort();
  const program = join(resolve(peers), "node_modules/.bin/prism");
  const child = spawn(program, ["mock", "--host", "127.0.0.1", "--port", String(port), file], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    if (await fetch(url).catch(() => undefined)) return { url, stop: () => child.kill() };
    await setTimeout(100);
  }
  child.kill();
  throw new Error(`Prism does not serve ${file}`);
}

type Answer = Parameters<RequestListener>[1];
/** The parts of the two packages that are used here. */
interface JsonServer {
  create(): RequestListener & { use(...handlers: readonly unknown[]): void };
  router(records: object): unknown;
  readonly bodyParser: unknown;
}
interface Backend {
  init(): Promise<unknown>;
  handleRequest(request: object, ...given: readonly unknown[]): Promise<unknown>;
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: object;
  readonly body: unknown;
  readonly headers: object;
}

const refuse = (answer: Answer, status: number): void => {
  answer.statusCode = status;
  answer.end();
};

/** Starts openapi-backend with json-server handling the requests it accepts. */
async function pair(spec: Spec, base: string) {
  const load = createRequire(join(resolve(peers), "package.json"));
  const jsonServer = load("json-server") as JsonServer; // the package's exports
  const { OpenAPIBackend } = load("openapi-backend") as {
    readonly OpenAPIBackend: new (options: object) => Backend;
  }; // the package's exports
  const backend = new OpenAPIBackend({
    definition: specToOpenApi(spec).document,
    apiRoot: base || "/",
    ajvOpts: { strict: false },
    handlers: {
      notFound: (_: unknown, __: unknown, answer: Answer) => refuse(answer, 404),
      validationFail: (_: unknown, __: unknown, answer: Answer) => refuse(answer, 400),
      notImplemented: (_: unknown, __: unknown, ___: unknown, next: () => void) => next(),
    },
  });
  await backend.init();
  const lists = spec.operations.flatMap(
    ({ path }) => path.split("/").findLast((word) => /^[^{]+$/.test(word)) ?? [],
  );
  const app = jsonServer.create();
  app.use(jsonServer.bodyParser);
  app.use(({ method, path, query, body, headers }: Asked, answer: Answer, next: () => void) =>
    backend.handleRequest({ method, path, query, body, headers }, undefined, answer, next),
  );
  app.use(base || "/", jsonServer.router(Object.fromEntries(lists.map((name) => [name, []]))));
  const port = await freePort();
  const server = createServer(app).listen(port, "127.0.0.1");
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

for (const file of files) {
  const spec = await specIn(dirname(file), basename(file));
  const server = serverModel(spec, ["get", "put", "post", "delete", "patch"]);
  const read = new Set(spec.operations.flatMap(({ method, path }) => (method === "get" ? [path] : [])));
  const probes = [...storageTests(spec, storageOf(spec), seedsOf(server))].flatMap(
    ({ operation: { method, path }, tests }) => {
      const test = tests.find(({ before, status }) => before.length > 0 && status < 300);
      const parent = path.replace(/\/\{[^{}]*\}$/, "");
      if (!test || parent === path || !read.has(path) || method === "post") return [];
      if (test.before.at(-1)?.method !== "POST") return [];
      return prober(spec, { test, path, parent }) ?? [];
    },
  );
  const ours = await run((await serverOf(spec)).files);
  const mock = await prism(file);
  const paired = await pair(spec, server.base);
  const seen = { ours: 0, prism: 0, paired: 0 };
  for (const probe of probes) {
    await ours.empty();
    if (await probe(ours.url + server.base)) seen.ours += 1;
    if (await probe(mock.url)) seen.prism += 1;
    if (await probe(paired.url + server.base)) seen.paired += 1;
  }
  ours.stop();
  mock.stop();
  paired.stop();
  console.log(
    `${basename(file)}: of ${probes.length} writes ${seen.ours} are seen in ours, ${seen.prism} in Prism, ${seen.paired} in json-server behind openapi-backend`,
  );
}
