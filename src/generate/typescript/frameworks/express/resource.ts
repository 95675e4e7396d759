import { namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { policyIn } from "../../../tokens.ts";
import { controllerUse, routesOf, type Handling } from "../handlers.ts";

/** `src/routes/<resource>.ts` */
export function routesModule(resource: Resource, api: ApiDefinition, options: Options): Code {
  const { guest } = options;
  const guarded = policyIn(api, options) !== undefined;
  const { camel, plural } = namesOf(resource);
  const routes = routesOf(resource, api, guarded).map(
    ({ method, path, handlers }) => ts`.${method}(${path}, ${handlers})`,
  );
  const forwarding = (controller: Code): Code =>
    guest && guest.express < 5
      ? ts`${imported("/src/middleware.ts", "forwarding")}(${controller})`
      : controller;
  return ts`/** Mounted at ${code(`/api/${plural.kebab}`)}. */
export function ${code(camel)}Routes(db: ${imported("/src/database.ts", "type Database")}): ${imported("express", "type Router")} {
  ${controllerUse(resource, guarded, forwarding)}
  return ${imported("express", "default as express")}.Router()
    ${joined(routes)};
}`;
}

const request = imported("express", "type Request");

/** How Express handlers read requests and respond. */
export const handling: Handling = {
  declaration: ts`type Handler = (request: ${request}, response: ${imported("express", "type Response")}) => Promise<void>;`,
  open: (reads, { text }) => [
    ts`{ ${code(reads.join(", "))} }${code(text.includes("response.") ? ", response" : "")}`,
  ],
  list: code(`response.set("X-Total-Count", String(total)).json(items);`),
  record: (value) => ts`response.json(${value});`,
  tag: ts`response.set("ETag", ${imported("/src/etag.ts", "etagOf")}(record));`,
  created: (value) => ts`response.status(201).json(${value});`,
  removed: code("response.status(204).end();"),
};
