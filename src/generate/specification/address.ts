import type { SpecServer } from "../../api/index.ts";

/** Returns the address of a server with the defaults of its variables. */
export const addressOf = (server: SpecServer): string =>
  server.url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(server.variables, name) ? (server.variables[name]?.default ?? whole) : whole,
  );
