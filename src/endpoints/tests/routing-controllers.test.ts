import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const notes = `
  import { IsString } from "class-validator";
  import { Authorized, Body, CurrentUser, Delete, Get, HttpCode, JsonController, OnUndefined, Param, Post, QueryParam, UseBefore } from "routing-controllers";
  import { NoteNotFound } from "./errors";
  import { limit } from "./limit";
  import { NoteService } from "./service";
  class Note { @IsString() title: string; @IsString() text: string; }
  @JsonController("/notes")
  export class NoteController {
    constructor(private service: NoteService) {}
    @Get() @UseBefore(limit)
    all(@QueryParam("page") page: number) { return this.service.all(page); }
    @Get("/:id") @OnUndefined(NoteNotFound)
    one(@Param("id") id: string) { return this.service.one(id); }
    @Authorized() @HttpCode(201) @Post()
    create(@Body() note: Note) { return this.service.create(note); }
    @Authorized(["admin"]) @OnUndefined(204) @Delete("/:id")
    remove(@Param("id") id: string) { this.service.remove(id); }
    @Get("/mine/all")
    mine(@CurrentUser({ required: true }) user: User) { return [user]; }
  }`;

const files = {
  "errors.ts": `
    import { HttpError, ForbiddenError } from "routing-controllers";
    export class NoteNotFound extends HttpError { constructor() { super(404, "none"); } }
    export const closed = () => new ForbiddenError("closed");`,
  "limit.ts": `export const limit = (req, res, next) => (isBusy() ? res.status(503).end() : next());`,
  "service.ts": `
    import { closed } from "./errors";
    export class NoteService {
      all(page) { if (isClosed()) throw closed(); return database.notes.find(page); }
      one(id) { return database.notes.findOne(id); }
      create(note) { return database.notes.save(note); }
      remove(id) { database.notes.delete(id); }
    }`,
  "notes.ts": notes,
};

const options = `{
  routePrefix: "/api",
  authorizationChecker: async (action) => Boolean(action.request.headers.authorization),
  currentUserChecker: async (action) => action.request.user,
  controllers: [NoteController],
}`;

const found = [
  "DELETE /api/notes/{id} required:bearer 204,403",
  "GET /api/notes open 200,403,503 ?page",
  "GET /api/notes/mine/all required:bearer 200,401",
  "GET /api/notes/{id} open 200,404",
  "POST /api/notes required:bearer 201,400,401 {title,text}",
];

describe("routing-controllers", () => {
  it("serves controllers in Express", async () => {
    const app = `
      import "reflect-metadata";
      import { createExpressServer } from "routing-controllers";
      import { NoteController } from "./notes";
      createExpressServer(${options}).listen(3000);`;
    expect(await routesOf({ ...files, "app.ts": app })).toEqual(found);
  });

  it("serves controllers in Koa", async () => {
    const app = `
      import Koa from "koa";
      import { useKoaServer } from "routing-controllers";
      import { NoteController } from "./notes";
      const app = new Koa();
      useKoaServer(app, ${options.replace("request.user", "context.state.user")});
      app.listen(3000);`;
    const limit = `export const limit = async (ctx, next) => { if (isBusy()) { ctx.status = 503; return; } await next(); };`;
    expect(await routesOf({ ...files, "limit.ts": limit, "app.ts": app })).toEqual(found);
  });

  it("serves those that are found in folders, by a server that only running makes", async () => {
    const app = `
      import { createExpressServer } from "routing-controllers";
      export const load = (settings) => { if (settings) settings.app = createExpressServer({ controllers: settings.folders }); };`;
    const all = await routesOf({ ...files, "app.ts": app });
    expect(all.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "DELETE /notes/{id}",
      "GET /notes",
      "GET /notes/mine/all",
      "GET /notes/{id}",
      "POST /notes",
    ]);
  });
});
