import { isObject } from "../../../lib/index.ts";
import type { SpecFlow, SpecSecurityScheme } from "../../spec.ts";
import type { At } from "./document.ts";
import { members, step, words } from "./frame.ts";

type Node = Readonly<Record<string, unknown>>;

/** What OpenAPI 3.0 knows of the ways to a token. */
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

/** A scheme that is demanded and declared nowhere: a server lets nobody in by it, a client sends what it is given. */
export const undeclared: SpecSecurityScheme = {
  type: "http",
  scheme: "undeclared",
  description: "Demanded, but declared nowhere in the specification.",
};

interface SchemeContext {
  open(value: unknown, at: At): { readonly node: Node } | undefined;
  warn(at: At, message: string): void;
}

/** The ways in that a document declares, by name; what is none that the standard knows is left out with a warning. */
export function readSchemes(
  declared: { readonly node: Node; readonly at: At },
  context: SchemeContext,
): Readonly<Record<string, SpecSecurityScheme>> {
  const found = Object.entries(declared.node).flatMap(([key, value]) => {
    const at = step(declared.at, key);
    const opened = context.open(value, at);
    const scheme = opened && readScheme(opened.node);
    if (opened && !scheme) context.warn(at, "is no security scheme that is known: left out");
    return scheme ? [[key, scheme] as const] : [];
  });
  return Object.fromEntries(found);
}
