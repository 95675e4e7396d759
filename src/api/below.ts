import type { ApiDefinition } from "./definition.ts";

/** Returns an API whose operations are served below another path than `/api`, such as `/api/v1`. */
export const servedBelow = (api: ApiDefinition, root: string): ApiDefinition => ({
  ...api,
  operations: api.operations.map((operation) => ({
    ...operation,
    path: `/${`${root}${operation.path.replace(/^\/api(?=\/)/, "")}`.replace(/^\/+/, "")}`,
  })),
});
