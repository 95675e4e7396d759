import { describe, expect, it } from "vitest";
import { covers } from "../frameworks/next/next.ts";
import { routesOf } from "./app.suite.ts";

describe("routes of Next.js", () => {
  it("finds route handlers by their folders, with what they ask of a session", async () => {
    const files = {
      "src/app/api/posts/route.ts": `
        import { NextResponse } from "next/server";
        import { z } from "zod";
        import { auth } from "@/auth";
        const Post = z.object({ title: z.string(), draft: z.boolean().optional() });
        export async function GET(request: Request) {
          const { searchParams } = new URL(request.url);
          return NextResponse.json(await list(searchParams.get("page")));
        }
        export const POST = async (request: Request) => {
          const session = await auth();
          if (!session?.user) return NextResponse.json({ error: "no" }, { status: 401 });
          const parsed = Post.safeParse(await request.json());
          if (!parsed.success) return NextResponse.json(parsed.error, { status: 400 });
          return NextResponse.json(parsed.data, { status: 201 });
        };`,
      "src/auth.ts": `import NextAuth from "next-auth"; import { cache } from "react"; const { handlers, auth: signedIn } = NextAuth({ providers: [] }); export const auth = cache(signedIn); export { handlers };`,
      "src/app/api/(shop)/items/[id]/route.ts": `
        import { notFound } from "next/navigation";
        import { guarded } from "../../../../../lib/guarded";
        export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }) {
          const { id } = await params;
          const item = await db.find(id);
          if (!item) notFound();
          return Response.json(item);
        }
        export const DELETE = guarded(async () => new Response(null, { status: 204 }));`,
      "src/lib/guarded.ts": `
        import { cookies } from "next/headers";
        export const guarded = (handler) => async (request, context) => {
          const token = (await cookies()).get("session")?.value;
          if (!token) return Response.json({}, { status: 403 });
          return handler(request, context);
        };`,
      "src/app/files/[...path]/route.js": `export const GET = () => new Response("x");`,
      "pages/api/users/[id].ts": `
        export default async function handler(req, res) {
          const { id } = req.query;
          switch (req.method) {
            case "GET": return res.status(200).json({ id, deep: req.query.deep });
            case "PUT": { const { name } = req.body; await save(id, name); return res.status(200).json({}); }
            default: res.setHeader("Allow", ["GET", "PUT"]); return res.status(405).end();
          }
        }`,
      "pages/api/hello.js": `export default (req, res) => res.json({ hello: 1 });`,
      "pages/api/shop/webhook.js": `export default (req, res) => res.json({ event: verified(req) });`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/items/{id} required:cookie:session 204,403",
      "GET /api/hello open 200",
      "GET /api/items/{id} open 200,404",
      "GET /api/posts open 200 ?page",
      "GET /api/users/{id} open 200 ?deep",
      "GET /files/{path} open 200",
      "POST /api/posts required:cookie:session 201,400,401 {title,draft}",
      "POST /api/shop/webhook unknown:bearer 200",
      "PUT /api/users/{id} open 200 {name}",
    ]);
  });

  it("puts the base path of the application's settings before them", async () => {
    const files = {
      "apps/shop/next.config.mjs": `// basePath: "/old"
        export default withBundle({ basePath: "/shop", reactStrictMode: true });`,
      "apps/shop/src/app/api/items/route.ts": `export const GET = () => Response.json([]);`,
      "apps/blog/next.config.js": `module.exports = { basePath: process.env.BASE };`,
      "apps/blog/pages/api/posts.js": `export default (req, res) => res.json({});`,
    };
    expect(await routesOf(files)).toEqual(["GET /api/posts open 200", "GET /shop/api/items open 200"]);
  });
});

describe("an application of Hono in Next.js", () => {
  it("has its own routes, and leaves none to the folder that hands it all requests", async () => {
    const files = {
      "app/api/[[...route]]/route.ts": `
        import { Hono } from "hono";
        import { handle } from "hono/vercel";
        const app = new Hono().basePath("/api").get("/notes", (c) => c.json([]));
        export const GET = handle(app);
        export const POST = handle(app);`,
    };
    expect(await routesOf(files)).toEqual(["GET /api/notes open 200"]);
  });
});

describe("folders that Next.js serves", () => {
  it("are none in what a generator copies; a path may well be called so", async () => {
    const route = "export async function GET() { return Response.json([]); }";
    const files = {
      "packages/create/src/templates/basic/app/api/events/route.ts": route,
      "app/api/templates/route.ts": route,
    };
    expect(await routesOf(files)).toEqual(["GET /api/templates open 200"]);
  });
});

it("a matcher covers the paths that it fits, and none where telling would take without end", () => {
  const library = "/((?!.*\\..*|_next).*)";
  expect(["/posts/{id}", "/_next/a", "/a.css"].map((path) => covers(library, path))).toEqual([
    true,
    false,
    false,
  ]);
  expect(covers("/api/:path*", "/api/posts")).toBe(true);
  expect(covers(`/${"(.*)".repeat(12)}x`, `/${"a".repeat(120)}`)).toBe(false);
});
