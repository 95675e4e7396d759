import {
  hasEtags,
  isMatched,
  isTagged,
  namesOf,
  type ApiDefinition,
  type Operation,
  type Resource,
} from "../../../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { policyIn } from "../../files/authorization.ts";
import { modelNames, paths } from "../../python-names.ts";
import { methodOf, operationsOf, relatedOf } from "../operations.ts";

const found = imported("/src/problem.py", "found");
const Problem = imported("/src/problem.py", "Problem");
const annotated = imported("typing", "Annotated");
const page = imported("/src/validation.py", "Page");

/** Input and output of one operation. */
interface Shape {
  /** Parameters of the controller's method except self, typed as in the routes. */
  readonly takes: readonly (readonly [name: string, type: Code])[];
  readonly gives: Code;
  readonly isList: boolean;
  /** Whether it accepts the version to change, and whether it returns one. */
  readonly matched?: boolean;
  readonly tagged?: boolean;
  /** Body of the controller's method. */
  readonly does: Code;
}

function shapeOf(resource: Resource, operation: Operation, api: ApiDefinition): Shape {
  const versioned = hasEtags(api);
  const [matched, tagged] = [versioned && isMatched(operation), versioned && isTagged(operation)];
  return { ...plainShapeOf(resource, operation, { api, match: matched ? ", match" : "" }), matched, tagged };
}

function plainShapeOf(
  resource: Resource,
  operation: Operation,
  { api, match }: { readonly api: ApiDefinition; readonly match: string },
): Shape {
  const names = modelNames(resource);
  const model = (name: string): Code => imported(`/${names.module}`, name);
  const { binding } = operation;
  const id = ["id", code("str")] as const;
  const record = model(names.type);
  const get = py`${found}(await ${model(names.get)}(self._db, id))`;
  const one = (call: Code): Code => py`return ${found}(await ${call})`;
  switch (binding?.does) {
    case "list":
      return {
        takes: [["query", model(names.query)]],
        gives: record,
        isList: true,
        does: py`return await ${model(names.list)}(self._db, query)`,
      };
    case "create":
      return {
        takes: [["body", model(names.input)]],
        gives: record,
        isList: false,
        does: py`return await ${model(names.create)}(self._db, body)`,
      };
    case "get":
      return {
        takes: [id],
        gives: record,
        isList: false,
        does: one(py`${model(names.get)}(self._db, id)`),
      };
    case "update":
    case "patch":
      return {
        takes: [id, ["body", model(binding.does === "patch" ? names.patchInput : names.updateInput)]],
        gives: record,
        isList: false,
        does: one(py`${model(names.update)}(self._db, id, body${code(match)})`),
      };
    case "remove":
      return {
        takes: [id],
        gives: code("None"),
        isList: false,
        does: py`if not await ${model(names.remove)}(self._db, id${code(match)}):
            raise ${Problem}(404)`,
      };
    case "related": {
      const related = relatedOf(resource, binding.relation, api);
      const theirs = (name: string): Code => imported(`/${paths(related.other).model}`, name);
      return {
        takes: [id, ["query", theirs(related.page)]],
        gives: theirs(related.type),
        isList: true,
        does: py`${found}(await ${model(names.get)}(self._db, id))
        return await ${theirs(related.call)}(self._db, id, query)`,
      };
    }
    case "action": {
      const input = names.actionInput[binding.action];
      const call = model(names.actions[binding.action] ?? "");
      return {
        takes: input ? [id, ["body", model(input)]] : [id],
        gives: record,
        isList: false,
        does: one(py`${call}(self._db, id${code(input ? ", body" : "")}${code(match)})`),
      };
    }
    default:
      return {
        takes: [id],
        gives: record,
        isList: false,
        does: py`${get}
        # Yours to write: until then the route says so.
        raise ${Problem}(501)`,
      };
  }
}

/** `src/controllers/<resource>.py` */
export function controllerModule(resource: Resource, api: ApiDefinition): Code {
  const names = namesOf(resource);
  const methods = operationsOf(resource, api).map((operation) => {
    const { takes, gives, isList, matched, does } = shapeOf(resource, operation, api);
    const parameters = [
      ...takes.map(([name, type]) => py`, ${code(name)}: ${type}`),
      ...(matched ? [code(", match: str | None = None")] : []),
    ];
    return py`    async def ${code(methodOf(operation))}(self${joined(parameters, "")}) -> ${isList ? py`${page}[${gives}]` : gives}:
        ${docstring(`${operation.summary}.`)}
        ${does}`;
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
  readonly root: string;
  readonly indent: string;
  readonly controller: readonly Code[];
  readonly guarded: boolean;
}

function routeOf(
  { takes, gives, isList, matched, tagged }: Shape,
  operation: Operation,
  { into, root, indent, controller, guarded }: Place,
): Code {
  const status = imported("fastapi", "status");
  const name = methodOf(operation);
  const does = operation.binding?.does;
  const set =
    does === "create"
      ? [py`status_code=${status}.HTTP_201_CREATED`]
      : does === "remove"
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
    ...takes.map(([name, type]) =>
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
  const sent = [...takes.map(([name]) => name), ...(matched ? ["if_match"] : [])];
  const call = py`await controller.${code(name)}(${code(sent.join(", "))})`;
  const answer = isList
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
      : [does === "remove" ? call : py`return ${call}`];
  const lines = [
    py`@${code(into)}.${code(operation.method)}(${joined([py`${operation.path.slice(root.length)}`, ...set, ...may], ", ")})`,
    py`async def ${code(name)}(${joined(parameters, ", ")}) -> ${isList ? py`list[${gives}]` : gives}:`,
    ...[docstring(`${operation.summary}.`), ...answer].map((line) => py`    ${line}`),
  ];
  return joined(
    lines.map((line) => py`${code(indent)}${line}`),
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
    operationsOf(resource, api).map((operation) =>
      routeOf(shapeOf(resource, operation, api), operation, place),
    );
  if (!guest) {
    const own = { into: "app", root: "", indent: "    ", controller: [], guarded };
    return py`def add_routes(app: ${imported("fastapi", "FastAPI")}, controller: ${controller}) -> None:
    """Puts the routes of ${code(plural.words)} into the application."""

${joined(routes(own), "\n\n")}`;
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
