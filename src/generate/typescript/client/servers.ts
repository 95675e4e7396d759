import type { SpecServer } from "../../../api/index.ts";
import type { Model } from "../../specification/model.ts";
import { docComment, literal } from "./typescript-literals.ts";
import { addressOf } from "../../specification/address.ts";

export const isAbsolute = (server: SpecServer): boolean =>
  /^https?:\/\/[^/\s{]/i.test(server.url) || /^https?:\/\/\{/i.test(server.url);

/** Fills the variables in a server's address. */
const filling = `

export interface Server {
  readonly url: string;
  /** Defaults of the variables in braces. */
  readonly variables: { readonly [name: string]: string };
}

/** The address of a server with its variables filled in. */
export const serverUrl = (server: Server, variables: { readonly [name: string]: string } = {}): string =>
  server.url.replaceAll(/\\{([^{}]+)\\}/g, (whole: string, name: string) => {
    const given = Object.hasOwn(variables, name) ? variables : server.variables;
    return Object.hasOwn(given, name) ? encodeURI(given[name] ?? "") : whole;
  });
`;

/** Generates the module that creates a client: its servers, its schemes, and the default server. */
export function serversModule(model: Model): string {
  const { servers, securitySchemes } = model.spec;
  const schemes = Object.keys(securitySchemes);
  const home = servers.find(isAbsolute);
  const varied = servers.some(({ variables }) => Object.keys(variables).length > 0);
  const table = servers.map(({ url, description, variables }) => {
    const defaults = Object.fromEntries(
      Object.entries(variables).map(([name, variable]) => [name, variable.default]),
    );
    const more = varied ? `, variables: ${literal(defaults)}` : "";
    return `${docComment([description], "  ")}  { url: ${literal(url)}${more} },\n`;
  });
  const options = home ? "ClientOptions<Auth> = {}" : "ClientOptions<Auth> & { readonly baseUrl: string }";
  const baseUrlNote = home ? " Without a `baseUrl` it talks to the first server of the document." : "";
  return `import type { Client, ClientOptions } from "./runtime.js";

/** Names of the security schemes that \`auth\` takes a credential for. */
export type Auth = ${schemes.length ? schemes.map((name) => literal(name)).join(" | ") : "never"};
${varied ? filling : ""}

/** Where the document says that the API is. */
export const servers: readonly ${varied ? "Server" : "{ readonly url: string }"}[] = [${table.length ? `\n${table.join("")}` : ""}];

/** A client for all operations.${baseUrlNote} */
export const createClient = (options: ${options}): Client => ({
  options: ${home ? `{ baseUrl: ${literal(addressOf(home))}, ...options }` : "options"},
});
`;
}
