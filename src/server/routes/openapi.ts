import { json, type Route } from "../route.ts";
import { openapiDocument } from "../openapi.ts";

let text: ReturnType<typeof json> | undefined;

export const openapi: Route = {
  method: "GET",
  path: "/openapi.json",
  access: "public",
  handle: async () => (text ??= json(openapiDocument())),
};
