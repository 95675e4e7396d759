import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("what libraries bring", () => {
  it("Express: an upload that a handler calls by itself", async () => {
    const files = {
      "app.js": `
        import express from "express";
        import multer from "multer";
        const app = express();
        const upload = multer({ dest: "files" }).single("picture");
        app.post("/pictures", (req, res) => {
          upload(req, res, (error) => {
            if (error) return res.status(400).send({});
            res.send({ path: req.file.path });
          });
        });`,
    };
    expect(await routesOf(files)).toEqual(["POST /pictures open 200,400 {picture}"]);
  });

  it("FastAPI: one router by several names", async () => {
    const files = {
      "main.py": `
from fastapi import APIRouter, FastAPI
app = FastAPI()
notes_router = r = APIRouter()

class Held:
    pass

held = Held()
held.one = held.other = APIRouter(prefix="/held")

@r.get("/notes")
def notes():
    return []

@held.other.get("/notes")
def held_notes():
    return []

app.include_router(notes_router, prefix="/v1")
app.include_router(held.one)
`,
    };
    expect(await routesOf(files)).toEqual(["GET /held/notes open 200", "GET /v1/notes open 200"]);
  });

  it("Nest: streams that end with an error, and a guard by which people sign in", async () => {
    const files = {
      "app.module.ts": `
        import { Controller, Get, Injectable, Module, NotFoundException, Param, Post, Req, UseGuards } from "@nestjs/common";
        import { NestFactory } from "@nestjs/core";
        import { AuthGuard, PassportStrategy } from "@nestjs/passport";
        import { Strategy } from "passport-local";
        import { EMPTY, from, mergeMap, of, throwIfEmpty } from "rxjs";
        class LocalStrategy extends PassportStrategy(Strategy) {
          validate(username, password) { return find(username, password); }
        }
        class LocalGuard extends AuthGuard("local") {}
        class Service {
          login(user) { return { token: sign(user.id) }; }
        }
        @Controller()
        class Notes {
          constructor(private readonly service: Service) {}
          @Get("notes/:id") one(@Param("id") id: string) {
            return from(load(id)).pipe(
              mergeMap((note) => (note ? of(note) : EMPTY)),
              throwIfEmpty(() => new NotFoundException()),
            );
          }
          @UseGuards(LocalGuard) @Post("login") login(@Req() req) { return this.service.login(req.user); }
        }
        @Module({ controllers: [Notes], providers: [Service, LocalStrategy] })
        class AppModule {}
        NestFactory.create(AppModule);`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /notes/{id} open 200,404",
      "POST /login open 201,401 {username,password}",
    ]);
  });

  it("Express: an application of a library's names that a context holds, made where nothing names it", async () => {
    const files = {
      "libs.ts": `import express from "express"; export const libs = { express };`,
      "app.ts": `
        import { libs } from "./libs.js";
        const createRouter = (context) => context.libs.express.Router().get("/notes", (req, res) => res.send("all"));
        export async function createServer() {
          const context = await Promise.resolve({ libs });
          const app = context.libs.express();
          app.use(createRouter(context));
          return app.listen(80);
        }`,
      "server.ts": `
        import { createServer } from "./app.js";
        async function main() { await createServer(); }
        main().catch(console.error);`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes open 200"]);
  });
});
