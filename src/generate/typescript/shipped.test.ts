import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  delimiters,
  problemMessages,
  problemTitles,
  tokenLifetime as promisedLifetime,
} from "../../api/index.ts";
import { shipped } from "../shipped.ts";
import { lineTypes } from "../specification/model.ts";
import { features, runtimeOf } from "./client/runtime.ts";
import { shippedFile } from "./shipped.ts";
import { tokenLifetime } from "./shipped/auth.ts";
import { parse, storable } from "./shipped/validation.ts";
import { idFrom, newId } from "./shipped/id.ts";
import { fromJson, toJson } from "./shipped/http/json.ts";
import { decode, issuesIn, partsOf, pathReader } from "./shipped/http/parameters.ts";
import { send, type ServerSentEvent } from "./shipped/http/serve.ts";
import { isTooDeep, readBody } from "./shipped/http/body.ts";
import { found, Problem } from "./shipped/problem.ts";

const folder = join(import.meta.dirname, "shipped");

describe("files that generated projects contain unchanged", () => {
  it("have the titles of problems and the delimiters of parameters that documents promise", () => {
    for (const [status, title] of Object.entries(problemTitles))
      expect(new Problem(Number(status) as 404).message).toBe(title);
    expect(tokenLifetime).toBe(promisedLifetime);
    expect(storable).toBe(problemMessages["storable"]?.({}));
    const { text } = shippedFile("http/parameters.ts");
    for (const [style, sign] of Object.entries(delimiters))
      expect(text).toContain(`${style}: ${JSON.stringify(sign)}`);
  });

  it("call a missing member required whatever its type", () => {
    const members = {
      text: z.string().min(1),
      choice: z.enum(["a", "b"]),
      either: z.union([z.string(), z.number()]),
      constant: z.literal("x"),
      list: z.array(z.string()),
      day: z.iso.date(),
    };
    const missing = Object.keys(members).map((path) => ({ path, message: "is required" }));
    const answer = (): unknown => {
      try {
        return parse(z.strictObject(members), {});
      } catch (error) {
        return error instanceof Problem && error.errors;
      }
    };
    expect(answer()).toEqual(missing);
  });

  it("of clients, hold lines, delimiters and integers for what servers hold them for", () => {
    const runtime = runtimeOf(new Set(features));
    expect(runtime).toContain(`/${lineTypes.source}/`);
    expect(runtime).toContain(`= ${JSON.stringify(delimiters)};`);
    const json = shipped("typescript/shipped/http/json.ts");
    const [from, to] = ["/** A text that no value begins with", "//#\n\nconst isMembers"].map((mark) =>
      json.indexOf(mark),
    );
    expect(runtime).toContain(
      json
        .slice(from, to)
        .trimEnd()
        .replace("export function toJson", "function toJson")
        .replace("function exactly", "function fromJson"),
    );
  });

  it("say where projects have a file of their own instead", () => {
    const instead = globSync("**/*.ts", { cwd: folder }).filter((path) =>
      shippedFile(path).text.startsWith("// Each project has a file of its own here"),
    );
    expect(instead.toSorted()).toEqual([
      "database.ts",
      "hooks/index.ts",
      "http/methods.ts",
      "store/resources.ts",
    ]);
  });
});

