import { namesOf, type ApiDefinition, type Resource } from "../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import type { Options } from "../../contracts.ts";
import type { Framework } from "../../leaves.ts";
import { moduleFile } from "../../module-file.ts";
import { servedOperations, type Declared, type ServedOperation } from "../../served-operations.ts";
import { policyIn } from "../../tokens.ts";
import { language, paths } from "../typescript-names.ts";

/** Parts of a request that a handler reads. */
export type Read = "params" | "query" | "body" | "headers";

interface Route {
  readonly method: Code;
  readonly path: string;
  readonly handlers: Code;
}

/** How a framework routes requests, and how its handlers read them and write responses. */
export interface Handling {
  /** The type of what holds routes. */
  readonly router: Code;
  /** Makes one of routes. */
  routed(routes: readonly Route[]): Code;
  /** The handlers as the router needs them, if it needs others. */
  wrapped?(handlers: Code, options: Options): Code;
  /** Declares the type `Handler`, of which parameters have theirs; without it each handler says its own. */
  readonly declaration?: Code;
  /** Parameters of a handler, and its first statement if it needs one. */
  open(reads: readonly Read[], body: Code): readonly [parameters: Code, first?: Code];
  /** Responds with `items`, and `total` in a header. */
  readonly list: Code;
  record(value: Code): Code;
  /** Sets the header ETag to the version of `record`. */
  readonly tag: Code;
  created(value: Code): Code;
  readonly removed: Code;
}

const database = imported("/src/database.ts", "type Database");
const problem = (name: string): Code => imported("/src/problem.ts", name);
const id = ts`${imported("/src/id.ts", "idFrom")}(params)`;

/** Returns an import of a declaration of a model file. */
export const declared = ({ module, name }: Declared): Code => imported(`/${module}`, name);

/** Returns what a handler does, and which parts of the request it reads. */
function handler(
  { handling }: Controller,
  { operation, takesId, input, call, get, answer, matched, tagged }: ServedOperation,
): readonly [reads: readonly Read[], body: Code] {
  const reads: readonly Read[] = [
    ...(takesId ? (["params"] as const) : []),
    ...(input ? [input.place] : []),
    ...(matched ? (["headers"] as const) : []),
  ];
  const parsed =
    input && ts`${imported("/src/validation.ts", "parse")}(${declared(input)}, ${code(input.place)})`;
  // What is wrong with the path comes before what is wrong with the rest.
  const name = input?.place === "query" ? "page" : "input";
  const isNamed = takesId && parsed !== undefined;
  const named = isNamed
    ? ts`const id = ${id};
    const ${code(name)} = ${parsed};
    `
    : code("");
  const args = joined(
    [
      code("db"),
      ...(takesId ? [isNamed ? code("id") : id] : []),
      ...(parsed ? [isNamed ? code(name) : parsed] : []),
      ...(matched ? [code(`headers["if-match"]`)] : []),
    ],
    ", ",
  );
  const known = ts`${problem("found")}(await ${declared(get)}(db, ${isNamed ? code("id") : id}));
    `;
  if (!call)
    return [
      reads,
      ts`${known}// Yours to write: until then the route says so.
    throw new ${problem("Problem")}(501);`,
    ];
  const done = ts`await ${declared(call)}(${args})`;
  if (answer === "list")
    return [
      reads,
      ts`${named}${takesId ? known : code("")}const { items, total } = ${done};
    ${handling.list}`,
    ];
  if (answer === "nothing")
    return [
      reads,
      ts`if (!(${done})) throw new ${problem("Problem")}(404);
    ${handling.removed}`,
    ];
  const record = takesId ? ts`${problem("found")}(${done})` : done;
  const answered = operation.binding?.does === "create" ? handling.created : handling.record;
  return [
    reads,
    tagged
      ? ts`${named}const record = ${record};
    ${handling.tag}
    ${answered(code("record"))}`
      : ts`${named}${answered(record)}`,
  ];
}

interface Controller {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly handling: Handling;
}

/** `src/controllers/<resource>.ts`: an object of handlers. */
function controllerModule(controller: Controller): Code {
  const { resource, api, handling } = controller;
  const { camel, plural } = namesOf(resource);
  const operations = servedOperations(resource, api, language);
  const methods = operations.map((served) => {
    const [reads, body] = handler(controller, served);
    const [parameters, first] = handling.open(reads, body);
    return ts`${code(served.name)}: async (${parameters}) => {
    ${
      first
        ? ts`${first}
    `
        : code("")
    }${body}
  },`;
  });
  const names = operations.map(({ name }) => JSON.stringify(name));
  const { declaration } = handling;
  return ts`${
    declaration
      ? ts`${declaration}

`
      : code("")
  }/** Reads requests about ${code(plural.words)}, and answers them. */
export const ${code(camel)}Controller = (db: ${database})${code(declaration ? `: Record<${names.join(" | ")}, Handler>` : "")} => ({
  ${joined(methods, "\n\n")}
});`;
}

/** Returns the routes of a resource: the method, the path below the resource's, and the handlers' names. */
function routesOf({ resource, api }: Controller, guarded: boolean): readonly Route[] {
  const { plural } = namesOf(resource);
  return servedOperations(resource, api, language).map(({ operation, path, name }) => {
    const may = guarded && operation.security.length ? ts`may(${operation.operationId}), ` : code("");
    return {
      method: code(operation.method),
      path: path.replaceAll(/\{(\w+)\}/g, ":$1") || "/",
      handlers: ts`${may}${code(`${plural.camel}.${name}`)}`,
    };
  });
}

/** `src/routes/<resource>.ts`: with the policy's middleware if there is a policy. */
function routesModule(controller: Controller, options: Options): Code {
  const { resource, api, handling } = controller;
  const guarded = policyIn(api, options) !== undefined;
  const { camel, plural } = namesOf(resource);
  const made = ts`${imported(`/${paths(resource).controller}`, `${camel}Controller`)}(db)`;
  return ts`/** Mounted at ${code(`/api/${plural.kebab}`)}. */
export function ${code(camel)}Routes(db: ${database}): ${handling.router} {
  const ${code(plural.camel)} = ${handling.wrapped?.(made, options) ?? made};
  ${guarded ? ts`const may = ${imported("/src/middleware.ts", "allow")}(db);` : code("")}
  return ${handling.routed(routesOf(controller, guarded))};
}`;
}

/** Returns the routes and the controllers of a framework whose controllers are objects of handlers. */
export const handlerFiles =
  (handling: Handling): Framework["routes"] =>
  (api, options) => ({
    files: api.resources.flatMap((resource) => {
      const { routes, controller } = paths(resource);
      const about = { resource, api, handling };
      return [
        moduleFile(routes, routesModule(about, options)),
        moduleFile(controller, controllerModule(about)),
      ];
    }),
  });

/** Returns statements that add the routes of every resource to an application. */
export const mounts = (api: ApiDefinition, mount: (path: string, routes: Code) => Code): Code =>
  joined(
    api.resources.map((resource) => {
      const { camel, plural } = namesOf(resource);
      const routes = imported(`/${paths(resource).routes}`, `${camel}Routes`);
      return mount(`/api/${plural.kebab}`, ts`${routes}(db)`);
    }),
  );
