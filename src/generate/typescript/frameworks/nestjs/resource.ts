import { capital } from "../../../../lib/index.ts";
import { namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, imported, joined, ts, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { policyIn } from "../../../tokens.ts";
import { servedOperations, type Declared, type ServedOperation } from "../../../served-operations.ts";
import { language, paths } from "../../typescript-names.ts";
import { declared } from "../handlers.ts";

const nest = (name: string): Code => imported("@nestjs/common", name);

/** Returns Nest's names for a controller's file; one that collides with a resource gets an alias. */
const decoratorsOf =
  ({ resources }: ApiDefinition) =>
  (name: string): Code =>
    resources.some((resource) => namesOf(resource).pascal === name)
      ? code(`Http${name}`, [{ from: "@nestjs/common", names: [`${name} as Http${name}`] }])
      : nest(name);

const problem = (name: string): Code => imported("/src/problem.ts", name);

/** Returns the type that a body or query is parsed to. */
const typeOf = ({ module, name }: Declared): Code => declared({ module, name: `type ${capital(name)}` });

const inputName = ({ input }: ServedOperation): string => (input?.place === "query" ? "query" : "input");

const itemOf = ({ type: { module, name } }: ServedOperation): Code =>
  declared({ module, name: `type ${name}` });

const answerOf = (served: ServedOperation): Code => {
  const { answer } = served;
  if (answer === "nothing" || answer === "open") return code(answer === "open" ? "never" : "void");
  return answer === "list"
    ? ts`${imported("/src/validation.ts", "type Page")}<${itemOf(served)}>`
    : itemOf(served);
};

/** Returns the arguments of the service's method. */
const argumentsOf = (served: ServedOperation): readonly string[] => [
  ...(served.takesId ? ["id"] : []),
  ...(served.input ? [inputName(served)] : []),
  ...(served.matched ? ["match"] : []),
];

/** Returns what the service does for an operation. */
function work(served: ServedOperation): Code {
  const { call, answer, takesId } = served;
  const get = code("await this.get(id);\n    ");
  if (!call)
    return ts`${get}// Yours to write: until then the route says so.
    throw new ${problem("Problem")}(501);`;
  const done = ts`${declared(call)}(${code(["this.db", ...argumentsOf(served)].join(", "))})`;
  if (answer === "nothing") return ts`if (!(await ${done})) throw new ${problem("Problem")}(404);`;
  if (answer === "list") return ts`${takesId ? get : code("")}return ${done};`;
  return takesId ? ts`return ${problem("found")}(await ${done});` : ts`return ${done};`;
}

/** `src/controllers/<resource>.ts`: the injectable service. */
export function serviceModule(resource: Resource, api: ApiDefinition): Code {
  const { pascal, plural } = namesOf(resource);
  const methods = servedOperations(resource, api, language).map((served) => {
    const { takesId, input, matched, name } = served;
    const parameters = joined(
      [
        ...(takesId ? [code("id: string")] : []),
        ...(input ? [ts`${code(inputName(served))}: ${typeOf(input)}`] : []),
        ...(matched ? [code("match: string | undefined")] : []),
      ],
      ", ",
    );
    const body = work(served);
    return ts`${code(body.text.includes("await ") ? "async " : "")}${code(name)}(${parameters}): Promise<${answerOf(served)}> {
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
  input: NonNullable<ServedOperation["input"]>,
  { guest, nest: decorator }: { readonly guest: boolean; readonly nest: (name: string) => Code },
): Code =>
  ts`@${decorator(capital(input.place))}(${
    guest
      ? ts`new ${imported("/src/http.ts", "Validated")}(${declared(input)})`
      : ts`{ schema: ${declared(input)} }`
  })`;

function handler(
  served: ServedOperation,
  api: ApiDefinition,
  {
    resource,
    guest,
    guarded,
  }: { readonly resource: Resource; readonly guest: boolean; readonly guarded: boolean },
): Code {
  const { operation, input, name, takesId, matched, tagged } = served;
  const decorate = decoratorsOf(api);
  const path = served.path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  const status = Object.keys(operation.responses)[0] ?? "200";
  const usual = operation.method === "post" ? "201" : "200";
  const listing = served.answer === "list";
  const parameters = joined(
    [
      ...(takesId ? [ts`@${decorate("Param")}("id", ${imported("/src/http.ts", "IdPipe")}) id: string`] : []),
      ...(input
        ? [ts`${checked(input, { guest, nest: decorate })} ${code(inputName(served))}: ${typeOf(input)}`]
        : []),
      ...(matched ? [ts`@${decorate("Headers")}("if-match") match: string | undefined`] : []),
      ...(listing || tagged
        ? [ts`@${decorate("Res")}({ passthrough: true }) response: ${imported("express", "type Response")}`]
        : []),
    ],
    ", ",
  );
  const call = ts`this.${code(namesOf(resource).plural.camel)}.${code(name)}(${code(argumentsOf(served).join(", "))})`;
  const answer = answerOf(served);
  const verb = decorators[operation.method] ?? "All";
  const may =
    guarded && operation.security.length
      ? ts`@${imported("/src/modules/auth.ts", "Allow")}(${operation.operationId})
  `
      : code("");
  const head = ts`${may}@${decorate(verb)}(${path ? ts`${path}` : code("")})
  ${operation.binding && status !== usual ? ts`@${decorate("HttpCode")}(${Number(status)})` : code("")}`;
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
  return ts`${head}
  async ${code(name)}(${parameters}): Promise<readonly ${itemOf(served)}[]> {
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
  const methods = servedOperations(resource, api, language).map((served) =>
    handler(served, api, { resource, guest: guest !== undefined, guarded }),
  );
  const decorator = decoratorsOf(api);
  const guard = ts`@${decorator("UseGuards")}(${imported("/src/modules/auth.ts", "TokenGuard")})
`;
  const filter = ts`@${decorator("UseFilters")}(${imported("/src/http.ts", "ProblemFilter")})
`;
  return ts`${auth ? guard : code("")}${guest ? filter : code("")}@${decorator("Controller")}(${`${guest?.prefix ?? "api/"}${plural.kebab}`})
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
