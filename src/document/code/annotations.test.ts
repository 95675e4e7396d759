import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { openIndex } from "../../inspect/index.ts";
import { openWorkspace } from "../../workspace/index.ts";
import { documentFiles } from "./index.ts";

const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };

async function heads(source: string, update = false): Promise<readonly string[]> {
  const base = await mkdtemp(join(tmpdir(), "antiphon-doc-"));
  await mkdir(dirname(join(base, "root/a.py")), { recursive: true });
  await writeFile(join(base, "root/a.py"), source);
  const workspace = await openWorkspace(join(base, "root"), { state: join(base, "state"), clock });
  const { plans } = await documentFiles(["a.py"], {
    files: workspace.files,
    index: await openIndex(workspace),
    wanted: { comprehensive: true, update },
    signal: new AbortController().signal,
  });
  const after = plans[0]?.change?.after ?? source;
  const listed = plans[0]?.items.flatMap(({ types }) => types).length;
  expect(after.split(" -> ").length - source.split(" -> ").length).toBe(listed);
  return after
    .split("\n")
    .flatMap((line) => /^\s*(?:async )?def (\w+).* -> (.*):/.exec(line)?.slice(1, 3).join(" ") ?? []);
}

it("writes a return type where a checker reads the function already and every way out is certain", async () => {
  const source = `import flask
class Plain:
    def __init__(self, size: int):
        self.size = size
        return
    def wide(self, than: int):
        if than is None:
            return False
        return not self.size
    def area(self, by: float): return by * 2
class Handler(flask.View):
    def __init__(self, name: str, more=1):
        self.name = name
    def emit(self, record: str):
        print(record)
    def shared(self, a: int):
        print(a)
class Other:
    def shared(self, a: int):
        return 1
def none(a: int, b=2):
    print(a)
async def name(a: int):
    if a: return f"a{a}"
    return "b"
def count(a: int):
    try:
        return 1
    finally:
        print(a)
    return 2
`;
  expect(await heads(source)).toEqual([
    "__init__ None",
    "wide bool",
    "__init__ None",
    "none None",
    "name str",
    "count int",
  ]);
  expect(await heads(source, true)).toEqual([]);
});

it("leaves every head whose type isn't certain, or that others act on", async () => {
  expect(
    await heads(`def untyped(a):
    print(a)
def stub(a: int): ...
def fails(a: int):
    raise ValueError
def gives(a: int):
    yield a
def may(a: int):
    if a:
        return True
def mixed(a: int):
    if a: return 1
    return "x"
def bare(a: int):
    if a: return
    return 1
def compared(a: int):
    return a == 1
def told(a):
    # type: (int) -> None
    print(a)
@app.get("/")
def served(a: int):
    print(a)
def commented(a: int
):  # kept
    "Only says."
`),
  ).toEqual([]);
});
