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
import {
  readSpec,
  sampleOf,
  seedOf,
  storageOf,
  openTests,
  type OperationTests,
  type Spec,
  type TestRequest,
} from "../../src/api/index.ts";
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
IMPORTS
const data = new Map();
let count = 0;
const rowsOf = (table) => data.get(table.table) ?? [];
const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const fits = (row, { column, how, values }) => {
  const value = row[column] ?? null;
  if (how === "in") return values.some((one) => same(one, value));
  if (how === "has") return values.some((one) => Array.isArray(value) && value.some((item) => same(item, one) || same(item?.name, one)));
  if (how === "contains") return values.some((one) => String(value).toLowerCase().includes(String(one).toLowerCase()));
  return value !== null && values.every((one) => ({ least: value >= one, most: value <= one, above: value > one, below: value < one })[how]);
};
const found = (table, filters) => rowsOf(table).filter((row) => filters.every((filter) => fits(row, filter)));
const store = {
  async find(table, filters, { limit, offset = 0, sort = [] } = {}) {
    const rows = found(table, filters).toSorted((a, b) => {
      for (const { column, descending } of sort) {
        const [x, y] = [a[column], b[column]];
        if (column !== undefined && x !== y) return (x < y ? -1 : 1) * (descending ? -1 : 1);
      }
      return 0;
    });
    return rows.slice(offset, limit === undefined ? undefined : offset + limit);
  },
  async count(table, filters) { return found(table, filters).length; },
  async insert(table, row) {
    const made = { ...row };
    for (const [name, { set }] of Object.entries(table.columns)) {
      if (set?.by === "integer") made[name] ??= ++count;
      made[name] ??= null;
    }
    if (rowsOf(table).some((other) => table.key.every((name) => same(other[name], made[name])))) throw new Taken([...table.key]);
    data.set(table.table, [...rowsOf(table), made]);
    return made;
  },
  async update(table, filters, values) {
    const rows = found(table, filters);
    const changed = new Map(rows.map((row) => [row, { ...row, ...values }]));
    data.set(table.table, rowsOf(table).map((row) => changed.get(row) ?? row));
    return [...changed.values()];
  },
  async remove(table, filters) {
    const rows = found(table, filters);
    data.set(table.table, rowsOf(table).filter((row) => !rows.includes(row)));
  },
  async ping() {},
};
await plant(store, {});
const environment = new Proxy({ JWKS_URL: "https://issuer.test/keys", JWT_ISSUER: "issuer", JWT_AUDIENCE: "audience" }, {
  get: (own, name) => own[name] ?? (String(name).startsWith("JWT") ? undefined : "good"),
});
const verify = async (credential) => (["good", "good:good"].includes(credential) ? {} : undefined);
const verifiers = Object.fromEntries(
  Object.entries(verifiersFrom(environment)).map(([name, one]) => [name, one.scheme.kind === "own" ? one : { ...one, verify }]),
);
const { url } = await startApp({ store, sign: async () => "good", verifiers, log: (entry) => entry.level === "error" && console.error(entry.error) });
process.stdin.on("data", async () => {
  data.clear();
  await plant(store, {});
  console.log("empty");
});
console.log("url " + url);
`;

/** The same for an application in Python. */
const startPython = `
import asyncio
import json
import socket
import sys
import threading

import uvicorn

from src.app import create_app
from src.http.security import Verifier
from src.http.serve import Outside
from src.security import verifiers_from
from src.settings import Settings
IMPORTS
data = {}
count = 0


def same(one, other):
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def fits(row, given):
    value, values = row.get(given.column), given.values
    if given.how == "in":
        return any(same(one, value) for one in values)
    if given.how == "has":
        named = [item.get("name") if isinstance(item, dict) else item for item in value or []]
        return any(one in named for one in values)
    if given.how == "contains":
        return any(str(one).lower() in str(value).lower() for one in values)
    signs = {"least": lambda one: value >= one, "most": lambda one: value <= one, "above": lambda one: value > one, "below": lambda one: value < one}
    return value is not None and all(signs[given.how](one) for one in values)


