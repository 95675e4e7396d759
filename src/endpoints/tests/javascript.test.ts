import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("routes of Fastify", () => {
  it("finds them through prefixes, hooks, decorators, schemas and folders that are loaded", async () => {
    const files = {
      "src/app.ts": `
        import { join } from "node:path";
        import Fastify from "fastify";
        import fp from "fastify-plugin";
        import autoload from "@fastify/autoload";
        const guard = fp(async (app) => {
          app.decorate("authenticate", async (request, reply) => { await request.jwtVerify(); });
        });
        const things = async (app, options) => {
          app.addHook("preHandler", app.authenticate);
          app.get("/", { schema: { querystring: { type: "object", properties: { page: { type: "integer" } } } } }, async () => []);
          app.route({
            method: ["PUT", "PATCH"], url: "/:id",
            schema: { body: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
            handler: async (request, reply) => {
              const thing = await find(request.params.id);
              if (!thing) return reply.code(404).send({ message: "none" });
              return { thing };
            },
          });
        };
        const app = Fastify({ logger: true });
        app.register(guard);
        app.register(things, { prefix: "/v2/things" });
        app.register(autoload, { dir: join(import.meta.dirname, "routes"), options: { prefix: "/api" } });
        app.get("/health", (request, reply) => { reply.send({ ok: true }); });
        app.listen({ port: 3000 });`,
      "src/routes/users/index.ts": `export default async function (app) { app.post("/", async (request, reply) => { const { email } = request.body; reply.code(201); return { email }; }); }`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /health open 200",
      "GET /v2/things required:bearer 200,400,401 ?page",
      "PATCH /v2/things/{id} required:bearer 200,400,401,404 {name}",
      "POST /api/users open 201 {email}",
      "PUT /v2/things/{id} required:bearer 200,400,401,404 {name}",
    ]);
  });
});

describe("routes of Hono", () => {
  it("finds them through base paths, sub-applications, validators and errors", async () => {
    const files = {
      "src/index.ts": `
        import { Hono } from "hono";
        import { HTTPException } from "hono/http-exception";
        import { jwt } from "hono/jwt";
        import { zValidator } from "@hono/zod-validator";
        import { z } from "zod";
        const books = new Hono()
          .get("/", (c) => c.json([c.req.query("sort")]))
          .post("/", zValidator("json", z.object({ title: z.string(), year: z.number().optional() })), (c) => c.json(c.req.valid("json"), 201))
          .get("/:id{[0-9]+}", async (c) => {
            const book = await find(c.req.param("id"));
            if (!book) throw new HTTPException(404, { message: "none" });
            return c.json(book);
          });
        const app = new Hono().basePath("/api");
        app.use("/admin/*", jwt({ secret: "…" }));
        app.route("/books", books);
        app.on(["PUT", "DELETE"], "/admin/:name", (c) => c.body(null, 204));
        app.get("/me", async (c) => {
          if (!c.req.header("Authorization")) return c.text("no", 401);
          return c.redirect("/api/books");
        });
        app.notFound((c) => c.json({}, 404));
        export default app;`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/admin/{name} required:bearer 204,401",
      "GET /api/books open 200 ?sort",
      "GET /api/books/{id} open 200,404",
      "GET /api/me required:bearer 302,401",
      "POST /api/books open 201,400 {title,year}",
      "PUT /api/admin/{name} required:bearer 204,401",
    ]);
  });
});

describe("routes of Koa", () => {
  it("finds them through nested routers, around which middleware lies", async () => {
    const files = {
      "app.js": `
        const Koa = require("koa");
        const jwt = require("koa-jwt");
        const mount = require("koa-mount");
        const api = require("./api");
        const app = new Koa();
        app.use(async (ctx, next) => {
          try { await next(); } catch (err) { ctx.status = err.status || 500; ctx.body = { message: err.message }; }
        });
        app.use(api.routes()).use(api.allowedMethods());
        const inner = new Koa();
        inner.use(require("./late").routes());
        app.use(mount("/mounted", inner));
        app.listen(3000);`,
      "api.js": `
        const Router = require("@koa/router");
        const jwt = require("koa-jwt");
        const posts = new Router({ prefix: "/posts" });
        posts.get("list", "/", (ctx) => { ctx.body = [ctx.query.tag]; });
        posts.post("/", jwt({ secret: "…" }), async (ctx) => {
          const { title, text } = ctx.request.body;
          if (!title) ctx.throw(422, "title");
          ctx.status = 201;
          ctx.body = { title, text };
        });
        posts.del("/:id", async (ctx) => { ctx.assert(await find(ctx.params.id), 404); ctx.body = null; });
        const api = new Router().prefix("/api");
        api.use("/v1", posts.routes());
        module.exports = api;`,
      "late.js": `const Router = require("koa-router"); const late = new Router(); late.get("/x", (ctx) => ctx.redirect("/y")); module.exports = late;`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/v1/posts/{id} open 204,404",
      "GET /api/v1/posts open 200 ?tag",
      "GET /mounted/x open 302",
      "POST /api/v1/posts required:bearer 201,401,422 {title,text}",
    ]);
  });
});

