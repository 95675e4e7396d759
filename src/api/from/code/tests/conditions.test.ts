import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Python turns only what stands before `or`: no note and no token is refused", async () => {
  const files = {
    "main.py": `
from fastapi import Depends, FastAPI, HTTPException, Request

app = FastAPI()

async def token_of(request: Request):
    given = request.headers.get("Authorization")
    if not given or kind_of(given) != "token":
        return None
    return rest_of(given)

async def who(token = Depends(token_of)):
    if token is None:
        raise HTTPException(status_code=401)
    return token

@app.get("/notes")
async def notes(user = Depends(who)):
    return user

@app.delete("/notes")
async def clear(request: Request):
    given = request.headers.get("Authorization")
    if is_open() and not given or is_late():
        raise HTTPException(status_code=409)
    return {}
`,
  };
  expect(await routesOf(files)).toEqual([
    "DELETE /notes optional:bearer 200,409",
    "GET /notes required:bearer 200,401",
  ]);
});

it("FastAPI: a scheme that a class of the project makes of the library's header", async () => {
  const files = {
    "main.py": `
from typing import Annotated
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.security import APIKeyHeader

class Key(APIKeyHeader):
    def __init__(self, strict: bool, **options):
        super().__init__(**options)
        self.strict = strict

    async def __call__(self, request: Request):
        key = request.headers.get(self.model.name)
        if not key and self.strict:
            raise HTTPException(status_code=403)
        return key or ""

Must = Annotated[str, Depends(Key(strict=True, name="Authorization"))]
May = Annotated[str, Depends(Key(strict=False, name="Authorization"))]
app = FastAPI()

@app.get("/mine")
async def mine(key: Must):
    return own(key)

@app.get("/all")
async def everything(key: May):
    return own(key) if key else []
`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /all optional:bearer 200",
    "GET /mine required:bearer 200,403",
  ]);
});
