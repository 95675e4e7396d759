import { hasEtags, problemMessages, type ApiDefinition } from "../../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../../code/index.ts";
import { referencesOf } from "../../../mongo/rules.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const typing = (name: string): Code => imported("typing", name);
const abc = (name: string): Code => imported("collections.abc", name);
const Problem = imported("/src/problem.py", "Problem");
const Database = imported("/src/database.py", "Database");
const Document = imported("/src/database.py", "Document");

/** `src/references.py`, which replaces foreign keys. */
export const referencesModule = (api: ApiDefinition): Code => py`
class Reference(${typing("NamedTuple")}):
    """Which field of which collection holds ids of another, and what that one's deletion does here."""

    source: str
    field: str
    target: str
    on_delete: ${typing("Literal")}["cascade", "restrict", "set-null", "pull"]


REFERENCES: list[Reference] = [
    ${joined(
      referencesOf(api).map(
        ({ from, field, to, onDelete }) => py`Reference(${from}, ${field}, ${to}, ${onDelete}),`,
      ),
      "\n    ",
    )}
]


async def require_all(db: ${Database}, wanted: ${abc("Sequence")}[tuple[str, str, str | None]]) -> None:
    """Refuses ids that nothing has, each given with its path in the body and its collection."""
    missing: list[${imported("/src/problem.py", "Issue")}] = []
    for path, collection, id in wanted:
        if id is not None and await db.collection(collection).find_one({"_id": id}, {"_id": 1}) is None:
            missing.append({"path": path, "message": "does not exist"})
    if missing:
        raise ${Problem}(400, missing)


async def _ids_of(db: Database, reference: Reference, ids: Sequence[str]) -> list[str]:
    found = db.collection(reference.source).find({reference.field: {"$in": ids}}, {"_id": 1})
    return [document["_id"] async for document in found]


async def _doomed(db: Database, collection: str, id: str) -> dict[str, list[str]]:
    """Ids of every document that goes with one, by collection, in the order in which they were found."""
    going = {collection: [id]}
    open_ends = [(collection, [id])]
    while open_ends:
        target, ids = open_ends.pop(0)
        for reference in REFERENCES:
            if reference.target != target or reference.on_delete != "cascade":
                continue
            known = set(going.get(reference.source, ()))
            found = [one for one in await _ids_of(db, reference, ids) if one not in known]
            if found:
                going.setdefault(reference.source, []).extend(found)
                open_ends.append((reference.source, found))
    return going


async def remove_with_references(db: Database, collection: str, id: str${hasEtags(api) ? py`, version: ${Document}` : code("")}) -> bool:
    """Deletes a document and what goes with it, and takes its id out of what stays; 409 where something needs it.

    The document itself goes last: what was interrupted is finished by asking again.${code(hasEtags(api) ? "\n    With a version that must still be stored it goes first." : "")}
    """
    going = await _doomed(db, collection, id)
    for reference in REFERENCES:
        ids = going.get(reference.target)
        if not ids or reference.on_delete != "restrict":
            continue
        leaving = set(going.get(reference.source, ()))
        if any(one not in leaving for one in await _ids_of(db, reference, ids)):
            raise Problem(409, [{"path": "id", "message": ${referred}}])
    removed = 0
${code(
  hasEtags(api)
    ? `    if version:
        removed = (await db.collection(collection).delete_one({"_id": id, **version})).deleted_count
        if not removed:
            raise Problem(412)
`
    : "",
)}    for reference in REFERENCES:
        ids, source = going.get(reference.target), db.collection(reference.source)
        if not ids:
            continue
        if reference.on_delete == "set-null":
            await source.update_many({reference.field: {"$in": ids}}, {"$set": {reference.field: None}})
        if reference.on_delete == "pull":
            await source.update_many({reference.field: {"$in": ids}}, {"$pullAll": {reference.field: ids}})
    for name, ids in reversed(going.items()):
        deleted = (await db.collection(name).delete_many({"_id": {"$in": ids}})).deleted_count
        removed += deleted if name == collection else 0
    return removed > 0
`;
