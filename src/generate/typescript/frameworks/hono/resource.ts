import { namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { controllerUse, routesOf, type Handling } from "../handlers.ts";

const env = imported("/src/middleware.ts", "type AppEnv");

/** `src/routes/<resource>.ts` */
export function routesModule(resource: Resource, api: ApiDefinition, guarded: boolean): Code {
  const { camel, plural } = namesOf(resource);
  const routes = routesOf(resource, api, guarded).map(
    ({ method, path, handlers }) => ts`.${method}(${path}, ${handlers})`,
  );
  const app = imported("hono", "Hono");
  return ts`/** Mounted at ${code(`/api/${plural.kebab}`)}. */
export function ${code(camel)}Routes(db: ${imported("/src/database.ts", "type Database")}): ${app}<${env}> {
  ${controllerUse(resource, guarded)}
  return new ${app}<${env}>()
    ${joined(routes)};
}`;
}

/** How Hono handlers read requests and respond. */
export const handling: Handling = {
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
