import { code, imported, joined, ts } from "../../../../code/index.ts";
import type { Handling } from "../handlers.ts";

const call = imported("/src/middleware.ts", "type Call");

const request = ts`${imported("fastify", "type FastifyRequest")}<${call}>`;
const reply = ts`, reply: ${imported("fastify", "type FastifyReply")}`;

/** How Fastify routes requests, and how its handlers read them and respond. */
export const handling: Handling = {
  router: imported("fastify", "type FastifyPluginCallback"),
  routed: (routes) => ts`(app, _options, done) => {
    ${joined(routes.map(({ method, path, handlers }) => ts`app.${method}<${call}>(${path}, ${handlers});`))}
    done();
  }`,
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
