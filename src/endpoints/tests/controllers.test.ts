import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const items = `
from fastapi import Depends, HTTPException
from fastapi_utils.cbv import cbv
from fastapi_utils.inferring_router import InferringRouter
from pydantic import BaseModel
from typing import ClassVar
from guards import current_user

router = InferringRouter(prefix="/items")

class New(BaseModel):
    name: str

class Controller:
    tenant: str
    kinds: ClassVar[list] = []
    _cache = None

    def find(self, key):
        if key not in self.kinds:
            raise HTTPException(404)

class Signed(Controller):
    user: dict = Depends(current_user)

@cbv(router)
class Public(Controller):
    @router.get("")
    def every(self, page: int = 1):
        return []

@cbv(router)
class Items(Signed):
    def __init__(self, depth: int = 1):
        self.depth = depth

    @router.post("", status_code=201)
    def create(self, new: New):
        return new

    @router.delete("/{key}")
    def remove(self, key: str):
        self.find(key)
        if not self.user:
            raise HTTPException(403)
        return {}
`;

describe("class-based views of FastAPI", () => {
  it("are registered with their class, and are asked what the class and its constructor ask", async () => {
    expect(
      await routesOf({
        "main.py": `
from fastapi import FastAPI
from items import router
app = FastAPI()
app.include_router(router, prefix="/api")
`,
        "guards.py": `
from fastapi import Depends
from fastapi.security import HTTPBearer

def current_user(token = Depends(HTTPBearer())):
    return find(token)
`,
        "items.py": items,
      }),
    ).toEqual([
      "DELETE /api/items/{key} required:bearer 200,403,404,422 ?depth,tenant",
      "GET /api/items open 200,422 ?tenant,page",
      "POST /api/items required:bearer 201,403,422 ?depth,tenant {name}",
    ]);
  });
});
