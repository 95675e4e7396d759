import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSpec } from "../../src/api/index.ts";
import { clients } from "../../src/generate/index.ts";
import { remove, run } from "./harness.ts";
import { venv } from "./venv.ts";
import { writeTo } from "./specification.ts";

const document = `
openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
servers: [{ url: "https://{region}.example.com/v1", variables: { region: { default: eu } } }]
security: [{ token: [] }, {}]
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPet
      responses: { "200": &pet { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    put:
      operationId: putNote
      requestBody: { required: true, content: { application/json: { schema: { type: [string, "null"] } } } }
      responses: { "204": { description: ok } }
    delete: { operationId: dropPet, responses: { "204": { description: ok } } }
    post:
      operationId: sendForm
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { tags: { type: array, items: { type: string } }, a: { type: string } } } } } }
      responses: { "204": { description: ok } }
  /moved:
    get: { operationId: moved, responses: { "302": { description: elsewhere } } }
  /pictures:
    put:
      operationId: putPicture
      requestBody: { required: true, content: { image/*: { schema: { type: string, format: binary } } } }
      responses: { "204": { description: ok } }
  /chat:
    post:
      operationId: chat
      responses:
        "200":
          description: ok
          content:
            application/json: { schema: { $ref: "#/components/schemas/Pet" } }
            text/event-stream: { itemSchema: { $ref: "#/components/schemas/Pet" } }
  /rows:
    get:
      operationId: listRows
      tags: [Rows]
      responses: { "200": { description: ok, content: { application/x-ndjson: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    post:
      operationId: addRows
      tags: [Rows]
      requestBody: { required: true, content: { application/x-ndjson: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "204": { description: ok } }
  /files/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getFile
      tags: [Files]
      responses: { "200": { description: ok, content: { application/octet-stream: { schema: { type: string, format: binary } } } } }
    put:
      operationId: putFile
      tags: [Files]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } }, text/csv: { schema: { type: string } } } }
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Beast" } }, text/csv: { schema: { type: string } } } }, "409": { description: no, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
    post:
      operationId: addFile
      tags: [Files]
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [about, data], properties: { about: { $ref: "#/components/schemas/Pet" }, data: { type: string, contentMediaType: image/png }, more: { type: array, items: { type: string, format: binary } }, on: { type: string, format: date } } } } } }
      responses: { "204": { description: ok } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Beast: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { cat: Cat, dog: Dog } } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, mood: { type: string, enum: [calm, wild] } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
    Pet: { type: object, required: [name], properties: { name: { type: string } } }
`;