describe("ids", () => {
  it("sort in order of creation, and are read in any case", () => {
    const ids = Array.from({ length: 5000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(idFrom({ id: ids[0]?.toUpperCase() })).toBe(ids[0]);
  });

  it.each([undefined, "7", "00000000-0000-0000-0000-00000000000g"])("%s is nobody's", (id) => {
    expect(() => idFrom({ id })).toThrow(expect.objectContaining({ status: 404 }) as Error);
  });
});

describe("JSON", () => {
  it("keeps the digits of integers where the document has 64 bits, and nowhere else", () => {
    const text = '{"id":9007199254740993,"size":9007199254740993,"text":"9007199254740993"}';
    const value = fromJson(text, { id: "int64", size: "number", text: "string" }) as object;
    expect(value).toEqual({ id: 9007199254740993n, size: 9007199254740992, text: "9007199254740993" });
    expect(toJson({ id: 9007199254740993n, list: [1n] })).toBe('{"id":9007199254740993,"list":[1]}');
  });

  it("is too deep from some depth on", () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect([isTooDeep(nested(90)), isTooDeep(nested(200))]).toEqual([false, true]);
  });
});

describe("forms with parts", () => {
  const sent = async (disposition: string, boundary = "b"): Promise<unknown> => {
    const part = `content-disposition: form-data; ${disposition}\r\ncontent-type: image/png\r\n\r\nx`;
    const headers = { "content-type": `multipart/form-data; ${boundary}`, "content-length": "1" };
    const request = Object.assign(Readable.from([Buffer.from(`--b\r\n${part}\r\n--b--\r\n`)]), { headers });
    const media = [{ type: "multipart/form-data", as: "multipart", shape: { "*": "any" } }] as const;
    const body = { required: true, media: media.map((one) => ({ ...one, check: () => true })) };
    const read = await readBody({ body }, request as unknown as IncomingMessage, []);
    return Object.entries(read?.body as object).map(([name, value]: [string, unknown]) =>
      value instanceof File ? [name, value.name, value.type] : [name, value],
    )[0];
  };

  it.each([
    ['filename="x; name=evil"; name="a"', ["a", "x; name=evil", "image/png"]],
    [String.raw`filename="x\"; name=evil"; name=a`, ["a", 'x"; name=evil', "image/png"]],
    ['name="a; filename=b"', ["a; filename=b", "x"]],
    ['Name="日本"; filename="日本 %22.png"', ["日本", '日本 ".png', "image/png"]],
    ["filename=a b.png; name=a", ["a", "a b.png", "image/png"]],
    ["name=a; name=b", ["a", "x"]],
  ])("have the name that is a parameter of its own: %s", async (disposition, part) => {
    expect(await sent(disposition, 'boundary="b"')).toEqual(part);
  });

  it("have the boundary that is a parameter of its own", async () => {
    expect(await sent("name=a", 'charset="; boundary=c"; boundary=b')).toEqual(["a", "x"]);
  });

  it.each(["name=", 'filename="; name=a"', "x"])("are refused without a name: %s", async (disposition) => {
    await expect(sent(disposition, "boundary=b")).rejects.toMatchObject({ status: 400 });
  });

  it("take parameters apart alike in Python", () => {
    const [python, typescript] = ["python/shipped/http/body.py", "typescript/shipped/http/body.ts"].map(
      (path) => /;\\s\*\(\[\^\\s.*?\)\?\\s\*(?=[/'])/.exec(shipped(path))?.[0],
    );
    expect(python).toBe(typescript);
    expect(python).toBe(String.raw`;\s*([^\s;="]+)=(?:"((?:\\.|[^"\\])*)"|([^\s;"][^;"]*))?\s*`);
  });
});

describe("events", () => {
  it("begin no field of their own by what a text holds, whatever ends its lines", async () => {
    const written: string[] = [];
    const response = { setHeader: () => {}, write: (text: string) => written.push(text), end: () => {} };
    const hostile = "a\rid: b\r\nevent: c\n\ndata: d";
    async function* events(): AsyncGenerator<ServerSentEvent> {
      yield { event: hostile, data: hostile };
    }
    await send({ status: 200, body: events() }, { answers: {} }, response as unknown as ServerResponse);
    const names = written
      .join("")
      .split(/\r\n|\r|\n/)
      .map((line) => line.split(":")[0]);
    expect(names).toEqual([...Array(5).fill("event"), ...Array(5).fill("data"), "", ""]);
  });

  it("are written alike in Python", () => {
    const pattern = /split\((?:r"|\/)(\S+?)["/][,)]/;
    const [python, typescript] = ["python/shipped/http/serve.py", "typescript/shipped/http/serve.ts"].map(
      (path) => pattern.exec(shipped(path))?.[1],
    );
    expect(python).toBe(typescript);
    expect(python).toBe(String.raw`\r\n|\r|\n`);
  });
});

const touching: readonly (readonly [string, string, object])[] = [
  ["/map{lat}{long}", "/map;lat=50;long=20", { lat: ";lat=50", long: ";long=20" }],
  ["/map{lat}{long}", "/map;lat=50.5;long=-0.25", { lat: ";lat=50.5", long: ";long=-0.25" }],
  ["/map{a}{b}", "/map;a=1;a=2;b", { a: ";a=1;a=2", b: ";b" }],
  ["/v{a}{b}/x", "/v.1;b=2;b=3/x", { a: ".1", b: ";b=2;b=3" }],
  ["/{file}{ending}", "/notes.txt", { file: "notes", ending: ".txt" }],
  ["/{a}{b}", "/;bc", { a: ";", b: "bc" }],
  ["/{from}-{to}.json", "/1--2.json", { from: "1", to: "-2" }],
];

/** Reads paths by the module's class alone, as the packages that the module imports aren't installed here. */
const reading = `import ast, json, re, sys
from collections.abc import Callable
from urllib.parse import quote
text, rows = json.load(sys.stdin)
from collections.abc import Sequence
needed = ("encoded", "path_pattern", "_STARTS", "PathReader")
named = lambda node: node.target.id if isinstance(node, ast.AnnAssign) else getattr(node, "name", "")
exec(compile(ast.Module([node for node in ast.parse(text).body if named(node) in needed], []), "x", "exec"))
print(json.dumps([PathReader(template, encoded(template)).read(path) for template, path, _ in rows]))
`;

describe("paths", () => {
  it("are read piece by piece, decoded", () => {
    const read = pathReader("/notes/{id}/tags/{tag}", "/v1");
    expect(Object.fromEntries(read("/v1/notes/a%2Fb/tags/c"))).toEqual({ id: "a%2Fb", tag: "c" });
    expect([decode("a%2Fb"), decode("%ff")]).toEqual(["a/b", undefined]);
    expect(partsOf("/v1/notes?x=1", {}).path).toBe("/v1/notes");
  });

  it.each(touching)("have parameters that follow each other directly: %s", (template, path, expected) => {
    expect(Object.fromEntries(pathReader(template, "")(path))).toEqual(expected);
  });

  it.skipIf(spawnSync("python3", ["--version"]).status !== 0)("are read alike in Python", () => {
    const input = JSON.stringify([shipped("python/shipped/http/parameters.py"), touching]);
    const { stdout, stderr } = spawnSync("python3", ["-c", reading], { input, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(touching.map(([, , expected]) => expected));
  });

  it("keep what the document has encoded", () => {
    const read = pathReader("/odd%20places/ü/{id}", "");
    expect(read("/odd%20places/%C3%BC/7").get("id")).toBe("7");
  });

  it("that lead nowhere are a 404", () => {
    expect(() => found(undefined)).toThrow(expect.objectContaining({ status: 404 }) as Error);
    expect(found(0)).toBe(0);
  });
});

it("refuses what takes too long to check, and passes other failures on", () => {
  const failing = (error: Error) => (): boolean => {
    throw error;
  };
  expect(issuesIn(failing(new RangeError("deep")), 1, "a")).toEqual([
    { path: "a", message: "is nested too deeply to be checked" },
  ]);
  expect(() => issuesIn(failing(new TypeError("wrong")), 1)).toThrow(TypeError);
});
