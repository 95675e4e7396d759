import { namesOf, type ApiDefinition, type Operation, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import { modelNames, paths } from "../../names.ts";
import { methodOf, operationsOf, pageSchema } from "../operations.ts";

const database = imported("/src/database.ts", "type Database");
const problem = (name: string): Code => imported("/src/problem.ts", name);
const parse = imported("/src/validation.ts", "parse");
const id = ts`${imported("/src/id.ts", "idFrom")}(params)`;
const call = imported("/src/middleware.ts", "type Call");

/** `src/routes/<resource>.ts` */
export function routesModule(resource: Resource, api: ApiDefinition, guarded: boolean): Code {
  const { camel, plural } = namesOf(resource);
  const root = `/api/${plural.kebab}`;
  const routes = operationsOf(resource, api).map((operation) => {
    const path = operation.path.slice(root.length).replaceAll(/\{(\w+)\}/g, ":$1") || "/";
    const may = guarded ? ts`may(${operation.operationId}), ` : code("");
    return ts`app.${code(operation.method)}<${call}>(${path}, ${may}${code(`${plural.camel}.${methodOf(operation)}`)});`;
  });
  return ts`/** Mounted at ${code(root)}. */
export function ${code(camel)}Routes(db: ${database}): ${imported("fastify", "type FastifyPluginCallback")} {
  const ${code(plural.camel)} = ${imported(`/${paths(resource).controller}`, `${camel}Controller`)}(db);
  ${guarded ? ts`const may = ${imported("/src/middleware.ts", "allow")}(db);` : code("")}
  return (app, _options, done) => {
    ${joined(routes)}
    done();
  };
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
  const read = (input: string): Code => ts`const id = ${id};
    const input = ${parse}(${model(input)}, body);`;
  const list = (page: Code): Code => ts`const { items, total } = await ${page};
    reply.header("X-Total-Count", String(total));
    return items;`;
  switch (binding?.does) {
    case "list":
      return ["query", list(ts`${model(names.list)}(db, ${parse}(${model(names.query)}, query))`)];
    case "create":
      return [
        "body",
        ts`const created = await ${model(names.create)}(db, ${parse}(${model(names.input)}, body));
    return reply.code(201).send(created);`,
      ];
    case "get":
      return ["params", ts`return ${problem("found")}(await ${model(names.get)}(db, ${id}));`];
    case "update":
      return [
        "params, body",
        ts`${read(names.updateInput)}
    return ${problem("found")}(await ${model(names.update)}(db, id, input));`,
      ];
    case "remove":
      return [
        "params",
        ts`if (!(await ${model(names.remove)}(db, ${id}))) throw new ${problem("Problem")}(404);
    return reply.code(204).send();`,
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
      const act = model(names.actions[binding.action] ?? "");
      return input
        ? [
            "params, body",
            ts`${read(input)}
    return ${problem("found")}(await ${act}(db, id, input));`,
          ]
        : ["params", ts`return ${problem("found")}(await ${act}(db, ${id}));`];
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

/** `src/controllers/<resource>.ts` */
export function controllerModule(resource: Resource, api: ApiDefinition): Code {
  const { camel, plural } = namesOf(resource);
  const request = ts`${imported("fastify", "type FastifyRequest")}<${call}>`;
  const reply = imported("fastify", "type FastifyReply");
  const methods = operationsOf(resource, api).map((operation) => {
    const [reads, body] = handler(resource, operation, api);
    const answers = body.text.includes("reply.");
    return ts`async ${code(methodOf(operation))}({ ${code(reads)} }: ${request}${answers ? ts`, reply: ${reply}` : code("")}) {
    ${body}
  },`;
  });
  return ts`/** Reads requests about ${code(plural.words)}, and answers them. */
export const ${code(camel)}Controller = (db: ${database}) => ({
  ${joined(methods, "\n\n")}
});`;
}
