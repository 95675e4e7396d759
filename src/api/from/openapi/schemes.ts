import { isObject } from "../../../lib/index.ts";
import type { SpecFlow, SpecSecurityScheme } from "../../spec.ts";
import { below, type At } from "./document.ts";
import { members, words, type Node, type Opened } from "./frame.ts";

/** OAuth flows that OpenAPI 3.0 defines. */
const flowNames: ReadonlySet<string> = new Set([
  "implicit",
  "password",
  "clientCredentials",
  "authorizationCode",
]);

const readFlows = (value: unknown): Readonly<Record<string, SpecFlow>> =>
  Object.fromEntries(
    members(value)
      .filter(([name]) => flowNames.has(name))
      .map(([name, flow]) => [
        name,
        {
          ...words(flow, "authorizationUrl", "tokenUrl", "refreshUrl"),
          scopes: isObject(flow["scopes"]) ? words(flow["scopes"], ...Object.keys(flow["scopes"])) : {},
        },
      ]),
  );

function readScheme(node: Node): SpecSecurityScheme | undefined {
  const about = words(node, "description");
  const { type, name, scheme } = node;
  const where = node["in"];
  if (type === "apiKey" && typeof name === "string" && isPlace(where))
    return { type, in: where, name, ...about };
  if (type === "http" && typeof scheme === "string")
    return { type, scheme: scheme.toLowerCase(), ...words(node, "bearerFormat"), ...about };
  if (type === "oauth2") return { type, ...about, flows: readFlows(node["flows"]) };
  if (type === "openIdConnect")
    return { type, ...about, openIdConnectUrl: words(node, "openIdConnectUrl")["openIdConnectUrl"] ?? "" };
  return type === "mutualTLS" ? { type, ...about } : undefined;
}

const isPlace = (value: unknown): value is "query" | "header" | "cookie" =>
  value === "query" || value === "header" || value === "cookie";

/**
 * Stands for a scheme that is required but declared nowhere: a server accepts no credentials for it, a client sends
 * what it is given.
 */
export const undeclared: SpecSecurityScheme = {
  type: "http",
  scheme: "undeclared",
  description: "Demanded, but declared nowhere in the specification.",
};

interface SchemeContext {
  open(value: unknown, at: At): { readonly node: Node } | undefined;
  warn(at: At, message: string): void;
}

/** Reads the security schemes by name; ones that the standard doesn't define are skipped with a warning. */
export function readSchemes(
  declared: Opened,
  context: SchemeContext,
): Readonly<Record<string, SpecSecurityScheme>> {
  const found = Object.entries(declared.node).flatMap(([key, value]) => {
    const at = below(declared.at, key);
    const opened = context.open(value, at);
    const scheme = opened && readScheme(opened.node);
    if (opened && !scheme) context.warn(at, "is not a known security scheme: ignored");
    return scheme ? [[key, scheme] as const] : [];
  });
  return Object.fromEntries(found);
}
