import { capital } from "../../../../lib/index.ts";
import {
  hasEtags,
  isMatched,
  isTagged,
  namesOf,
  type ApiDefinition,
  type Operation,
  type Resource,
} from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { policyIn } from "../../files/authorization.ts";
import { modelNames, paths } from "../../typescript-names.ts";
import { methodOf, operationsOf, pageSchema } from "../operations.ts";

const nest = (name: string): Code => imported("@nestjs/common", name);

/** Returns Nest's names for a controller's file; one that collides with a resource gets an alias. */
const decoratorsOf =
  ({ resources }: ApiDefinition) =>
  (name: string): Code =>
    resources.some((resource) => namesOf(resource).pascal === name)
      ? code(`Http${name}`, [{ from: "@nestjs/common", names: [`${name} as Http${name}`] }])
      : nest(name);

const problem = (name: string): Code => imported("/src/problem.ts", name);

interface Method {
  readonly name: string;
  readonly operation: Operation;
  /** Parameters after the id, for the service. */
  readonly input:
    | { readonly name: string; readonly schema: Code; readonly type: Code; readonly decorator: string }
    | undefined;
  readonly takesId: boolean;
  /** Whether it accepts the version to change, and whether it returns one. */
  readonly matched: boolean;
  readonly tagged: boolean;
}

/** Returns the inputs of controller and service methods. */
function methodsOf(resource: Resource, api: ApiDefinition): readonly Method[] {
  const names = modelNames(resource);
  const model = (name: string): Code => imported(`/${names.module}`, name);
  const body = (schema: string) => ({
    name: "input",
    schema: model(schema),
    type: model(`type ${capital(schema)}`),
    decorator: "Body",
  });
  const query = (schema: Code, type: Code) => ({ name: "query", schema, type, decorator: "Query" });
  const versioned = hasEtags(api);
  return operationsOf(resource, api).map((operation) => {
    const { binding } = operation;
    const inputs = (): Method["input"] => {
      if (binding?.does === "list") return query(model(names.query), model(`type ${capital(names.query)}`));
      if (binding?.does === "create") return body(names.input);
      if (binding?.does === "update") return body(names.updateInput);
      if (binding?.does === "patch") return body(names.patchInput);
      if (binding?.does === "related") {
        const { module, page } = pageSchema(resource, binding.relation, api);
        return query(imported(module, page), imported(module, `type ${capital(page)}`));
      }
      const taken = binding?.does === "action" ? names.actionInput[binding.action] : undefined;
      return taken === undefined ? undefined : body(taken);
    };
    return {
      name: methodOf(operation),
      operation,
      input: inputs(),
      takesId: operation.path.includes("{id}"),
      matched: versioned && isMatched(operation),
      tagged: versioned && isTagged(operation),
    };
  });
}

const answerOf = (resource: Resource, { binding }: Operation, api: ApiDefinition): Code => {
  const names = modelNames(resource);
  const type = imported(`/${names.module}`, `type ${names.type}`);
  const page = imported("/src/validation.ts", "type Page");
  if (binding?.does === "list") return ts`${page}<${type}>`;
  if (binding?.does === "remove") return code("void");
  if (binding?.does !== "related") return binding ? type : code("never");
  const other = pageSchema(resource, binding.relation, api);
  return ts`${page}<${imported(other.module, `type ${other.type}`)}>`;
};

/** Returns what the service does for an operation. */
function work(resource: Resource, { operation: { binding }, matched }: Method): Code {
  const match = code(matched ? ", match" : "");
  const names = modelNames(resource);
  const model = (name: string): Code => imported(`/${names.module}`, name);
  const found = problem("found");
  switch (binding?.does) {
    case "list":
      return ts`return ${model(names.list)}(this.db, query);`;
    case "create":
      return ts`return ${model(names.create)}(this.db, input);`;
    case "get":
      return ts`return ${found}(await ${model(names.get)}(this.db, id));`;
    case "update":
    case "patch":
      return ts`return ${found}(await ${model(names.update)}(this.db, id, input${match}));`;
    case "remove":
      return ts`if (!(await ${model(names.remove)}(this.db, id${match}))) throw new ${problem("Problem")}(404);`;
    case "related":
      return ts`await this.get(id);
    return ${model(names.related[binding.relation] ?? "")}(this.db, id, query);`;
    case "action":
      return ts`return ${found}(await ${model(names.actions[binding.action] ?? "")}(this.db, id${code(names.actionInput[binding.action] ? ", input" : "")}${match}));`;
    default:
      return ts`await this.get(id);
    // Yours to write: until then the route says so.
    throw new ${problem("Problem")}(501);`;
  }
}

/** `src/controllers/<resource>.ts`: the injectable service. */
export function serviceModule(resource: Resource, api: ApiDefinition): Code {
  const { pascal, plural } = namesOf(resource);
  const methods = methodsOf(resource, api).map((method) => {
    const parameters = joined(
      [
        ...(method.takesId ? [code("id: string")] : []),
        ...(method.input ? [ts`${code(method.input.name)}: ${method.input.type}`] : []),
        ...(method.matched ? [code("match: string | undefined")] : []),
      ],
      ", ",
    );
    const body = work(resource, method);
    return ts`${code(body.text.includes("await ") ? "async " : "")}${code(method.name)}(${parameters}): Promise<${answerOf(resource, method.operation, api)}> {
    ${body}
  }`;
  });
  return ts`/** What can be done with ${code(plural.words)}. */
@${nest("Injectable")}()
export class ${code(pascal)}Service {
  constructor(@${nest("Inject")}(${imported("/src/modules/database.ts", "DATABASE")}) private readonly db: ${imported("/src/database.ts", "type Database")}) {}

  ${joined(methods, "\n\n")}
}`;
}

