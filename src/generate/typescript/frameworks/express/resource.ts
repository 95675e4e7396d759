import { namesOf, type ApiDefinition, type Operation, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { policyIn } from "../../files/authorization.ts";
import { modelNames, paths } from "../../names.ts";
import { methodOf, operationsOf, pageSchema } from "../operations.ts";

const database = imported("/src/database.ts", "type Database");
const problem = (name: string): Code => imported("/src/problem.ts", name);
const parse = imported("/src/validation.ts", "parse");
const id = ts`${imported("/src/id.ts", "idFrom")}(params)`;
const request = imported("express", "type Request");
const response = imported("express", "type Response");

/** \`src/routes/<resource>.ts\` */
export function routesModule(resource: Resource, api: ApiDefinition, options: Options): Code {
  const { guest } = options;
  const guarded = policyIn(api, options) !== undefined;
  const { camel, plural } = namesOf(resource);
  const root = `/api/${plural.kebab}`;
  const routes = operationsOf(resource, api).map((operation) => {
    const path = operation.path.slice(root.length).replaceAll(/\{(\w+)\}/g, ":$1") || "/";
    const may = guarded && operation.security.length ? ts`may(${operation.operationId}), ` : code("");
    return ts`.${code(operation.method)}(${path}, ${may}${code(`${plural.camel}.${methodOf(operation)}`)})`;
  });
  const controller = ts`${imported(`/${paths(resource).controller}`, `${camel}Controller`)}(db)`;
  const handlers =
    guest && guest.express < 5
      ? ts`${imported("/src/middleware.ts", "forwarding")}(${controller})`
      : controller;
  return ts`/** Mounted at ${code(root)}. */
export function ${code(camel)}Routes(db: ${database}): ${imported("express", "type Router")} {
  const ${code(plural.camel)} = ${handlers};
  ${guarded ? ts`const may = ${imported("/src/middleware.ts", "allow")}(db);` : code("")}
  return ${imported("express", "default as express")}.Router()
    ${joined(routes)};
}`;
}

/** What a handler does, and which parts of the request it reads. */
function handler(
  resource: Resource,
  operation: Operation,
  api: ApiDefinition,
): readonly [reads: string, body: Code] {
  const names = modelNames(resource);
  const model = (name: string): Code => imported(`/${names.module}`, name);
  const { binding } = operation;
  const list = (call: Code): Code => ts`const { items, total } = await ${call};
    response.set("X-Total-Count", String(total)).json(items);`;
  switch (binding?.does) {
    case "list":
      return ["query", list(ts`${model(names.list)}(db, ${parse}(${model(names.query)}, query))`)];
    case "create":
      return [
        "body",
        ts`response.status(201).json(await ${model(names.create)}(db, ${parse}(${model(names.input)}, body)));`,
      ];
    case "get":
      return ["params", ts`response.json(${problem("found")}(await ${model(names.get)}(db, ${id})));`];
    case "update":
      return [
        "params, body",
        ts`const id = ${id};
    const input = ${parse}(${model(names.updateInput)}, body);
    response.json(${problem("found")}(await ${model(names.update)}(db, id, input)));`,
      ];
    case "remove":
      return [
        "params",
        ts`if (!(await ${model(names.remove)}(db, ${id}))) throw new ${problem("Problem")}(404);
    response.status(204).end();`,
      ];
    case "related": {
      const { module, page } = pageSchema(resource, binding.relation, api);
      return [
        "params, query",
        ts`const id = ${id};
    const page = ${parse}(${imported(module, page)}, query);
    ${problem("found")}(await ${model(names.get)}(db, id));
    ${list(ts`${model(names.related[binding.relation] ?? "")}(db, id, page)`)}`,
      ];
    }
    case "action": {
      const input = names.actionInput[binding.action];
      const call = model(names.actions[binding.action] ?? "");
      return input
        ? [
            "params, body",
            ts`const id = ${id};
    const input = ${parse}(${model(input)}, body);
    response.json(${problem("found")}(await ${call}(db, id, input)));`,
          ]
        : ["params", ts`response.json(${problem("found")}(await ${call}(db, ${id})));`];
    }
    default:
      return [
        "params",
        ts`${problem("found")}(await ${model(names.get)}(db, ${id}));
    // Yours to write: until then the route says so.
    throw new ${problem("Problem")}(501);`,
      ];
  }
}

/** \`src/controllers/<resource>.ts\` */
export function controllerModule(resource: Resource, api: ApiDefinition): Code {
  const { camel, plural } = namesOf(resource);
  const methods = operationsOf(resource, api).map((operation) => {
    const [reads, body] = handler(resource, operation, api);
    const answers = body.text.includes("response.");
    return ts`async ${code(methodOf(operation))}({ ${code(reads)} }: ${request}${answers ? ts`, response: ${response}` : code("")}) {
    ${body}
  },`;
  });
  return ts`/** Reads requests about ${code(plural.words)}, and answers them. */
export const ${code(camel)}Controller = (db: ${database}) => ({
  ${joined(methods, "\n\n")}
});`;
}
