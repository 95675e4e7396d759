import { globSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clients } from "../../src/generate/index.ts";
import { remove, run } from "./harness.ts";
import { venv } from "./venv.ts";
import { pythonExamples } from "../wire/readmes.ts";
import { folder, run as serve, serverOf, specOf, writeTo, type Running } from "./specification.ts";

const requirements = ["httpx==0.28.1", "pydantic==2.14.3", "mypy==2.4.1"];

/** A Python with what the client needs. */
const environment = async (): Promise<string> => join(await venv(requirements), "python");

const script = `
import asyncio, sys
from pets_client import ApiError, AsyncClient, Client
from pets_client.models import PetInput, PetInputToy1

base = sys.argv[1] + "/v1"
with Client(base_url=base, auth={"key": "good"}, retries=0) as client:
    made = client.create_pet(body=PetInput(name="Ada", kind="cat", secret="s", toy=PetInputToy1(ball=True)))
    assert made.name == "Ada" and made.created_at.year >= 2024, made
    assert [pet.id for pet in client.list_pets(kind="cat")] == [made.id]
    assert sum(len(page) for page in client.list_pets_pages(limit=1)) == 1
    assert [pet.id for pet in client.list_pets_items(limit=1)] == [made.id]
    assert client.update_pet(pet_id=made.id, body=PetInput(name="Bo", kind="dog")).name == "Bo"
    try:
        client.create_pet(body=PetInput.model_construct(name="", kind="cow"))
        raise AssertionError("taken")
    except ApiError as error:
        assert error.status == 400, error
    try:
        client.put_photo(pet_id=made.id, body={"file": b"xyz", "note": "n"})
        raise AssertionError("taken")
    except ApiError as error:
        assert error.status == 501, (error, error.data)
    client.remove_pet(pet_id=made.id)
try:
    Client(base_url=base, retries=0).list_pets()
    raise AssertionError("let in")
except ApiError as error:
    assert error.status == 401, error

async def main() -> None:
    async with AsyncClient(base_url=base, auth={"key": lambda: "good"}) as client:
        made = await client.create_pet(body=PetInput(name="Cy", kind="cat"))
        assert (await client.get_pet(pet_id=made.id)).name == "Cy"
        assert [len(page) async for page in client.list_pets_pages(limit=5)] == [1, 0]

asyncio.run(main())
print("fine")
`;

/** A union told apart by one member: types narrow by it, values are read and refused by it. */
const shapes = `
from typing import assert_never

from pydantic import TypeAdapter, ValidationError

from unions_client.models import Circle, Shape, Square, Unknown


def size(shape: Shape) -> float:
    if isinstance(shape, Unknown):
        return 0
    if shape.kind == "circle":
        return shape.radius
    if shape.kind == "square":
        return shape.side
    assert_never(shape)


adapter: TypeAdapter[Shape] = TypeAdapter(Shape)


def refused(value: object) -> list[tuple[int | str, ...]]:
    try:
        adapter.validate_python(value, context={"strict": True})
    except ValidationError as error:
        return [one["loc"] for one in error.errors()]
    raise AssertionError("taken")


assert isinstance(adapter.validate_python({"kind": "circle", "radius": 2}), Circle)
assert size(adapter.validate_json('{"kind": "square", "side": 3}')) == 3
assert isinstance(adapter.validate_python(Square(kind="square", side=1)), Square)
assert refused({"kind": "circle", "radius": 0}) == [("Circle", "radius")]
assert refused({"kind": "circle", "side": 3}) == [("Circle", "radius")]
assert refused({"kind": "line"}) == [("Unknown",)]
assert size(adapter.validate_python({"kind": "line"})) == 0
print("fine")
`;

describe("a generated Python client", () => {
  const root = mkdtempSync(join(tmpdir(), "antiphon-python-client-"));
  let python = "";
  let server: Running | undefined;

  beforeAll(async () => {
    python = await environment();
    for (const name of ["pets.yaml", "nested.yaml", "media.yaml", "unions.yaml", "odd.yaml"])
      writeTo(join(root, name), (await clients.load("python")).files(await specOf(name)));
    writeFileSync(join(root, "unions.yaml/src/shapes.py"), shapes); // checked with the rest of it
  }, 240_000);
  afterAll(() => {
    server?.stop();
    remove(root);
  });

  it.each(["pets.yaml", "nested.yaml", "media.yaml", "unions.yaml", "odd.yaml"])(
    "of %s has no fault under the strictest types",
    async (name) => {
      expect(await run([python, "-m", "mypy", "--strict", "."], join(root, name, "src"))).toMatchObject({
        code: 0,
      });
    },
    120_000,
  );

  it("shows examples in its README that have no fault under the strictest types", async () => {
    const python = await environment();
    const generator = await clients.load("python");
    const files = globSync("*.{yaml,json}", { cwd: folder }).toSorted();
    for (const name of files) {
      const made = generator.files(await specOf(name));
      const home = join(root, "readmes", name);
      writeTo(home, [...made, { path: "src/examples.py", text: pythonExamples(made) }]);
      const cache = `--cache-dir=${join(root, "readmes/cache")}`;
      const checked = [
        python,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        cache,
        "examples.py",
      ] as const;
      expect([name, await run(checked, join(home, "src"))]).toMatchObject([name, { code: 0 }]);
    }
    expect(files.length).toBeGreaterThan(20);
  }, 600_000);

  it("tells the parts of a union apart by their discriminator", async () => {
    const told = await run([python, "shapes.py"], join(root, "unions.yaml/src"));
    expect(told).toEqual({ code: 0, output: "fine\n" });
  }, 60_000);

  it("talks to the server of the same specification", async () => {
    server = await serve((await serverOf(await specOf("pets.yaml"))).files);
    writeFileSync(join(root, "pets.yaml/src/talk.py"), script);
    const talk = await run([python, "talk.py", server.url], join(root, "pets.yaml/src"));
    expect(talk).toEqual({ code: 0, output: "fine\n" });
    expect(server.errors()).toBe("");
  }, 120_000);
});
