import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const routes = {
  "app/api/notes/route.ts": `export async function GET() { return Response.json([]); }`,
  "app/api/webhook/route.ts": `export async function POST() { return new Response(null); }`,
};

describe("Clerk's middleware in Next.js", () => {
  it("asks for credentials wherever it isn't told that a path is open", async () => {
    const files = {
      ...routes,
      "middleware.ts": `
        import { authMiddleware } from "@clerk/nextjs";
        export default authMiddleware({ publicRoutes: ["/api/webhook(.*)"] });
        export const config = { matcher: ["/((?!.*\\\\..*|_next).*)", "/(api|trpc)(.*)"] };`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/notes required:cookie:session 200,401",
      "POST /api/webhook open 200",
    ]);
  });

  it("does what the function says that it is given", async () => {
    const files = {
      ...routes,
      "middleware.ts": `
        import { clerkMiddleware, createRouteMatcher } from "@clerk/nextjs/server";
        const isOpen = createRouteMatcher(["/api/webhook", "/sign-in(.*)"]);
        export default clerkMiddleware(async (auth, request) => {
          if (!isOpen(request)) await auth.protect();
        });`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /api/notes required:cookie:session 200,404",
      "POST /api/webhook open 200",
    ]);
    const bare = {
      ...routes,
      "middleware.ts": `import { clerkMiddleware } from "@clerk/nextjs/server"; export default clerkMiddleware();`,
    };
    expect(await routesOf(bare)).toEqual(["GET /api/notes open 200", "POST /api/webhook open 200"]);
  });
});
