import { code, imported, joined, ts } from "../../../../code/index.ts";
import type { Handling } from "../handlers.ts";

const app = imported("hono", "Hono");
const env = imported("/src/middleware.ts", "type AppEnv");

/** How Hono routes requests, and how its handlers read them and respond. */
export const handling: Handling = {
  router: ts`${app}<${env}>`,
  routed: (routes) => ts`new ${app}<${env}>()
    ${joined(routes.map(({ method, path, handlers }) => ts`.${method}(${path}, ${handlers})`))}`,
  open: (reads) => [
    ts`context: ${imported("hono", "type Context")}<${env}>`,
    ts`const { ${code(reads.join(", "))} } = ${imported("/src/middleware.ts", "read")}(context);`,
  ],
  list: code(`context.header("X-Total-Count", String(total));
    return context.json(items);`),
  record: (value) => ts`return context.json(${value});`,
  tag: ts`context.header("ETag", ${imported("/src/etag.ts", "etagOf")}(record));`,
  created: (value) => ts`return context.json(${value}, 201);`,
  removed: code("return context.body(null, 204);"),
};
