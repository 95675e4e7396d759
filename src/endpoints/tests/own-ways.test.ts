import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what programs build upon their frameworks", () => {
  it("FastAPI: packages that are called as libraries hide none within the package around them", async () => {
    const files = {
      "core/__init__.py": "",
      "core/fastapi/__init__.py": "",
      "core/fastapi/errors.py": `
class NotFound(Exception):
    code = 404
`,
      "core/logging.py": "def getLogger(): return 1/0",
      "core/factory.py": `
import logging
from fastapi import Depends
from core.fastapi.errors import NotFound
log = logging.getLogger(__name__)

def session():
    yield 1

class Notes:
    def __init__(self, session):
        self.session = session
    def find(self, key):
        found = self.session.get(key)
        if not found:
            raise NotFound()
        return found

class Factory:
    def notes(self, session=Depends(session)):
        return Notes(session)
`,
      "main.py": `
from fastapi import Depends, FastAPI
from fastapi.responses import JSONResponse
from core.factory import Factory
from core.fastapi.errors import NotFound
app = FastAPI()

@app.exception_handler(NotFound)
def missing(request, exc):
    return JSONResponse(status_code=exc.code, content={})

@app.get("/note")
def note(notes: object = Depends(Factory().notes)):
    return notes.find("a")
`,
    };
    expect(await routesOf(files)).toEqual(["GET /note open 200,404"]);
  });

  it("FastAPI: the bearers of fastapi-jwt", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI, Security
from fastapi_jwt import JwtAccessBearer, JwtAuthorizationCredentials
app = FastAPI()
access = JwtAccessBearer(secret_key="s")

@app.delete("/me", status_code=204)
async def remove(auth: JwtAuthorizationCredentials = Security(access)):
    await Users.find(auth.subject["name"]).delete()
`,
    };
    expect(await routesOf(files)).toEqual(["DELETE /me required:bearer 204,401"]);
  });

  it("NestJS: filters tell Nest's errors and an ORM's apart, and what is put into classes has their members", async () => {
    const files = {
      "main.ts": `
        import { Body, Catch, Controller, Get, HttpException, Module, Param, ParseIntPipe, Post, Query, UnauthorizedException, UnprocessableEntityException } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        import { InjectRepository } from "@nestjs/typeorm";
        import { EntityNotFoundError, Repository } from "typeorm";
        @Catch()
        class Failed {
          catch(error, host) {
            const status = error instanceof UnprocessableEntityException ? 422
              : error instanceof HttpException ? error.getStatus()
              : error instanceof EntityNotFoundError ? 404 : 500;
            host.switchToHttp().getResponse().status(status).json({});
          }
        }
        class Page {
          page?: number;
          limit?: number;
          get offset() { return (this.page - 1) * this.limit; }
        }
        class NoteIn {
          text: string;
          refuses() { if (this.text === "") throw new UnprocessableEntityException(); return this.text; }
        }
        @Controller("notes")
        class Notes {
          constructor(@InjectRepository(Note) private readonly notes: Repository<Note>) {}
          @Get() all(@Query() page: Page) { return this.notes.find({ skip: page.offset, take: page.limit }); }
          @Get(":id") one(@Param("id") id: string) { return this.notes.findOneOrFail({ id }); }
          @Post() add(@Body() note: NoteIn) { if (closed()) throw new UnauthorizedException(); return note.refuses(); }
        }
        @Module({ controllers: [Notes] })
        class App {}
        const app = await NestFactory.create(App);
        app.useGlobalFilters(new Failed());
        await app.listen(3000);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes open 200 ?page,limit",
      "GET /notes/{id} open 200,404",
      "POST /notes open 201,401,422 {text}",
    ]);
  });

  it("FastAPI: methods that a base class finds by their marks", async () => {
    const files = {
      "main.py": `
import inspect
from fastapi import APIRouter, Depends, FastAPI
from fastapi.security import HTTPBearer

def serves(path, needs=None):
    def mark(function):
        function.served = (path, needs)
        return function
    return mark

class Desk:
    def __init__(self, prefix):
        self.router = APIRouter(prefix=prefix)
        for _, method in inspect.getmembers(self, inspect.ismethod):
            if hasattr(method, "served"):
                path, needs = method.served
                self.router.add_api_route(path, method, dependencies=[Depends(getattr(self, needs))] if needs else [])

class Keys(Desk):
    signed = HTTPBearer()

    @serves("/all")
    def all(self):
        return self.helped()

    @serves("/mine", needs="signed")
    def mine(self):
        return []

    def helped(self):
        return []

app = FastAPI()
app.include_router(Keys("/keys").router)
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /keys/all open 200",
      "GET /keys/mine required:bearer 200,403",
    ]);
  });
});
