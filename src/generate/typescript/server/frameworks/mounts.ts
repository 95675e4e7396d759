import type { Group, Served, ServerModel } from "../../../specification/server/model.ts";
import { inOrder } from "../../../specification/server/order.ts";

/** Routes of one method and path, as a router has it that takes a whole part of a path for a parameter. */
export interface Mount {
  /** `get` where it answers `HEAD`, too. */
  readonly method: string;
  /** With the path of the server before it: `/v1/things/:id`. */
  readonly path: string;
  /** Methods that requests may have. */
  readonly methods: readonly string[];
  /** Expression of what serves a request of Node's \`http\`. */
  readonly serve: string;
}

/** A part of a path that routers take as it is written; all else is told apart when a request is read. */
const isWritten = (part: string): boolean => /^[\w.~-]*$/.test(part);

/** The path with a parameter for each part that is not written out, and what is the same for all that match it. */
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

/** Everything that is mounted; what is written out comes before what is open. */
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
 * `src/routes/index.ts`: every route, in the order in which they are tried.
 * @param type what `mount` mounts on: an import of the framework's, and the type itself
 * @param statement mounts one route on `app`, where \`serve\` makes the framework's handler of one of Node's \`http\`
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
