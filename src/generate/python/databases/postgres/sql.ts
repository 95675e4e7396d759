import { problemMessages } from "../../../../api/index.ts";
import { imported, py } from "../../../../code/index.ts";

const referred = problemMessages["referred"]?.({}) ?? "";
const sa = (name: string) => imported("sqlalchemy", name);
const typing = (name: string) => imported("typing", name);
const errors = (name: string) => imported("psycopg.errors", name);
const abc = (name: string) => imported("collections.abc", name);
const Problem = imported("/src/problem.py", "Problem");
const Database = imported("/src/database.py", "Database");
const Base = imported("/src/database.py", "Base");

/** `src/sql.py`: what the models' statements have in common. */
export const sqlModule = py`
Stored = ${typing("TypeVar")}("Stored", bound=${Base})
Answered = TypeVar("Answered", bound=${imported("/src/validation.py", "Record")})
Columns = ${abc("Mapping")}[str, ${imported("sqlalchemy.orm", "InstrumentedAttribute")}[${typing("Any")}]]

# Fields by the constraint of the database that guards them.
Guards = Mapping[str, ${abc("Sequence")}[str]]


def equal(*pairs: tuple[InstrumentedAttribute[Any], Any]) -> list[${sa("ColumnElement")}[bool]]:
    """The conditions of those filters that are given."""
    return [column == value for column, value in pairs if value is not None]


def holding(*pairs: tuple[InstrumentedAttribute[Any], str | None]) -> list[ColumnElement[bool]]:
    """The same for sets of ids, of which a filter names one."""
    return [${sa("literal")}(id, ${sa("Uuid")}(as_uuid=False)) == ${sa("any_")}(ids) for ids, id in pairs if id is not None]


def in_order(columns: Columns, sort: str) -> list[${sa("UnaryExpression")}[Any]]:
    """The order asked for; ids ascend with time, so they settle the order of equals."""
    column, id = columns[sort.removeprefix("-")], columns["id"]
    if sort.startswith("-"):
        return [column.desc().nulls_last(), id.desc()]
    return [column.asc().nulls_first(), id.asc()]


async def select_page(
    db: ${Database},
    record: type[Answered],
    rows: ${sa("Select")}[Stored],
    query: ${imported("/src/validation.py", "Query")},
) -> ${imported("/src/validation.py", "Page")}[Answered]:
    """A page of rows, each as the record that is answered, and how many there are."""
    async with db.session() as session:
        found = await session.scalars(rows.limit(query.limit).offset(query.offset))
        items = [record.model_validate(row) for row in found]
        total = await session.scalar(${sa("select")}(${sa("func")}.count()).select_from(rows.order_by(None).subquery()))
    return Page(items, total or 0)


def fill(row: Base, values: Mapping[str, object], columns: Sequence[str]) -> None:
    """Puts those of the values into a row that the columns have."""
    for name in columns:
        if name in values:
            setattr(row, name, values[name])


@${imported("contextlib", "asynccontextmanager")}
async def transaction(db: Database, unique: Guards, references: Guards) -> ${abc("AsyncGenerator")}[${imported("sqlalchemy.ext.asyncio", "AsyncSession")}, None]:
    """All of it holds, or nothing; raises what a broken constraint means to a client: a taken value or an unknown id."""
    try:
        async with db.session.begin() as session:
            yield session
    except ${imported("sqlalchemy.exc", "DBAPIError")} as error:
        raise _problem_of(error.orig, unique, references) or error from error


def _problem_of(error: BaseException | None, unique: Guards, references: Guards) -> ${Problem} | None:
    if isinstance(error, ${imported("psycopg", "DataError")}):
        # A null character, a date out of range, and other values that no column holds.
        return Problem(400, [{"path": "", "message": "has a value that can't be stored"}])
    if not isinstance(error, ${imported("psycopg", "IntegrityError")}):
        return None
    constraint = error.diag.constraint_name or ""
    taken = unique.get(constraint)
    if taken is not None:
        return Problem(409, [{"path": field, "message": "is already taken"} for field in taken])
    missing = references.get(constraint)
    if missing is not None:
        return Problem(400, [{"path": field, "message": "does not exist"} for field in missing])
    return None


@asynccontextmanager
async def removal(db: Database) -> AsyncGenerator[AsyncSession, None]:
    """A transaction that deletes; raises 409 where other records still refer to a record that should go."""
    try:
        async with db.session.begin() as session:
            yield session
    except DBAPIError as error:
        if isinstance(error.orig, (${errors("ForeignKeyViolation")}, ${errors("RestrictViolation")})):
            raise Problem(409, [{"path": "id", "message": ${referred}}]) from error
        raise


async def lock(session: AsyncSession, name: str) -> None:
    """Waits until nobody else has the lock of that name; it ends with the transaction."""
    await session.execute(${sa("select")}(${sa("func")}.pg_advisory_xact_lock(${sa("func")}.hashtext(name))))


async def link(session: AsyncSession, through: ${sa("Table")}, id: str, others: ${abc("Sequence")}[str], field: str) -> None:
    """Makes \`others\` the records that a record is linked to; refuses ids that nothing has, each by its place."""
    owner, other = through.primary_key.columns
    (key,) = other.foreign_keys
    target = key.column
    existing = set(await session.scalars(select(target).where(target.in_(others))))
    missing = [place for place, wanted in enumerate(others) if wanted not in existing]
    if missing:
        raise Problem(400, [{"path": f"{field}.{place}", "message": "does not exist"} for place in missing])
    await session.execute(${sa("delete")}(through).where(owner == id))
    if others:
        await session.execute(${sa("insert")}(through), [{owner.name: id, other.name: wanted} for wanted in others])


def linked(through: str, mine: str, theirs: str, id: str) -> Select[str]:
    """Ids on the other side of a many-to-many table."""
    table = Base.metadata.tables[through]
    return select(table.c[theirs]).where(table.c[mine] == id)
`;
