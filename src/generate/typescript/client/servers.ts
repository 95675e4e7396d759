import type { SpecServer } from "../../../api/index.ts";
import type { Model } from "./model.ts";
import { docComment, literal } from "./names.ts";

const isAbsolute = (server: SpecServer): boolean =>
  /^https?:\/\/[^/\s{]/i.test(server.url) || /^https?:\/\/\{/i.test(server.url);

/** The address of a server with the defaults of its variables. */
export const addressOf = (server: SpecServer): string =>
  server.url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(server.variables, name) ? (server.variables[name]?.default ?? whole) : whole,
  );

/** The module that makes a client: its servers, its schemes, and where it goes if nobody says. */
export function serversModule(model: Model): string {
  const { servers, securitySchemes } = model.spec;
  const schemes = Object.keys(securitySchemes);
  const home = servers.find(isAbsolute);
  const table = servers.map((server) => {
    const variables = Object.fromEntries(
      Object.entries(server.variables).map(([name, one]) => [name, one.default]),
    );
    return `${docComment([server.description], "  ")}  { url: ${literal(server.url)}, variables: ${literal(variables)} },\n`;
  });
  const options = home
    ? 'Partial<Pick<ClientOptions<Auth>, "baseUrl">> & Omit<ClientOptions<Auth>, "baseUrl">'
    : "ClientOptions<Auth>";
  return `import type { Client, ClientOptions } from "./runtime.js";
import { newClient } from "./runtime.js";

/** Names of the security schemes that \`auth\` takes a credential for. */
export type Auth = ${schemes.length ? schemes.map((name) => literal(name)).join(" | ") : "never"};

export interface Server {
  readonly url: string;
  /** Defaults of the variables in braces. */
  readonly variables: { readonly [name: string]: string };
}

/** Where the document says that the API is. */
export const servers: readonly Server[] = [
${table.join("")}];

/** The address of a server with its variables filled in. */
export const serverUrl = (server: Server, variables: { readonly [name: string]: string } = {}): string =>
  server.url.replaceAll(/\\{([^{}]+)\\}/g, (whole: string, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : Object.hasOwn(server.variables, name) ? server.variables[name] : undefined;
    return value === undefined ? whole : encodeURI(value);
  });

/** A client for all operations.${home ? " Without a \\`baseUrl\\` it talks to the first server of the document.".replaceAll("\\`", "`") : ""} */
export function createClient(options: ${options}${home ? " = {}" : ""}): Client {
  return newClient(${home ? `{ baseUrl: ${literal(addressOf(home))}, ...options }` : "options"});
}
`;
}
