import { imported, py } from "../../../../code/index.ts";

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

# Which fields the database's constraints guard.
Constraints = Mapping[str, ${abc("Sequence")}[str]]


def equal(*pairs: tuple[InstrumentedAttribute[Any], Any]) -> list[${sa("ColumnElement")}[bool]]:
    """The conditions of those filters that are given."""
    return [column == value for column, value in pairs if value is not None]


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


@${imported("contextlib", "asynccontextmanager")}
async def transaction(db: Database, constraints: Constraints) -> ${abc("AsyncGenerator")}[${imported("sqlalchemy.ext.asyncio", "AsyncSession")}, None]:
    """All of it holds, or nothing; what a broken constraint means to a client is raised as a problem."""
    try:
        async with db.session.begin() as session:
            yield session
    except ${imported("sqlalchemy.exc", "DBAPIError")} as error:
        raise _problem_of(error.orig, constraints) or error from error


def _problem_of(error: BaseException | None, constraints: Constraints) -> ${Problem} | None:
    if isinstance(error, ${imported("psycopg", "DataError")}):
        # A null character, a date out of range, and other values that no column holds.
        return Problem(400, [{"path": "", "message": "has a value that can't be stored"}])
    if not isinstance(error, ${imported("psycopg", "IntegrityError")}):
        return None
    fields = constraints.get(error.diag.constraint_name or "", ())
    if isinstance(error, ${errors("UniqueViolation")}):
        return Problem(409, [{"path": field, "message": "is already taken"} for field in fields])
    if isinstance(error, ${errors("ForeignKeyViolation")}) and fields:
        return Problem(400, [{"path": field, "message": "does not exist"} for field in fields])
    if isinstance(error, (ForeignKeyViolation, ${errors("RestrictViolation")})):
        return Problem(409)
    return None


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
