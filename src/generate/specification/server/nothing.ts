import type { ApiDefinition } from "../../../api/index.ts";

/** An API without resources: with it, parts return what they add to any project. */
export const nothing: ApiDefinition = {
  info: { title: "", version: "" },
  resources: [],
  operations: [],
  schemas: {},
  securitySchemes: {},
};
