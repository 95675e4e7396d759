import { describedBy, readSpec, toOpenApi, type ApiDefinition, type Operation } from "../../api/index.ts";
import { compareSpecs } from "../../endpoints/index.ts";
import { isObject, type JsonObject } from "../../lib/index.ts";

export interface Specified {
  readonly api: ApiDefinition;
  readonly openapi: JsonObject;
  /** Endpoints of the specification that the code doesn't register any more, as `GET /clips/{id}`. */
  readonly gone: readonly string[];
}

const member = (of: JsonObject, name: string): JsonObject => {
  const found = of[name];
  return isObject(found) ? (found as JsonObject) : {}; // a member of JSON
};

const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`;

/** Its name whatever its path's parameters are called, and whether it ends in a slash or not. */
const keyOf = (operation: Operation): string =>
  nameOf(operation)
    .replaceAll(/\{[^{}]*\}/g, "{}")
    .replace(/\/$/, "");

/** A path as documents have it: code has to register what comes in requests, which is escaped. */
const readable = (path: string): string =>
  path.replaceAll(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      const text = decodeURIComponent(escaped);
      return /[/{}?#%]/.test(text) ? escaped : text;
    } catch {
      return escaped;
    }
  });

/** The paths of a document, those operations left out that `leave` is true of. */
const without = (paths: JsonObject, leave: (method: string, path: string) => boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      const left = Object.entries(isObject(item) ? item : {}).filter(([method]) => !leave(method, path));
      return left.length ? [[path, Object.fromEntries(left)]] : [];
    }),
  );

/**
 * The API of a server whose code was generated from a specification. Its code reads requests and writes answers by the
 * specification, which says all of it; the code that was scanned says which of its endpoints there are, and which others.
 * @param text the document that the code was generated from, in JSON
 */
export async function specified(code: ApiDefinition, text: string): Promise<Specified> {
  const operations = code.operations.map((operation) => ({
    ...operation,
    path: `/${readable(operation.path.slice(1))}` as const,
  }));
  const scanned = { ...code, operations };
  const path = "docs/openapi.json";
  const document = JSON.parse(text) as JsonObject; // as it was generated
  const { spec } = await readSpec(path, () => Promise.resolve(text));
  const base = new URL(spec.servers[0]?.url ?? "/", "http://localhost").pathname.replace(/\/$/, "");
  const differences = compareSpecs(document, toOpenApi(scanned));
  const named = (kind: string): ReadonlySet<string> =>
    new Set(differences.flatMap((difference) => (difference.kind === kind ? [difference.endpoint] : [])));
  const [gone, added] = [named("removed"), named("added")];
  const found = new Map(scanned.operations.map((operation) => [keyOf(operation), operation]));
  const { operations: described, securitySchemes } = describedBy(spec);
  const kept = described
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
  // The document's server is above its paths only: paths beside it have one of their own.
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
      operations: [...kept, ...others.operations],
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
