import { namesOf, type ApiDefinition, type Operation, type Resource } from "../../../../api/index.ts";
import { code, docstring, imported, joined, py, type Code } from "../../../../code/index.ts";
import type { Options } from "../../../contracts.ts";
import { modelNames, paths } from "../../names.ts";
import { methodOf, operationsOf, relatedOf } from "../operations.ts";

const found = imported("/src/problem.py", "found");
const Problem = imported("/src/problem.py", "Problem");
const annotated = imported("typing", "Annotated");
const page = imported("/src/validation.py", "Page");

/** What one operation takes and gives. */
interface Shape {
  /** Parameters of the controller's method besides itself, with the routes' own types. */
  readonly takes: readonly (readonly [name: string, type: Code])[];
  readonly gives: Code;
  readonly isList: boolean;
  /** Body of the controller's method. */
  readonly does: Code;
}

function shapeOf(resource: Resource, operation: Operation, api: ApiDefinition): Shape {
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
      return {
        takes: [id, ["body", model(names.updateInput)]],
        gives: record,
        isList: false,
        does: one(py`${model(names.update)}(self._db, id, body)`),
      };
    case "remove":
      return {
        takes: [id],
        gives: code("None"),
        isList: false,
        does: py`if not await ${model(names.remove)}(self._db, id):
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
        does: one(py`${call}(self._db, id${code(input ? ", body" : "")})`),
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
    const { takes, gives, isList, does } = shapeOf(resource, operation, api);
    const parameters = takes.map(([name, type]) => py`, ${code(name)}: ${type}`);
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

/** `src/routes/<resource>.py` */
export function routesModule(resource: Resource, api: ApiDefinition, { guest }: Options): Code {
  const { pascal, plural } = namesOf(resource);
  const root = `/api/${plural.kebab}`;
  const status = imported("fastapi", "status");
  const controller = imported(`/${paths(resource).controller}`, `${pascal}Controller`);
  const routes = operationsOf(resource, api).map((operation) => {
    const { takes, gives, isList } = shapeOf(resource, operation, api);
    const does = operation.binding?.does;
    const code201 = does === "create" ? py`, status_code=${status}.HTTP_201_CREATED` : code("");
    const code204 =
      does === "remove"
        ? py`, status_code=${status}.HTTP_204_NO_CONTENT, response_class=${imported("fastapi", "Response")}`
        : code("");
    const parameters = [
      ...takes.map(([name, type]) =>
        name === "query"
          ? py`query: ${annotated}[${type}, ${imported("fastapi", "Query")}()]`
          : name === "id"
            ? py`id: ${imported("/src/http.py", "PathId")}`
            : py`${code(name)}: ${type}`,
      ),
      code("controller: Controller"),
      ...(isList ? [py`response: ${imported("fastapi", "Response")}`] : []),
    ];
    const call = py`await controller.${code(methodOf(operation))}(${code(takes.map(([name]) => name).join(", "))})`;
    const answer = isList
      ? py`page = ${call}
    response.headers["X-Total-Count"] = str(page.total)
    return page.items`
      : does === "remove"
        ? call
        : py`return ${call}`;
    return py`@router.${code(operation.method)}(${operation.path.slice(root.length)}${code201}${code204})
async def ${code(methodOf(operation))}(${joined(parameters, ", ")}) -> ${isList ? py`list[${gives}]` : gives}:
    ${docstring(`${operation.summary}.`)}
    ${answer}`;
  });
  return py`router = ${imported("fastapi", "APIRouter")}(prefix=${guest ? root.slice("/api".length) : root}, tags=[${plural.pascal}], route_class=${imported("/src/http.py", "StrictRoute")})


async def controller_of(db: ${imported("/src/http.py", "Db")}) -> ${controller}:
    """What answers, over the database."""
    return ${code(`${pascal}Controller`)}(db)


Controller = ${annotated}[${controller}, ${imported("fastapi", "Depends")}(controller_of)]


${joined(routes, "\n\n\n")}`;
}