describe("routes of NestJS", () => {
  it("finds them through modules, versions, guards that metadata opens, pipes, filters and services", async () => {
    const files = {
      "src/main.ts": `
        import { NestFactory } from "@nestjs/core";
        import { ValidationPipe, VersioningType } from "@nestjs/common";
        import { AppModule } from "./app.module";
        async function bootstrap() {
          const app = await NestFactory.create(AppModule);
          app.setGlobalPrefix("api", { exclude: ["health"] });
          app.enableVersioning({ type: VersioningType.URI });
          app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
          await app.listen(3000);
        }
        void bootstrap();`,
      "src/app.module.ts": `
        import { Module } from "@nestjs/common";
        import { APP_GUARD } from "@nestjs/core";
        import { CatsController, HealthController } from "./cats.controller";
        import { CatsService } from "./cats.service";
        import { JwtGuard } from "./guard";
        @Module({ controllers: [CatsController, HealthController], providers: [CatsService, { provide: APP_GUARD, useClass: JwtGuard }] })
        export class AppModule {}`,
      "src/guard.ts": `
        import { ExecutionContext, Injectable, SetMetadata } from "@nestjs/common";
        import { Reflector } from "@nestjs/core";
        import { AuthGuard } from "@nestjs/passport";
        export const Public = () => SetMetadata("isPublic", true);
        @Injectable()
        export class JwtGuard extends AuthGuard("jwt") {
          constructor(private readonly reflector: Reflector) { super(); }
          canActivate(context: ExecutionContext) {
            if (this.reflector.getAllAndOverride("isPublic", [context.getHandler(), context.getClass()])) return true;
            return super.canActivate(context);
          }
        }`,
      "src/cats.dto.ts": `
        import { PartialType } from "@nestjs/mapped-types";
        import { IsInt, IsOptional, IsString } from "class-validator";
        export class CreateCat { @IsString() name: string; @IsOptional() @IsInt() age?: number; }
        export class UpdateCat extends PartialType(CreateCat) {}`,
      "src/cats.service.ts": `
        import { ConflictException, Injectable, NotFoundException } from "@nestjs/common";
        @Injectable()
        export class CatsService {
          constructor(private readonly cats: Repository<Cat>) {}
          async find(id: string) { const cat = await this.cats.findOne(id); if (!cat) throw new NotFoundException(); return cat; }
          async create(input) { if (await this.cats.exists(input.name)) throw new ConflictException("taken"); return this.cats.save(input); }
        }`,
      "src/cats.controller.ts": `
        import { Body, Controller, Delete, Get, HttpCode, Param, ParseUUIDPipe, Post, Put, Query } from "@nestjs/common";
        import { CatsService } from "./cats.service";
        import { CreateCat, UpdateCat } from "./cats.dto";
        import { Public } from "./guard";
        @Controller({ path: "cats", version: "2" })
        export class CatsController {
          constructor(private readonly cats: CatsService) {}
          @Public() @Get() list(@Query("page") page: number) { return this.cats.find(String(page)); }
          @Post() create(@Body() input: CreateCat) { return this.cats.create(input); }
          @Put(":id") update(@Param("id", ParseUUIDPipe) id: string, @Body() input: UpdateCat) { return this.cats.find(id); }
          @Delete(":id") @HttpCode(204) async remove(@Param("id") id: string) { await this.cats.find(id); }
        }
        @Public() @Controller("health")
        export class HealthController { @Get() check() { return "ok"; } }`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/v2/cats/{id} required:bearer 204,401,404",
      "GET /api/v2/cats open 200,404 ?page",
      "GET /health open 200",
      "POST /api/v2/cats required:bearer 201,400,401,409 {name,age}",
      "PUT /api/v2/cats/{id} required:bearer 200,400,401,404 {name,age}",
    ]);
  });
});
