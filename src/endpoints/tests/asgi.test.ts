import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const guarded = `
import re
from fastapi import FastAPI, HTTPException, Response
from starlette.datastructures import Headers

class Limit:
    def __init__(self, app, most):
        self.inner = app
        self.most = most

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.inner(scope, receive, send)
        if int(dict(scope["headers"]).get(b"content-length", b"0")) > self.most:
            await send({"type": "http.response.start", "status": 413, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        await self.inner(scope, receive, send)

class Guard:
    def __init__(self, app, verify):
        self.inner = app
        self.verify = verify

    async def __call__(self, scope, receive, send):
        if not scope["path"].removeprefix(scope.get("root_path", "")).startswith("/api/"):
            return await self.inner(scope, receive, send)
        try:
            self.verify(Headers(scope=scope).get("authorization", ""))
        except HTTPException:
            return await Response("", 401)(scope, receive, send)
        return await self.inner(scope, receive, send)


def verify(authorization):
    if re.fullmatch("Bearer (.+)", authorization) is None:
        raise HTTPException(403)

def create_app(verify):
    app = FastAPI()
    app.add_middleware(Limit, most=1000)
    app.add_middleware(Guard, verify=verify)

    @app.post("/api/notes", status_code=201)
    def create(body: dict):
        return body

    @app.get("/api/notes")
    def notes():
        return []

    @app.get("/health")
    def health():
        return {"status": "ok"}

    return app
`;

it("follows middleware of the interface of ASGI, and who makes the application where the program starts", async () => {
  const started = `${guarded}\ndef main():\n    uvicorn.run(create_app(verify))\n\nif __name__ == "__main__":\n    main()\n`;
  expect(await routesOf({ "app.py": started })).toEqual([
    "GET /api/notes required:bearer 200,401",
    "GET /health open 200",
    "POST /api/notes required:bearer 201,401,413,422 {}",
  ]);
});

it("knows which statuses validators of a path give, and that a text in a path always fits", async () => {
  const files = {
    "app.py": `
from typing import Annotated
from fastapi import FastAPI, HTTPException, Response
from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator

app = FastAPI()

@app.exception_handler(RequestValidationError)
async def invalid(request, error):
    return Response("", 400)

def known(text):
    if len(text) != 36:
        raise HTTPException(404)
    return text

def even(text):
    if len(text) % 2:
        raise ValueError("odd")
    return text

@app.get("/a/{id}")
def a(id: Annotated[str, AfterValidator(known)]):
    return id

@app.get("/b/{id}")
def b(id: Annotated[str, AfterValidator(even)]):
    return id

@app.get("/c/{id}")
def c(id: int):
    return id
`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /a/{id} open 200,404",
    "GET /b/{id} open 200,400",
    "GET /c/{id} open 200,400",
  ]);
});
