import { code, imported, joined, ts } from "../../../../code/index.ts";
import type { Handling } from "../handlers.ts";

const request = imported("express", "type Request");

/** How Express routes requests, and how its handlers read them and respond. */
export const handling: Handling = {
  router: imported("express", "type Router"),
  routed: (routes) => ts`${imported("express", "default as express")}.Router()
    ${joined(routes.map(({ method, path, handlers }) => ts`.${method}(${path}, ${handlers})`))}`,
  wrapped: (handlers, { guest }) =>
    guest && guest.express < 5 ? ts`${imported("/src/middleware.ts", "forwarding")}(${handlers})` : handlers,
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
