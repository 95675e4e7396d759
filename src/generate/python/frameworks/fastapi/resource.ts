import { namesOf, type ApiDefinition, type Resource } from "../../../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { policyIn } from "../../../tokens.ts";
import { servedOperations, type Declared, type ServedOperation } from "../../../served-operations.ts";
import { language, paths } from "../../python-names.ts";

const found = imported("/src/problem.py", "found");
const Problem = imported("/src/problem.py", "Problem");
const annotated = imported("typing", "Annotated");
const page = imported("/src/validation.py", "Page");

const declared = ({ module, name }: Declared): Code => imported(`/${module}`, name);

/** Returns the parameters of the controller's method except self, typed as in the routes. */
const parametersOf = ({
  takesId,
  input,
}: ServedOperation): readonly (readonly [name: string, type: Code])[] => [
  ...(takesId ? [["id", code("str")] as const] : []),
  ...(input ? [[input.place, declared(input)] as const] : []),
];

/** Returns the type of a response's body, or of its items. */
const returnTypeOf = ({ answer, type }: ServedOperation): Code =>
  answer === "nothing" ? code("None") : declared(type);

/** Returns the body of the controller's method. */
function workOf(served: ServedOperation): Code {
  const { call, get, answer, takesId, matched } = served;
  const known = py`${found}(await ${declared(get)}(self._db, id))`;
  if (!call)
    return py`${known}
        # Yours to write: until then the route says so.
        raise ${Problem}(501)`;
  const args = ["self._db", ...parametersOf(served).map(([name]) => name), ...(matched ? ["match"] : [])];
  const done = py`await ${declared(call)}(${code(args.join(", "))})`;
  if (answer === "nothing")
    return py`if not ${done}:
            raise ${Problem}(404)`;
  if (answer === "record") return takesId ? py`return ${found}(${done})` : py`return ${done}`;
  return takesId
    ? py`${known}
        return ${done}`
    : py`return ${done}`;
}

/** `src/controllers/<resource>.py` */
export function controllerModule(resource: Resource, api: ApiDefinition): Code {
  const names = namesOf(resource);
  const methods = servedOperations(resource, api, language).map((served) => {
    const returnType = returnTypeOf(served);
    const parameters = [
      ...parametersOf(served).map(([name, type]) => py`, ${code(name)}: ${type}`),
      ...(served.matched ? [code(", match: str | None = None")] : []),
    ];
    return py`    async def ${code(served.name)}(self${joined(parameters, "")}) -> ${served.answer === "list" ? py`${page}[${returnType}]` : returnType}:
        ${docstring(`${served.operation.summary}.`)}
        ${workOf(served)}`;
  });
  return py`class ${code(names.pascal)}Controller:
    """What can be done with ${code(names.plural.words)}."""

    def __init__(self, db: ${imported("/src/database.py", "Database")}) -> None:
        self._db = db

${joined(methods, "\n\n")}`;
}

/** Where routes are added: to the application itself or, in an existing one, to their own router. */
interface Place {
  readonly into: string;
  /** Path of the resource that routes are given below, if any. */
  readonly root: string;
  readonly indent: string;
  readonly controller: readonly Code[];
  readonly guarded: boolean;
}

function routeOf(served: ServedOperation, { into, root, indent, controller, guarded }: Place): Code {
  const { operation, name, answer, matched, tagged } = served;
  const [methodParameters, returnType, isList] = [
    parametersOf(served),
    returnTypeOf(served),
    answer === "list",
  ];
  const status = imported("fastapi", "status");
  const set =
    operation.binding?.does === "create"
      ? [py`status_code=${status}.HTTP_201_CREATED`]
      : answer === "nothing"
        ? [
            py`status_code=${status}.HTTP_204_NO_CONTENT`,
            py`response_class=${imported("fastapi", "Response")}`,
          ]
        : [];
  const may =
    guarded && operation.security.length
      ? [py`dependencies=[${imported("/src/authorization.py", "may")}(${operation.operationId})]`]
      : [];
  const parameters = [
    ...methodParameters.map(([name, type]) =>
      name === "query"
        ? py`query: ${annotated}[${type}, ${imported("fastapi", "Query")}()]`
        : name === "id"
          ? py`id: ${imported("/src/http.py", "PathId")}`
          : py`${code(name)}: ${type}`,
    ),
    ...controller,
    ...(isList || tagged ? [py`response: ${imported("fastapi", "Response")}`] : []),
    ...(matched ? [py`if_match: ${imported("/src/etag.py", "IfMatch")} = None`] : []),
  ];
  const sent = [...methodParameters.map(([name]) => name), ...(matched ? ["if_match"] : [])];
  const call = py`await controller.${code(name)}(${code(sent.join(", "))})`;
  const lines = isList
    ? [
        py`page = ${call}`,
        code(`response.headers["X-Total-Count"] = str(page.total)`),
        code("return page.items"),
      ]
    : tagged
      ? [
          py`record = ${call}`,
          py`response.headers["ETag"] = ${imported("/src/etag.py", "etag_of")}(record)`,
          code("return record"),
        ]
      : [answer === "nothing" ? call : py`return ${call}`];
  const route = [
    py`@${code(into)}.${code(operation.method)}(${joined([py`${operation.path.slice(root.length)}`, ...set, ...may], ", ")})`,
    py`async def ${code(name)}(${joined(parameters, ", ")}) -> ${isList ? py`list[${returnType}]` : returnType}:`,
    ...[docstring(`${operation.summary}.`), ...lines].map((line) => py`    ${line}`),
  ];
  return joined(
    route.map((line) => py`${code(indent)}${line}`),
    "\n",
  );
}

/** `src/routes/<resource>.py` */
export function routesModule(resource: Resource, api: ApiDefinition, options: Options): Code {
  const { guest } = options;
  const guarded = policyIn(api, options) !== undefined;
  const { pascal, plural } = namesOf(resource);
  const controller = imported(`/${paths(resource).controller}`, `${pascal}Controller`);
  const routes = (place: Place): readonly Code[] =>
    servedOperations(resource, api, language).map((served) => routeOf(served, place));
  if (!guest) {
    const place = { into: "app", root: "", indent: "    ", controller: [], guarded };
    return py`def add_routes(app: ${imported("fastapi", "FastAPI")}, controller: ${controller}) -> None:
    """Puts the routes of ${code(plural.words)} into the application."""

${joined(routes(place), "\n\n")}`;
  }
  const root = `/api/${plural.kebab}`;
  const depends = { into: "router", root, indent: "", controller: [code("controller: Controller")], guarded };
  return py`router = ${imported("fastapi", "APIRouter")}(prefix=${root.slice("/api".length)}, tags=[${plural.pascal}], route_class=${imported("/src/http.py", "StrictRoute")})


async def controller_of(db: ${imported("/src/http.py", "Db")}) -> ${controller}:
    """What answers, over the database."""
    return ${code(`${pascal}Controller`)}(db)


Controller = ${annotated}[${controller}, ${imported("fastapi", "Depends")}(controller_of)]


${joined(routes(depends), "\n\n\n")}`;
}
