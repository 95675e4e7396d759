import type { ApiDefinition } from "../../../api/index.ts";

/** No resources: with it, parts give what they bring to any project. */
export const nothing: ApiDefinition = {
  info: { title: "", version: "" },
  resources: [],
  operations: [],
  schemas: {},
  securitySchemes: {},
};