class Memory:
    async def find(self, table, filters, page=None):
        rows = [row for row in data.get(table.table, []) if all(fits(row, one) for one in filters)]
        if page is None:
            return rows
        for sort in reversed(page.sort):
            if sort.column is not None:
                rows.sort(key=lambda row: (row[sort.column] is None, str(row[sort.column])), reverse=sort.descending)
        return rows[page.offset : None if page.limit is None else page.offset + page.limit]

    async def count(self, table, filters):
        return len(await self.find(table, filters))

    async def insert(self, table, row):
        global count
        made = {name: row.get(name) for name in table.columns}
        for name, column in table.columns.items():
            if column.set.get("by") == "integer" and made[name] is None:
                count += 1
                made[name] = count
        if any(all(same(other[name], made[name]) for name in table.key) for other in data.get(table.table, [])):
            raise Taken(table.key)
        data.setdefault(table.table, []).append(made)
        return made

    async def update(self, table, filters, values):
        rows = await self.find(table, filters)
        for row in rows:
            row.update(values)
        return rows

    async def remove(self, table, filters):
        gone = await self.find(table, filters)
        data[table.table] = [row for row in data.get(table.table, []) if row not in gone]

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
        data.clear()
        asyncio.run(plant(Memory()))
        print("empty", flush=True)


asyncio.run(plant(Memory()))
outside = Outside(verifiers=verifiers, log=log, **({"store": Memory(), "sign": lambda _: "good"} if "store" in Outside.__dataclass_fields__ else {}))
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
  const isStored = files.some(({ path }) => path === "src/store/store.ts");
  const imports = isStored
    ? 'import { plant } from "./src/store/seeds.ts";\nimport { Taken } from "./src/store/store.ts";\n'
    : "const plant = async () => {};\nclass Taken extends Error {}\n";
  writeTo(root, [...files, { path: "start.ts", text: start.replace("IMPORTS", imports) }]);
  symlinkSync(modules, join(root, "node_modules"));
  // Decorators are nothing that stripping types leaves.
  const isDecorated = files.some(({ path }) => path === "src/http/nest.ts");
  const flags = isDecorated ? ["--import", "@oxc-node/core/register"] : [];
  return running(root, [process.execPath, ...flags, "start.ts"]);
}

/** @param programs the folder of Python's programs, the server's packages installed */
export function runPython(files: readonly GeneratedFile[], programs: string): Promise<Running> {
  const root = mkdtempSync(join(tmpdir(), "antiphon-spec-"));
  const isStored = files.some(({ path }) => path === "src/store/store.py");
  const imports = isStored
    ? "from src.store.seeds import plant\nfrom src.store.store import Taken\n"
    : "\n\nasync def plant(_):\n    pass\n";
  writeTo(root, [...files, { path: "start.py", text: startPython.replace("IMPORTS\n", imports) }]);
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

/** The tests of every operation: of what nobody has written, that it says so. */
function testsOf(spec: Spec): readonly OperationTests[] {
  const storage = storageOf(spec);
  const seeded = storage.resources.filter((one) => one.seeded);
  const seeds = new Map(seeded.map((one) => [one.name, seedOf(spec, one)] as const));
  return [...openTests(spec, storage, seeds)];
}

export function plans(spec: Spec): readonly Planned[] {
  const named = new Map(nameOperations(modelOf(spec)).map((one) => [one.operation.operationId, one]));
  const hasAccounts = storageOf(spec).resources.some(({ account }) => account !== undefined);
  return testsOf(spec).flatMap(({ operation, tests }) => {
    const success = tests.find(({ status }) => status < 300 || status === 501);
    const own = named.get(operation.operationId);
    if (!success || !own) return [];
    // Whoever has good credentials here has no account.
    const requests = [...success.before, success.request];
    if (hasAccounts && requests.some(({ credentials }) => credentials.length > 0)) return [];
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
