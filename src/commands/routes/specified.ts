import { describedBy, readSpec, toOpenApi, type ApiDefinition, type Operation } from "../../api/index.ts";
import { compareSpecs } from "../../endpoints/index.ts";
import { isObject, type JsonObject } from "../../lib/index.ts";

export interface Specified {
  readonly api: ApiDefinition;
  readonly openapi: JsonObject;
  /** Endpoints of the specification that the code no longer registers, as `GET /clips/{id}`. */
  readonly gone: readonly string[];
}

const member = (of: JsonObject, name: string): JsonObject => {
  const found = of[name];
  return isObject(found) ? (found as JsonObject) : {}; // a member of JSON
};

const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

/** Identifies an operation, ignoring its path's parameter names and a trailing slash. */
const keyOf = (operation: Operation): string =>
  nameOf(operation).replaceAll(parameters, "{}").replace(/\/$/, "");

/** Decodes a path as in documents: code registers it percent-encoded. */
const readable = (path: string): string =>
  path.replaceAll(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      const text = decodeURIComponent(escaped);
      return /[/{}?#%]/.test(text) ? escaped : text;
    } catch {
      return escaped;
    }
  });

const parameters = /\{[^{}]*\}/g;

/** Returns operations with the static segments of their paths as a document writes them: encoded or not. */
function spellingOf(paths: readonly string[]): (operation: Operation) => Operation {
  const formOf = (path: string): string => readable(path).replaceAll(parameters, "{}");
  const known = new Map(paths.map((path) => [formOf(path), path.split("/")]));
  return (operation) => {
    const segments = known.get(formOf(operation.path));
    const spelled = readable(operation.path)
      .split("/")
      .map((segment, index) => (segment.includes("{") ? segment : (segments?.[index] ?? segment)));
    return { ...operation, path: `/${spelled.slice(1).join("/")}` };
  };
}

/** Returns a document's paths without the operations for which `leave` is true. */
const without = (paths: JsonObject, leave: (method: string, path: string) => boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      const left = Object.entries(isObject(item) ? item : {}).filter(([method]) => !leave(method, path));
      return left.length ? [[path, Object.fromEntries(left)]] : [];
    }),
  );

/**
 * Returns the API of a server generated from a specification. The specification describes requests and responses; the
 * scanned code shows which of its endpoints exist, and which others.
 * @param text the document that the code was generated from, in JSON
 */
export async function specified(code: ApiDefinition, text: string): Promise<Specified> {
  const path = "docs/openapi.json";
  const document = JSON.parse(text) as JsonObject; // the shape that was generated
  const { spec } = await readSpec(path, () => Promise.resolve(text));
  const base = new URL(spec.servers[0]?.url ?? "/", "http://localhost").pathname.replace(/\/$/, "");
  const spelling = spellingOf(Object.keys(member(document, "paths")).map((own) => `${base}${own}`));
  const scanned = { ...code, operations: code.operations.map(spelling) };
  const differences = compareSpecs(document, toOpenApi(scanned));
  const named = (kind: string): ReadonlySet<string> =>
    new Set(differences.flatMap((difference) => (difference.kind === kind ? [difference.endpoint] : [])));
  const [gone, added] = [named("removed"), named("added")];
  const found = new Map(scanned.operations.map((operation) => [keyOf(operation), operation]));
  const { operations: described, securitySchemes } = describedBy(spec);
  const describedOperations = described
    .map((operation): Operation => ({ ...operation, path: `/${`${base}${operation.path}`.slice(1)}` }))
    .filter((operation) => !gone.has(nameOf(operation)))
    .map((operation) => {
      const { source, tags = [] } = found.get(keyOf(operation)) ?? {};
      return { ...operation, ...(source && { source }), ...(!operation.tags.length && { tags }) };
    });
  const others = {
    ...scanned,
    operations: scanned.operations.filter((operation) => added.has(nameOf(operation))),
  };
  const more = toOpenApi(others);
  // The document's server URL applies only to its own paths: other paths get their own.
  const beside = Object.entries(member(more, "paths")).map(([at, item]) =>
    base && isObject(item) ? [at, { ...item, servers: [{ url: "/" }] }] : [at, item],
  );
  const paths = without(member(document, "paths"), (method, at) =>
    gone.has(`${method.toUpperCase()} ${base}${at}`),
  );
  const components = member(document, "components");
  const schemes = {
    ...member(member(more, "components"), "securitySchemes"),
    ...member(components, "securitySchemes"),
  };
  return {
    gone: [...gone],
    api: {
      ...scanned,
      operations: [...describedOperations, ...others.operations],
      securitySchemes: { ...scanned.securitySchemes, ...securitySchemes },
    },
    openapi: {
      ...document,
      paths: { ...paths, ...(Object.fromEntries(beside) as JsonObject) },
      ...(Object.keys(components).length + Object.keys(schemes).length > 0 && {
        components: {
          ...components,
          ...(Object.keys(schemes).length > 0 && { securitySchemes: schemes }),
        },
      }),
    },
  };
}
