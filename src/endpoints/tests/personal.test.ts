import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("who asks, where the whole application looks at it", () => {
  it("Koa: only endpoints that use it say so", async () => {
    const files = {
      "app.js": `
        const Koa = require("koa");
        const { SwaggerRouter } = require("koa-swagger-decorator");
        const jwt = require("koa-jwt");
        const app = new Koa();
        app.use(jwt({ secret: "x", passthrough: true }));
        app.use(async (ctx, next) => { if (ctx.state.user) ctx.state.member = await find(ctx.state.user.id); return next(); });
        const router = new SwaggerRouter();
        router.get("/tags", (ctx) => { ctx.body = []; });
        router.get("/feed", (ctx) => { ctx.body = ctx.state.member ? own() : all(); });
        router.post("/notes", (ctx) => { ctx.assert(ctx.state.user, 401); ctx.status = 201; });
        app.use(router.routes());`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /feed optional:bearer 200",
      "GET /tags open 200",
      "POST /notes required:bearer 201,401",
    ]);
  });

  it("Hono: a session that is kept for those who want it", async () => {
    const files = {
      "app.ts": `
        import { Hono } from "hono";
        import { getCookie } from "hono/cookie";
        const app = new Hono();
        const sessions = new Map();
        const who = async (id) => sessions.get(id);
        app.use("*", async (c, next) => { c.set("user", await who(getCookie(c, "session"))); await next(); });
        app.get("/", (c) => c.text("hello"));
        app.get("/me", (c) => { const user = c.get("user"); return user ? c.json(user) : c.json({}, 401); });`,
    };
    expect(await routesOf(files)).toEqual(["GET / open 200", "GET /me required:cookie:session 200,401"]);
  });
});

describe("Next.js route handlers", () => {
  it("answer errors with 500, whatever they carry, and pass on what libraries make", async () => {
    const files = {
      "docker/middleware.ts": `
        import { NextResponse } from "next/server";
        export const middleware = () => (late() ? new NextResponse(null, { status: 403 }) : NextResponse.next());`,
      "src/middleware.ts": `
        import { NextResponse } from "next/server";
        export const middleware = () => (busy() ? new NextResponse(null, { status: 503 }) : NextResponse.next());`,
      "src/app/api/notes/route.ts": `
        import { stream } from "ai";
        import { notFound } from "next/navigation";
        class Bad extends Error { statusCode = 400; }
        export async function GET() { if (!(await all())) notFound(); throw new Bad(); }
        export async function POST() { return stream({}); }
        export function OPTIONS() { return new Response(null, { status: 204 }); }`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/notes open 404,503",
      "OPTIONS /api/notes open 204,503",
      "POST /api/notes open 200,503",
    ]);
  });
});

describe("FastAPI", () => {
  it("fields are called as clients call them", async () => {
    const files = {
      "main.py": `
from fastapi import FastAPI
from pydantic import BaseModel, Field

def camel(name: str) -> str:
    return "".join(word if index == 0 else word.capitalize() for index, word in enumerate(name.split("_")))

class Base(BaseModel):
    class Config:
        alias_generator = camel

class Note(Base):
    first_line: str
    tags: list[str] = Field([], alias="tagList")

app = FastAPI()

@app.post("/notes", status_code=201)
def make(note: Note):
    return {}
`,
    };
    expect(await routesOf(files)).toEqual(["POST /notes open 201,422 {firstLine,tagList}"]);
  });
});
