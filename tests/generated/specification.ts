/** Servers from specifications, run beside the client of the same specification. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { modelOf } from "../../src/generate/specification/model.ts";
import { nameOperations } from "../../src/generate/specification/named.ts";
import { bindings, readSpec, sampleOf, specTests, type Spec, type TestRequest } from "../../src/api/index.ts";
import {
  choose,
  clients,
  generateServer,
  type GeneratedFile,
  type ServerOfSpec,
} from "../../src/generate/index.ts";

export const folder = join(import.meta.dirname, "specifications");

export const specOf = async (file: string): Promise<Spec> =>
  (await readSpec(file, (path) => Promise.resolve(readFileSync(join(folder, path), "utf8")))).spec;

export const serverOf = (spec: Spec, framework = "express", database = "postgres"): Promise<ServerOfSpec> =>
  generateServer(spec, choose({ framework, database, testFramework: undefined }), {
    name: "generated-server",
    previous: undefined,
    project: undefined,
    auth: false,
  });

export function writeTo(root: string, files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Starts the generated application over records in memory, with credentials that are all `good`. */
const start = `
import { verifiersFrom } from "./src/security.ts";
import { startApp } from "./tests/app.ts";

const records = new Map();
let count = 0;
const at = (collection, id) => collection + "\\n" + id;
const store = {
  async list(collection, { equals = {}, limit, offset = 0 }) {
    const all = [...records].filter(([key]) => key.split("\\n")[0] === collection).map(([, record]) => record);
    const found = all.filter((one) => Object.entries(equals).every(([name, value]) => value === undefined || one[name] === value));
    return { items: found.slice(offset, limit === undefined ? undefined : offset + limit), total: found.length };
  },
  async get(collection, id) { return records.get(at(collection, id)); },
  async add(collection, id, record) {
    if (records.has(at(collection, id))) return false;
    records.set(at(collection, id), record);
    return true;
  },
  async change(collection, id, members, keep) {
    const old = records.get(at(collection, id));
    if (!old) return undefined;
    const kept = keep ? Object.fromEntries(Object.entries(old).filter(([name]) => keep.includes(name))) : old;
    const made = { ...kept, ...members };
    records.set(at(collection, id), made);
    return made;
  },
  async remove(collection, id) {
    const old = records.get(at(collection, id));
    records.delete(at(collection, id));
    return old;
  },
  async number() { return ++count; },
  async ping() {},
};
const environment = new Proxy({ JWKS_URL: "https://issuer.test/keys", JWT_ISSUER: "issuer", JWT_AUDIENCE: "audience" }, {
  get: (own, name) => own[name] ?? (String(name).startsWith("JWT") ? undefined : "good"),
});
const verify = async (credential) => (["good", "good:good"].includes(credential) ? {} : undefined);
const verifiers = Object.fromEntries(
  Object.entries(verifiersFrom(environment)).map(([name, one]) => [name, one.scheme.kind === "own" ? one : { ...one, verify }]),
);
const { url } = await startApp({ records: store, verifiers, log: (entry) => entry.level === "error" && console.error(entry.error) });
process.stdin.on("data", () => {
  records.clear();
  console.log("empty");
});
console.log("url " + url);
`;

/** The same for an application in Python. */
const startPython = `
import socket
import sys
import threading

import uvicorn

from src.app import create_app
from src.http.security import Verifier
from src.http.serve import Outside
from src.security import verifiers_from
from src.settings import Settings

records = {}
count = 0


class Memory:
    async def list(self, collection, query):
        everything = [record for (path, _), record in records.items() if path == collection]
        found = [one for one in everything if all(one.get(name) == value for name, value in query.equals.items())]
        start = query.offset or 0
        return found[start : None if query.limit is None else start + query.limit], len(found)

    async def get(self, collection, id):
        return records.get((collection, id))

    async def add(self, collection, id, record):
        if (collection, id) in records:
            return False
        records[collection, id] = record
        return True

    async def change(self, collection, id, members, keep=None):
        old = records.get((collection, id))
        if old is None:
            return None
        kept = old if keep is None else {name: old[name] for name in keep if name in old}
        records[collection, id] = {**kept, **members}
        return records[collection, id]

    async def remove(self, collection, id):
        return records.pop((collection, id), None)

    async def number(self):
        global count
        count += 1
        return count

    async def ping(self):
        pass

    async def close(self):
        pass


async def verify(credential, scopes):
    return {} if credential in ("good", "good:good") else None


values = {name: "good" for name in Settings.model_fields if name != "port"}
values["jwt_secret"] = "a secret of the tests, 32 characters or more"
values["jwks_url"] = ""
given = verifiers_from(Settings(_env_file=None, **{name: value for name, value in values.items() if name in Settings.model_fields}))
verifiers = {name: one if one.kind == "own" else Verifier(one.kind, verify, one.place, one.name) for name, one in given.items()}


def log(entry):
    if entry.get("level") == "error":
        print(entry["error"], file=sys.stderr, flush=True)


def listen():
    for _ in sys.stdin:
        records.clear()
        print("empty", flush=True)


outside = Outside(verifiers=verifiers, log=log, **({"records": Memory()} if "records" in Outside.__dataclass_fields__ else {}))
server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen()
threading.Thread(target=listen, daemon=True).start()
print(f"url http://127.0.0.1:{server.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(create_app(outside), log_level="error", server_header=False)).run(sockets=[server])
`;

