/** The same in Python: a database that is a dict. Resources without relations only. */
import type { Resource } from "../../src/api/index.ts";
import { code, imported, py } from "../../src/code/index.ts";
import type { Database } from "../../src/generate/index.ts";
import { module } from "../../src/generate/python/module.ts";
import { modelNames } from "../../src/generate/python/python-names.ts";

const re = code("re", [{ from: "re", names: ["*"] }]);
const now = imported("/src/clock.py", "now");

function functions(resource: Resource) {
  const names = modelNames(resource);
  const [type, input] = [code(names.type), code(names.input)];
  const page = imported("/src/validation.py", "Page");
  const database = imported("/src/database.py", "Database");
  return py`
_records: dict[str, ${type}] = {}


async def ${code(names.list)}(_db: ${database}, query: ${code(names.query)}) -> ${page}[${type}]:
    wanted = query.model_dump(exclude={"limit", "offset", "sort"}, exclude_none=True)
    found = [one for one in _records.values() if all(getattr(one, name) == value for name, value in wanted.items())]
    name = ${re}.sub("[A-Z]", lambda match: "_" + match[0].lower(), query.sort.removeprefix("-"))
    found.sort(key=lambda one: str(getattr(one, name)), reverse=query.sort.startswith("-"))
    return Page(found[query.offset : query.offset + query.limit], len(found))


async def ${code(names.create)}(_db: Database, body: ${input}) -> ${type}:
    moment = ${now}()
    record = ${type}(id=${imported("/src/ids.py", "new_id")}(), **body.model_dump(), created_at=moment, updated_at=moment)
    _records[record.id] = record
    return record


async def ${code(names.get)}(_db: Database, id: str) -> ${type} | None:
    return _records.get(id)


async def ${code(names.update)}(_db: Database, id: str, body: ${input}) -> ${type} | None:
    record = _records.get(id)
    if record is None:
        return None
    changed = ${type}(id=id, **body.model_dump(), created_at=record.created_at, updated_at=now())
    _records[id] = changed
    return changed


async def ${code(names.remove)}(_db: Database, id: str) -> bool:
    return _records.pop(id, None) is not None`;
}

const connect = py`
class Database:
    async def open(self) -> None:
        pass

    async def ping(self) -> None:
        pass

    async def close(self) -> None:
        pass


def open_database(url: str) -> Database:
    return Database()
`;

export const memoryInPython: Database = {
  urlVariable: "NOTHING",
  functions,
  project: () => ({
    files: [module("src/database.py", "There is nothing to connect to.", connect)],
    environment: { NOTHING: { value: "", comment: "Nothing." } },
  }),
  tables: () => [],
};
