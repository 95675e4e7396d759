import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../src/api/index.ts";
import { choose, clients, generateServer } from "../../src/generate/index.ts";
import { pythonPrograms, venv } from "../generated/venv.ts";
import { documentOf, versions } from "./document.ts";
import { record, requestOf, written } from "./recorder.ts";
import { table, type Row } from "./rows.ts";

const isBody = ({ place }: Row): boolean => place === "form" || place === "multipart" || place === "json";

/** Formats JSON with every digit, as Python reads and writes it. */
const exact = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `int:${one}` : one)).replaceAll(
    /"int:(-?\d+)"/g,
    "$1",
  );

/** Parses Python's JSON: integers that a number can't represent exactly become bigints. */
const revived = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && /^-?\d{16,}$/.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value;

/** Calls the operation of each row in turn; prints a line for each, empty if nothing was raised. */
const caller = `
import json, sys
from CLIENT import client as module
client = module.Client(base_url=sys.argv[1], retries=0)
for line in sys.stdin:
    row = json.loads(line)
    try:
        value = row["value"]
        if row["body"]:
            [adapter] = getattr(module, "_" + row["id"].upper()).body.values()
            value = adapter().validate_python(value) if adapter and not row["plain"] else value
        given = {"body": {"file": "x"}, "file_color": value} if row["part"] else {"body" if row["body"] else "color": value}
        getattr(client, row["id"])(**given)
        print("", flush=True)
    except Exception as error:
        print(repr(error).replace("\\n", " "), flush=True)
`;

/** Reads each row's request as a generated server does; prints a line for each, with its errors and values. */
const reader = `
import asyncio, importlib, json, sys
from pydantic_core import to_jsonable_python
from starlette.requests import Request
from src.http.body import read_body
from src.http.parameters import PathReader, encoded, parts_of, read_parameters

def request_of(row):
    path, _, query = row["target"].partition("?")
    headers = [(name.encode(), value.encode()) for name, value in row["headers"].items()]
    scope = {"type": "http", "method": row["method"].upper(), "path": path, "query_string": query.encode(), "headers": headers}
    async def receive():
        return {"type": "http.request", "body": row["body"].encode(), "more_body": False}
    return Request(scope, receive), path

async def read(row):
    route = getattr(importlib.import_module("src.operations." + row["id"]), row["id"] + "_route")
    request, path = request_of(row)
    issues = []
    captured = PathReader(route.path, encoded(route.path)).read(path)
    given = read_parameters(route.parameters, parts_of(request), captured, issues)
    body = await read_body(route, request, issues)
    value = body["body"] if row["isBody"] else {**given, **body}.get("file_color" if row["part"] else "color")
    return {"issues": issues, "read": to_jsonable_python(value)}

for line in sys.stdin:
    row = json.loads(line)
    try:
        print(json.dumps(asyncio.run(read(row))), flush=True)
    except Exception as error:
        print(json.dumps({"error": repr(error)}), flush=True)
`;

/** Runs a script and returns an answer line for each input line. */
const answersOf = (
  command: readonly [string, ...string[]],
  { cwd, lines }: { readonly cwd: string; readonly lines: readonly string[] },
): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const [program, ...given] = command;
    const child = spawn(program, given, { cwd, stdio: ["pipe", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.on("close", () => resolve(output.split("\n").slice(0, -1)));
    child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  });

describe.each(versions)("bytes of parameters and bodies in Python, OpenAPI %s", (version) => {
  const own = table.filter((row) => row.version === version);
  const sent = own.filter(({ only }) => only !== "read");
  const received = own.filter(({ only }) => only !== "written");
  const folder = mkdtempSync(join(tmpdir(), "antiphon-wire-"));
  let recorder: Awaited<ReturnType<typeof record>>;
  let calls: readonly string[];
  let reads: readonly string[];

  beforeAll(async () => {
    const text = JSON.stringify(documentOf(version));
    const { spec } = await readSpec("wire.json", () => Promise.resolve(text));
    const variant = choose({ framework: "fastapi", database: "postgres", testFramework: "pytest" });
    const options = { name: "wire", previous: undefined, project: undefined, auth: false } as const;
    const server = await generateServer(spec, variant, options);
    const sdk = await clients.load("python");
    const files = sdk.files(spec);
    for (const [home, all] of [
      ["client", files],
      ["server", server.files],
    ] as const)
      for (const file of all) {
        mkdirSync(dirname(join(folder, home, file.path)), { recursive: true });
        writeFileSync(join(folder, home, file.path), file.text);
      }
    const name = files.flatMap(({ path }) => /^src\/(\w+)\/client\.py$/.exec(path)?.[1] ?? [])[0] ?? "";
    recorder = await record();
    const python = join(await venv(["httpx==0.28.1", "pydantic==2.14.3", "mypy==2.4.1"]), "python");
    calls = await answersOf([python, "-c", caller.replace("CLIENT", name), recorder.url], {
      cwd: join(folder, "client/src"),
      lines: sent.map((row) => {
        const value = isBody(row) && row.place !== "json" ? { color: row.value } : row.value;
        return exact({
          id: row.id,
          value,
          body: isBody(row),
          part: row.place === "part",
          plain: row.place === "multipart",
        });
      }),
    });
    reads = await answersOf([join(await pythonPrograms(), "python"), "-c", reader], {
      cwd: join(folder, "server"),
      lines: received.map((row) =>
        exact({ id: row.id, isBody: isBody(row), part: row.place === "part", ...requestOf(row) }),
      ),
    });
  });

  afterAll(() => {
    recorder.server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(sent.map((row, i) => ({ ...row, i })))("$id is written as $wire", ({ i, ...row }) => {
    expect(calls[i]).toBe("");
    const request = recorder.seen[i];
    expect(request && written(row, request)).toEqual(row.wire);
  });

  it.each(received.map((row, i) => ({ ...row, i })))("$id is read from $wire", ({ i, ...row }) => {
    const wanted = isBody(row) && row.place !== "json" ? { color: row.value } : row.value;
    expect(JSON.parse(reads[i] ?? "", revived)).toEqual({ issues: [], read: wanted });
  });
});
