import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSpec } from "../../src/api/index.ts";
import { remove, run, write } from "./harness.ts";
import { serverOf } from "./specification.ts";
import { pythonPrograms } from "./venv.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const of = (name: string, more: object): object => ({
  required: ["of"],
  properties: { of: ref(name), ...more },
});

const schemas = {
  Numbers: {
    type: "object",
    properties: {
      any: { type: "number" },
      whole: { type: "integer" },
      either: { type: ["string", "integer"] },
    },
  },
  Tree: { oneOf: [of("Tree", { a: text }), of("Tree", { b: text })] },
  Bush: {
    allOf: [
      { ...of("Bush", { a: text }), maxProperties: 3 },
      { ...of("Bush", { b: text }), maxProperties: 4 },
    ],
  },
  // The same member, said of twice, leads back to itself.
  Root: { allOf: [of("Root", { a: text }), of("Stem", { b: text })] },
  Stem: { allOf: [of("Root", { a: text }), of("Root", { c: text })] },
  Either: { anyOf: [of("Either", { a: text }), of("Either", { b: text }), { maxProperties: 0 }] },
  Lists: { type: "array", contains: ref("Lists"), items: ref("Lists") },
  Sets: { type: "array", uniqueItems: true, items: { anyOf: [ref("Sets"), text] } },
};

/** Bodies, and what is wrong with them: all of it is known within seconds, where one by one it would take years. */
const script = `
import json
from typing import Any

from src.http.body import _pieces
from src.http.rules import ISSUES, issues_in
from src.problem import Problem


def wrong(name: str, value: Any) -> list[str]:
    return [f"{one['path']} {one['message']}" for one in issues_in({"$ref": name}, value)]


def nested(inner: Any, depth: int) -> Any:
    for _ in range(depth):
        inner = {"of": inner}
    return inner


def deep(inner: Any, depth: int) -> Any:
    for _ in range(depth):
        inner = [inner]
    return inner


assert wrong("Numbers", {"any": 1.5, "whole": 2.0, "either": "x"}) == []
assert wrong("Numbers", {"whole": 2**63 - 1, "any": 10**300, "either": 5}) == []
huge = json.loads('{"any": 1e999, "whole": 9223372036854775808, "either": 1e999}')
found = wrong("Numbers", huge)
assert found[:2] == ["any must be a number", "whole must fit 64 bits"], found
assert len(found) == 3, found
assert wrong("Numbers", {"any": 10**400}) == ["any must be a number"]

assert wrong("Tree", nested({}, 90)) == [" must match exactly one of its alternatives"]
assert wrong("Either", nested({}, 90)) == []
assert wrong("Either", nested({"of": 1}, 90)) == []
# Both parts demand the same member, which is told once.
assert wrong("Bush", nested({}, 90)) == [".".join(["of"] * 91) + " is required"]
assert len(wrong("Sets", [[1] * 200] * 200)) <= ISSUES
assert wrong("Root", {"of": {"of": 1}}) != []
assert wrong("Lists", deep([], 90)) != []

# The text is looked at once, and not in each of the lists around it.
assert wrong("Sets", deep("x" * 500_000, 90)) == []
assert wrong("Sets", [str(i) for i in range(20_000)]) == []
assert wrong("Sets", [["a", "b"], ["a", "b"]]) != []
assert wrong("Sets", [["a", "b"], ["b", "a"], ["a,b"]]) == []
try:
    wrong("Sets", [[str(i)] for i in range(100_000)])
    raise AssertionError("not refused")
except Problem as refused:
    assert refused.status_code == 400


def part(disposition: str, kind: str = "boundary=b") -> tuple[str, str | None]:
    text = f"--b\\r\\ncontent-disposition: form-data; {disposition}\\r\\n\\r\\nx\\r\\n--b--\\r\\n"
    [piece] = _pieces(text.encode(), f"multipart/form-data; {kind}")
    return piece.name, getattr(piece.value, "filename", None)


assert part('filename="x; name=evil"; name="a"') == ("a", "x; name=evil")
assert part('name="a; filename=b"') == ("a; filename=b", None)
assert part('Name="日本"; filename="日本.png"') == ("日本", "日本.png")
assert part("name=a; name=b", 'charset="; boundary=c"; boundary=b') == ("a", None)
for nameless in ("name=", 'filename="; name=a"', "x"):
    try:
        part(nameless)
        raise AssertionError("not refused")
    except Problem as refused:
        assert refused.status_code == 400
print("all of it")
`;

let root = "";
let output = "";

beforeAll(async () => {
  const paths = Object.fromEntries(
    Object.keys(schemas).map((name) => [
      `/${name}`,
      {
        post: {
          requestBody: { content: { "application/json": { schema: ref(name) } } },
          responses: { 204: { description: "done" } },
        },
      },
    ]),
  );
  const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths, components: { schemas } };
  const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
  root = write((await serverOf(spec, "fastapi", "postgres")).files);
  writeFileSync(join(root, "checks.py"), script);
  const bin = await pythonPrograms();
  ({ output } = await run([join(bin, "python"), "checks.py"], root));
});

afterAll(() => remove(root));

it("FastAPI's checks end, whatever a specification or a request says", () => {
  expect(output).toBe("all of it\n");
});