export interface Running {
  readonly url: string;
  /** What the server had to say of errors. */
  readonly errors: () => string;
  /** Takes every record away. */
  empty(): Promise<void>;
  stop(): void;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (data) => (output += String(data)));
    child.stdout?.on("data", (data) => {
      const url = /url (\S+)/.exec(String(data))?.[1];
      if (url !== undefined) resolve(url);
    });
    child.on("close", () => reject(new Error(output)));
  });
}

const own = join(import.meta.dirname, "../../node_modules");

/**
 * The generated server in a process of its own, as it stands: without a build.
 * @param modules the packages that it needs, where ours are not enough
 */
export function run(files: readonly GeneratedFile[], modules = own): Promise<Running> {
  const root = mkdtempSync(join(tmpdir(), "antiphon-spec-"));
  writeTo(root, [...files, { path: "start.ts", text: start }]);
  symlinkSync(modules, join(root, "node_modules"));
  // Decorators are nothing that stripping types leaves.
  const flags = modules === own ? [] : ["--import", "@oxc-node/core/register"];
  return running(root, [process.execPath, ...flags, "start.ts"]);
}

/** @param programs the folder of Python's programs, the server's packages installed */
export function runPython(files: readonly GeneratedFile[], programs: string): Promise<Running> {
  const root = mkdtempSync(join(tmpdir(), "antiphon-spec-"));
  writeTo(root, [...files, { path: "start.py", text: startPython }]);
  return running(root, [join(programs, "python"), "start.py"]);
}

async function running(root: string, [program = "", ...args]: readonly string[]): Promise<Running> {
  const child = spawn(program, args, { cwd: root, stdio: "pipe" });
  let errors = "";
  child.stderr.on("data", (data) => (errors += String(data)));
  const url = await listening(child);
  return {
    url,
    errors: () => errors,
    empty: async () => {
      const done = once(child.stdout, "data");
      child.stdin.write("empty\n");
      await done;
    },
    stop: () => {
      child.kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export type Api = Readonly<Record<string, (...given: readonly unknown[]) => Promise<Answered>>>;

export interface Answered {
  readonly kind: string;
  readonly status: number;
  readonly data: unknown;
}

/** The generated client of a specification, bundled and imported. */
export async function clientOf(spec: Spec): Promise<Api> {
  const root = mkdtempSync(join(tmpdir(), "antiphon-spec-client-"));
  writeTo(root, (await clients.load("typescript")).files(spec));
  const bundle = await rolldown({
    input: join(root, "src/index.ts"),
    resolve: { extensionAlias: { ".js": [".ts"] } },
  });
  await bundle.write({ file: join(root, "client.mjs"), format: "esm" });
  const api = (await import(pathToFileURL(join(root, "client.mjs")).href)) as Api; // what the generator wrote
  rmSync(root, { recursive: true, force: true });
  return api;
}

/** Every call that the client of a specification can make, with what it must answer. */
export interface Planned {
  readonly operationId: string;
  /** The client's function. */
  readonly name: string;
  readonly status: number;
  readonly before: readonly TestRequest[];
  readonly request: TestRequest;
  /** What the client's function takes, ids of earlier records left out. */
  input(earlier: readonly Readonly<Record<string, unknown>>[]): object;
}

/** What names lead to in an answer. */
export const memberOf = (body: unknown, names: readonly (string | number)[]): unknown =>
  names.reduce((found, name) => (found as Readonly<Record<string, unknown>> | undefined)?.[name], body); // of JSON

function bodyFor({ body }: TestRequest): unknown {
  if (!body) return undefined;
  if ("json" in body) return body.json;
  if ("text" in body) return body.type.startsWith("text/") ? body.text : new Blob([body.text]);
  const files = new Set(body.files);
  return Object.fromEntries(
    Object.entries(body.form).map(([name, value]) => [
      name,
      files.has(name) ? (Array.isArray(value) ? value.map(() => new Blob(["x"])) : new Blob(["x"])) : value,
    ]),
  );
}

export function plans(spec: Spec): readonly Planned[] {
  const named = new Map(nameOperations(modelOf(spec)).map((one) => [one.operation.operationId, one]));
  return specTests(spec, bindings(spec)).flatMap(({ operation, tests }) => {
    const [success] = tests;
    const own = named.get(operation.operationId);
    if (!success || !own) return [];
    const names = [...operation.path.matchAll(/\{[^{}]+\}/g)].map(([name]) => name);
    const pieces = success.request.path.filter((_, i) => i % 2 === 1);
    return {
      operationId: operation.operationId,
      name: own.name,
      status: success.status,
      before: success.before,
      request: success.request,
      input: (earlier) => {
        const body = bodyFor(success.request);
        const parameters = operation.parameters.flatMap((one) => {
          const place = one.in === "path" ? pieces[names.indexOf(`{${one.name}}`)] : undefined;
          const key = [...own.keys].find(
            ([parameter]) => parameter.in === one.in && parameter.name === one.name,
          )?.[1];
          if (typeof place === "object") return [[key, memberOf(earlier[place.request], place.member)]];
          if (!one.required) return [];
          return [[key, sampleOf(spec, one.schema, one.name)]];
        });
        return { ...Object.fromEntries(parameters), ...(body === undefined ? {} : { body }) };
      },
    };
  });
}
