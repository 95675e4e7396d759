import type { Group, Served, ServerModel } from "../../../specification/server/model.ts";
import { inOrder } from "../../../specification/server/order.ts";

/** Routes with one method and path, for routers in which a parameter is always a whole path part. */
export interface Mount {
  /** `get` if it also responds to `HEAD`. */
  readonly method: string;
  /** Includes the server's own path: `/v1/things/:id`. */
  readonly path: string;
  /** Methods of matching requests. */
  readonly methods: readonly string[];
  /** Expression of the handler of a Node `http` request. */
  readonly serve: string;
}

/** Whether routers take a path part literally; everything else is distinguished when a request is parsed. */
const isWritten = (part: string): boolean => /^[\w.~-]*$/.test(part);

/**
 * Returns the path with a parameter for each part that isn't literal, and a shape that is equal for all paths that
 * match the same.
 */
function routerPath(path: string): { readonly shape: string; readonly path: string } {
  const names = new Set<string>();
  const parts = path.replace(/(?<=.)\/$/, "").split("/");
  const named = parts.map((part, i) => {
    if (isWritten(part)) return part;
    const [, name = ""] = /^\{([A-Za-z_]\w*)\}$/.exec(part) ?? [];
    const free = name === "" || names.has(name) ? `part${i}` : name;
    names.add(free);
    return `:${free}`;
  });
  return {
    shape: parts.map((part) => (isWritten(part) ? part : ":")).join("/"),
    path: named.join("/"),
  };
}

const handlerOf = ([group, { name }]: readonly [Group, Served]): string =>
  `handle(${group.name}Routes.${name}Route, ${group.name}Controller.${name}, outside)`;

function serveText(served: readonly (readonly [Group, Served])[]): string {
  const [first] = served;
  if (first && served.length === 1 && first[1].operation.method !== "head") return handlerOf(first);
  const routes = served.map((item) => `[${item[0].name}Routes.${item[1].name}Route, ${handlerOf(item)}]`);
  return `firstOf(outside.log, ${routes.join(", ")})`;
}

/** Returns all mounts; literal paths come before parameters. */
export function mountsOf({ groups, base }: ServerModel): readonly Mount[] {
  const all = inOrder(groups.flatMap((group) => group.operations.map((served) => [group, served] as const)));
  const methodOf = ({ operation }: Served): string =>
    operation.method === "head" ? "get" : operation.method;
  const byRoute = Map.groupBy(
    all,
    ([, served]) => `${methodOf(served)} ${routerPath(base + served.operation.path).shape}`,
  );
  return [...byRoute.values()].flatMap((served) => {
    const [first] = served;
    if (!first) return [];
    const methods = served.flatMap(
      ([
        ,
        {
          operation: { method },
        },
      ]) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]),
    );
    return {
      method: methodOf(first[1]),
      path: routerPath(base + first[1].operation.path).path,
      methods: [...new Set(methods)],
      serve: serveText(served),
    };
  });
}

/**
 * Generates `src/routes/index.ts`: every route, in the order in which they are tried.
 * @param type type that `mount` gets: an import from the framework, and the type itself
 * @param statement mounts one route on `app`; `serve` converts a Node `http` handler to the framework's
 */
export function routesIndex(
  server: ServerModel,
  type: { readonly imports: string; readonly app: string; readonly serve: string },
  statement: (mount: Mount) => string,
): string {
  const mounts = mountsOf(server);
  if (mounts.length === 0)
    return `${type.imports}import type { Outside } from "../http/serve.ts";

/** No route: the specification has no operations. */
export function mount(_app: ${type.app}, _outside: Outside): void {}
`;
  const lines = mounts.map((mount) => `  ${statement(mount)}\n`);
  const imports = server.groups.flatMap(({ file, name }) => [
    `import * as ${name}Controller from "../controllers/${file}.ts";\n`,
    `import * as ${name}Routes from "./${file}.ts";\n`,
  ]);
  const isShared = mounts.some(({ serve }) => serve.startsWith("firstOf"));
  return `${type.imports}${isShared ? 'import { firstOf, type Serve } from "../http/first.ts";\n' : 'import type { Serve } from "../http/first.ts";\n'}import { handle, type Outside } from "../http/serve.ts";
${imports.join("")}
${type.serve}
/** Every route: what is written out comes before what is open. */
export function mount(app: ${type.app}, outside: Outside): void {
${lines.join("")}}
`;
}

/** Whether the specification itself serves a path that every server has. */
export const serves = (server: ServerModel, path: string): boolean =>
  mountsOf(server).some((mount) => mount.method === "get" && mount.path === path);