const decorators: Readonly<Record<string, string>> = {
  get: "Get",
  post: "Post",
  put: "Put",
  delete: "Delete",
  patch: "Patch",
};

/** Returns the decorator of a parameter, with the schema that checks it. */
const checked = (
  { decorator, schema }: NonNullable<Method["input"]>,
  { guest, nest: own }: { readonly guest: boolean; readonly nest: (name: string) => Code },
): Code =>
  guest
    ? ts`@${own(decorator)}(new ${imported("/src/http.ts", "Validated")}(${schema}))`
    : ts`@${own(decorator)}({ schema: ${schema} })`;

function handler(
  method: Method,
  api: ApiDefinition,
  {
    resource,
    guest,
    guarded,
  }: { readonly resource: Resource; readonly guest: boolean; readonly guarded: boolean },
): Code {
  const { operation, input, name, takesId, matched, tagged } = method;
  const own = decoratorsOf(api);
  const root = `/api/${namesOf(resource).plural.kebab}`;
  const path = operation.path.slice(root.length + 1).replaceAll(/\{(\w+)\}/g, ":$1");
  const status = Object.keys(operation.responses)[0] ?? "200";
  const usual = operation.method === "post" ? "201" : "200";
  const listing = operation.binding?.does === "list" || operation.binding?.does === "related";
  const parameters = joined(
    [
      ...(takesId ? [ts`@${own("Param")}("id", ${imported("/src/http.ts", "IdPipe")}) id: string`] : []),
      ...(input ? [ts`${checked(input, { guest, nest: own })} ${code(input.name)}: ${input.type}`] : []),
      ...(matched ? [ts`@${own("Headers")}("if-match") match: string | undefined`] : []),
      ...(listing || tagged
        ? [ts`@${own("Res")}({ passthrough: true }) response: ${imported("express", "type Response")}`]
        : []),
    ],
    ", ",
  );
  const call = ts`this.${code(namesOf(resource).plural.camel)}.${code(name)}(${code([...(takesId ? ["id"] : []), ...(input ? [input.name] : []), ...(matched ? ["match"] : [])].join(", "))})`;
  const answer = answerOf(resource, operation, api);
  const verb = decorators[operation.method] ?? "All";
  const may =
    guarded && operation.security.length
      ? ts`@${imported("/src/modules/auth.ts", "Allow")}(${operation.operationId})
  `
      : code("");
  const head = ts`${may}@${own(verb)}(${path ? ts`${path}` : code("")})
  ${operation.binding && status !== usual ? ts`@${own("HttpCode")}(${Number(status)})` : code("")}`;
  if (tagged)
    return ts`${head}
  async ${code(name)}(${parameters}): Promise<${answer}> {
    const record = await ${call};
    response.setHeader("ETag", ${imported("/src/etag.ts", "etagOf")}(record));
    return record;
  }`;
  if (!listing)
    return ts`${head}
  ${code(name)}(${parameters}): Promise<${answer}> {
    return ${call};
  }`;
  const item = code(
    answer.text.replace(/^Page<(.*)>$/, "$1"),
    answer.imports.filter(({ names }) => !names.includes("type Page")),
  );
  return ts`${head}
  async ${code(name)}(${parameters}): Promise<readonly ${item}[]> {
    const { items, total } = await ${call};
    response.setHeader("X-Total-Count", total);
    return items;
  }`;
}

/** `src/routes/<resource>.ts`: the controller class. */
export function controllerModule(resource: Resource, api: ApiDefinition, options: Options): Code {
  const { auth, guest } = options;
  const guarded = policyIn(api, options) !== undefined;
  const { pascal, plural } = namesOf(resource);
  const methods = methodsOf(resource, api).map((method) =>
    handler(method, api, { resource, guest: guest !== undefined, guarded }),
  );
  const own = decoratorsOf(api);
  const guard = ts`@${own("UseGuards")}(${imported("/src/modules/auth.ts", "TokenGuard")})
`;
  const filter = ts`@${own("UseFilters")}(${imported("/src/http.ts", "ProblemFilter")})
`;
  return ts`${auth ? guard : code("")}${guest ? filter : code("")}@${own("Controller")}(${`${guest?.prefix ?? "api/"}${plural.kebab}`})
export class ${code(pascal)}Controller {
  constructor(private readonly ${code(plural.camel)}: ${imported(`/${paths(resource).controller}`, `${pascal}Service`)}) {}

  ${joined(methods, "\n\n")}
}`;
}

/** `src/modules/<resource>.ts` */
export function resourceModule(resource: Resource, { guest }: Options): Code {
  const { pascal } = namesOf(resource);
  return ts`@${nest("Module")}({ ${guest ? ts`imports: [${imported("/src/modules/resources.ts", "ResourcesModule")}], ` : code("")}controllers: [${imported(`/${paths(resource).routes}`, `${pascal}Controller`)}], providers: [${imported(`/${paths(resource).controller}`, `${pascal}Service`)}] })
export class ${code(pascal)}Module {}`;
}
