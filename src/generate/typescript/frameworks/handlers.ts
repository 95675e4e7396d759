import { hasEtags, namesOf, type ApiDefinition, type Operation, type Resource } from "../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../code/index.ts";
import { modelNames, paths } from "../typescript-names.ts";
import { methodOf, operationsOf, pageSchema } from "./operations.ts";

/** Parts of a request that a handler reads. */
export type Read = "params" | "query" | "body" | "headers";

/** How handlers of a framework read requests and write responses. */
export interface Handling {
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
const parse = imported("/src/validation.ts", "parse");
const id = ts`${imported("/src/id.ts", "idFrom")}(params)`;

/** Returns what a handler does, and which parts of the request it reads. */
function handler(
  { resource, api, handling }: Controller,
  { binding }: Operation,
): readonly [reads: readonly Read[], body: Code] {
  const names = modelNames(resource);
  const model = (name: string): Code => imported(`/${names.module}`, name);
  const list = (page: Code): Code => ts`const { items, total } = await ${page};
    ${handling.list}`;
  const versioned = hasEtags(api);
  const match = code(versioned ? `, headers["if-match"]` : "");
  const reads = (...parts: readonly Read[]): readonly Read[] => (versioned ? [...parts, "headers"] : parts);
  /** Responds with a record, with its version if the API has versions. */
  const answered = (value: Code, answer = handling.record): Code =>
    versioned
      ? ts`const record = ${value};
    ${handling.tag}
    ${answer(code("record"))}`
      : answer(value);
  const changed = (change: Code, input: string): readonly [readonly Read[], Code] => [
    reads("params", "body"),
    ts`const id = ${id};
    const input = ${parse}(${model(input)}, body);
    ${answered(ts`${problem("found")}(await ${change}(db, id, input${match}))`)}`,
  ];
  const recordOf = (call: Code, more = code("")): Code =>
    answered(ts`${problem("found")}(await ${call}(db, ${id}${more}))`);
  switch (binding?.does) {
    case "list":
      return [["query"], list(ts`${model(names.list)}(db, ${parse}(${model(names.query)}, query))`)];
    case "create":
      return [
        ["body"],
        answered(
          ts`await ${model(names.create)}(db, ${parse}(${model(names.input)}, body))`,
          handling.created,
        ),
      ];
    case "get":
      return [["params"], recordOf(model(names.get))];
    case "update":
      return changed(model(names.update), names.updateInput);
    case "patch":
      return changed(model(names.update), names.patchInput);
    case "remove":
      return [
        reads("params"),
        ts`if (!(await ${model(names.remove)}(db, ${id}${match}))) throw new ${problem("Problem")}(404);
    ${handling.removed}`,
      ];
    case "related": {
      const { module, page } = pageSchema(resource, binding.relation, api);
      return [
        ["params", "query"],
        ts`const id = ${id};
    const page = ${parse}(${imported(module, page)}, query);
    ${problem("found")}(await ${model(names.get)}(db, id));
    ${list(ts`${model(names.related[binding.relation] ?? "")}(db, id, page)`)}`,
      ];
    }
    case "action": {
      const input = names.actionInput[binding.action];
      const act = model(names.actions[binding.action] ?? "");
      return input ? changed(act, input) : [reads("params"), recordOf(act, match)];
    }
    default:
      return [
        ["params"],
        ts`${problem("found")}(await ${model(names.get)}(db, ${id}));
    // Yours to write: until then the route says so.
    throw new ${problem("Problem")}(501);`,
      ];
  }
}

interface Controller {
  readonly resource: Resource;
  readonly api: ApiDefinition;
  readonly handling: Handling;
}

/** `src/controllers/<resource>.ts`: an object of handlers. */
export function controllerModule(controller: Controller): Code {
  const { resource, api, handling } = controller;
  const { camel, plural } = namesOf(resource);
  const methods = operationsOf(resource, api).map((operation) => {
    const [reads, body] = handler(controller, operation);
    const [parameters, first] = handling.open(reads, body);
    return ts`${code(methodOf(operation))}: async (${parameters}) => {
    ${
      first
        ? ts`${first}
    `
        : code("")
    }${body}
  },`;
  });
  return ts`/** Reads requests about ${code(plural.words)}, and answers them. */
export const ${code(camel)}Controller = (db: ${database}) => ({
  ${joined(methods, "\n\n")}
});`;
}

/** Returns the routes of a resource: the method, the path below the resource's, and the handlers' names. */
export function routesOf(
  resource: Resource,
  api: ApiDefinition,
  guarded: boolean,
): readonly { readonly method: Code; readonly path: string; readonly handlers: Code }[] {
  const { plural } = namesOf(resource);
  const root = `/api/${plural.kebab}`;
  return operationsOf(resource, api).map((operation) => {
    const may = guarded && operation.security.length ? ts`may(${operation.operationId}), ` : code("");
    return {
      method: code(operation.method),
      path: operation.path.slice(root.length).replaceAll(/\{(\w+)\}/g, ":$1") || "/",
      handlers: ts`${may}${code(`${plural.camel}.${methodOf(operation)}`)}`,
    };
  });
}

/** Returns `const tasks = taskController(db)`, and the policy's middleware if there is a policy. */
export function controllerUse(
  resource: Resource,
  guarded: boolean,
  wrap = (controller: Code) => controller,
): Code {
  const { camel, plural } = namesOf(resource);
  const controller = ts`${imported(`/${paths(resource).controller}`, `${camel}Controller`)}(db)`;
  return ts`const ${code(plural.camel)} = ${wrap(controller)};
  ${guarded ? ts`const may = ${imported("/src/middleware.ts", "allow")}(db);` : code("")}`;
}