/** What each answer of a server that goes its own way becomes, and what is sent. */
const script = `
import asyncio
import io
from collections.abc import Callable, Iterator

import httpx
from odd_client import ApiError, AsyncClient, Client, InvalidResponseError
from odd_client.models import AddFileBody, Cat, Pet, SendFormBody, Unknown

seen: list[httpx.Request] = []
ada = b'{"name": "Ada"}'
stream = b'data: {"name": "a\\xe2\\x80\\xa8b"}\\r\\n\\r\\ndata: {"name":\\rdata: "c"}\\r\\rdata: [DONE]\\n\\ndata: {"name": "cut off"}\\n'


def pieces(whole: bytes) -> Iterator[bytes]:
    return (whole[i : i + 1] for i in range(len(whole)))


def answer(request: httpx.Request) -> httpx.Response:
    seen.append(request)
    last = request.url.path.rsplit("/", 1)[-1]
    kinds: dict[str, Callable[[], httpx.Response]] = {
        "html": lambda: httpx.Response(200, html="<html>Log in</html>"),
        "empty": lambda: httpx.Response(200, headers={"content-type": "application/json"}),
        "none": lambda: httpx.Response(204),
        "text": lambda: httpx.Response(200, text='{"name": "Ada"}'),
        "bytes": lambda: httpx.Response(201, content=ada, headers={"content-type": "application/octet-stream"}),
        "wrong": lambda: httpx.Response(200, json={"nam": 1}),
        "page": lambda: httpx.Response(404, html="<html>404</html>"),
        "there": lambda: httpx.Response(307, headers={"location": "/v1/pets/text"}),
        "moved": lambda: httpx.Response(302, headers={"location": "/v1/pets/text"}),
        "rows": lambda: httpx.Response(200, content=pieces(b'{"name":"a"}\\n\\n{"name":"b"}'), headers={"content-type": "application/x-ndjson"}),
        "file": lambda: httpx.Response(200, content=iter([b"one", b"two"]), headers={"content-type": "application/octet-stream"}),
        "cat": lambda: httpx.Response(200, json={"kind": "cat", "mood": "moody"}),
        "bird": lambda: httpx.Response(200, json={"kind": "bird", "wings": 2}),
        "csv": lambda: httpx.Response(200, text="a,b", headers={"content-type": "text/csv"}),
        "chat": lambda: httpx.Response(200, content=pieces(stream), headers={"content-type": "text/event-stream"}),
    }
    last = "none" if request.method == "POST" and last == "rows" else last
    return kinds.get(last, lambda: httpx.Response(204))()


def refused(call: Callable[[], object], kind: type[Exception], text: str) -> None:
    try:
        got = call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(got)


mock = httpx.MockTransport(answer)
with Client(auth={"token": "t"}, http=httpx.Client(transport=mock, follow_redirects=True)) as client:
    for name in ("html", "empty", "none", "wrong"):
        refused(lambda: client.get_pet(id=name), InvalidResponseError, f"GET /v1/pets/{name}: 20")
    for name in ("text", "bytes", "there"):
        assert client.get_pet(id=name).name == "Ada"
    refused(lambda: client.get_pet(id="page"), ApiError, "404")
    refused(lambda: client.moved(), ApiError, "302")
    count = len(seen)
    refused(lambda: client.drop_pet(id=".."), ValueError, "would lead to another path")
    refused(lambda: client.drop_pet(id=""), ValueError, "id is empty")
    assert len(seen) == count
    client.put_note(id="1", body=None)
    assert seen[-1].content == b"null" and seen[-1].url.host == "eu.example.com"
    client.send_form(id="1", body=SendFormBody(tags=[], a="x"))
    assert seen[-1].content == b"a=x", seen[-1].content
    assert [event.data.name for event in client.chat_events()] == ["a\\u2028b", "c"]
    refused(client.chat, InvalidResponseError, "not as described")
with Client(base_url="http://api.test/v2?key=k", http=httpx.Client(transport=mock)) as client:
    assert [row.name for row in client.rows.list()] == ["a", "b"]
    assert str(seen[-1].url) == "http://api.test/v2/rows?key=k"
    client.rows.add(body=[Pet(name="a"), Pet(name="b")], idempotency_key="once")
    assert seen[-1].content == b'{"name":"a"}\\n{"name":"b"}\\n' and seen[-1].headers["idempotency-key"] == "once"
    assert client.files.get("file") == b"onetwo"
    assert list(client.files.get_stream("file")) == [b"one", b"two"]
    beast = client.files.put("bird", body=Pet(name="a"), accept="application/json")
    assert isinstance(beast, Unknown) and beast.model_extra == {"kind": "bird", "wings": 2}
    cat = client.files.put("cat", body=Pet(name="a"), accept="application/json")
    assert isinstance(cat, Cat) and cat.mood == "moody"
    form: AddFileBody = {"about": Pet(name="a"), "data": ("a.png", b"PNG", "image/png"), "more": [b"x", io.BytesIO(b"y")]}
    client.files.add("1", body=form)
    parts = seen[-1].content.split(b"--" + seen[-1].headers["content-type"].split("boundary=")[1].encode())
    assert [part.rpartition(b"\\r\\n\\r\\n")[2].strip() for part in parts[1:-1]] == [b'{"name":"a"}', b"PNG", b"x", b"y"]
    client.put_picture(body=b"PNG", content_type="image/png")
    assert seen[-1].headers["content-type"] == "image/png"
    csv: str = client.files.put("csv", body="x", content_type="text/csv", accept="text/csv")
    assert csv == "a,b" and seen[-1].headers["accept"] == "text/csv" and seen[-1].headers["content-type"] == "text/csv"
with Client(strict=True, http=httpx.Client(transport=mock)) as client:
    for name in ("bird", "cat"):
        refused(lambda: client.put_file(name, body=Pet(name="a")), InvalidResponseError, "listed")
with Client(validate=False, http=httpx.Client(transport=mock)) as client:
    unfit: object = client.get_pet(id="wrong")
    assert unfit == {"nam": 1}
    assert isinstance(client.get_pet(id="text"), Pet)


async def main() -> None:
    async def token() -> str:
        return "later"

    http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    async with AsyncClient(auth={"token": token}, http=http) as client:
        assert (await client.get_pet(id="text")).name == "Ada"
        assert seen[-1].headers["authorization"] == "Bearer later"


asyncio.run(main())
print("fine")
`;

const root = mkdtempSync(join(tmpdir(), "antiphon-python-answers-"));
let python = "";

beforeAll(async () => {
  python = join(await venv(["httpx==0.28.1", "pydantic==2.14.3", "mypy==2.4.1"]), "python");
  const { spec } = await readSpec("odd.yaml", () => Promise.resolve(document));
  writeTo(root, (await clients.load("python")).files(spec));
  writeFileSync(join(root, "src/talk.py"), script); // checked with the rest of it
}, 240_000);
afterAll(() => remove(root));

it("takes from servers that go their own way what fits, and refuses the rest", async () => {
  const told = await run([python, "talk.py"], join(root, "src"));
  expect(told).toEqual({ code: 0, output: "fine\n" });
}, 60_000);

it("has no fault under the strictest types, nor have its calls", async () => {
  const told = await run([python, "-m", "mypy", "--strict", "."], join(root, "src"));
  expect(told).toEqual({ code: 0, output: expect.stringContaining("no issues") });
}, 120_000);
