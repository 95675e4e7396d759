import { namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { controllerUse, routesOf, type Handling } from "../handlers.ts";

const call = imported("/src/middleware.ts", "type Call");

/** `src/routes/<resource>.ts` */
export function routesModule(resource: Resource, api: ApiDefinition, guarded: boolean): Code {
  const { camel, plural } = namesOf(resource);
  const routes = routesOf(resource, api, guarded).map(
    ({ method, path, handlers }) => ts`app.${method}<${call}>(${path}, ${handlers});`,
  );
  return ts`/** Mounted at ${code(`/api/${plural.kebab}`)}. */
export function ${code(camel)}Routes(db: ${imported("/src/database.ts", "type Database")}): ${imported("fastify", "type FastifyPluginCallback")} {
  ${controllerUse(resource, guarded)}
  return (app, _options, done) => {
    ${joined(routes)}
    done();
  };
}`;
}

const request = ts`${imported("fastify", "type FastifyRequest")}<${call}>`;
const reply = ts`, reply: ${imported("fastify", "type FastifyReply")}`;

/** How Fastify handlers read requests and respond. */
export const handling: Handling = {
  open: (reads, { text }) => [
    ts`{ ${code(reads.join(", "))} }: ${request}${text.includes("reply.") ? reply : code("")}`,
  ],
  list: code(`reply.header("X-Total-Count", String(total));
    return items;`),
  record: (value) => ts`return ${value};`,
  tag: ts`reply.header("ETag", ${imported("/src/etag.ts", "etagOf")}(record));`,
  created: (value) => ts`const created = ${value};
    return reply.code(201).send(created);`,
  removed: code("return reply.code(204).send();"),
};
