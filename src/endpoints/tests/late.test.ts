import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Python: what a module or a class holds nothing in at first may be set later", async () => {
  const files = {
    "store.py": `
client: "Client | None" = None
`,
    "main.py": `
from fastapi import FastAPI, HTTPException
import store
app = FastAPI()
late = None
ready = None

def start():
    global late
    late = 1

def prepare():
    global ready
    ready = "yes"

prepare()

class Pool:
    connection: "Connection | None" = None
    def get(self):
        if self.connection is None:
            raise HTTPException(503)
        return self.connection

pool = Pool()

@app.get("/client")
async def with_client():
    if store.client is None:
        raise HTTPException(503)
    return {}

@app.get("/late")
async def with_late():
    if late is None:
        raise HTTPException(503)
    return {}

@app.get("/pool")
async def with_pool():
    pool.get()
    return {}

@app.get("/ready")
async def with_ready():
    if ready != "yes":
        raise HTTPException(503)
    return {}
`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /client open 200,503",
    "GET /late open 200,503",
    "GET /pool open 200,503",
    "GET /ready open 200",
  ]);
});

it("FastAPI: errors that a library names after their statuses", async () => {
  const files = {
    "errors.py": `
from fastcrud.exceptions.http_exceptions import DuplicateValueException, NotFoundException
`,
    "main.py": `
from fastapi import FastAPI
from errors import DuplicateValueException, NotFoundException
app = FastAPI()

@app.put("/notes/last")
async def put():
    if not one():
        raise NotFoundException("none")
    if other():
        raise DuplicateValueException("taken")
    return {}
`,
  };
  expect(await routesOf(files)).toEqual(["PUT /notes/last open 200,404,422"]);
});

it("FastAPI: permissions that are asked one after another, of which each may refuse", async () => {
  const files = {
    "main.py": `
from fastapi import Depends, FastAPI, HTTPException, Request
app = FastAPI()

class SignedIn:
    error = HTTPException(401)
    async def allows(self, request: Request):
        return request.headers.get("Authorization") is not None

class Asked:
    def __init__(self, permissions):
        self.permissions = permissions
    async def __call__(self, request: Request):
        for permission in self.permissions:
            one = permission()
            if not await one.allows(request=request):
                raise one.error

@app.get("/notes", dependencies=[Depends(Asked([SignedIn]))])
async def notes():
    return []
`,
  };
  expect(await routesOf(files)).toEqual(["GET /notes required:bearer 200,401"]);
});
