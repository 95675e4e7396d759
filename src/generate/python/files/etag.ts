import { code, imported, py, type Code } from "../../../code/index.ts";

const whole = (name: string): Code => code(name, [{ from: name, names: ["*"] }]);

/** `src/etag.py` */
export const etagModule = py`
# The header of a change that is for one version alone.
IfMatch = ${imported("typing", "Annotated")}[str | None, ${imported("fastapi", "Header")}()]


def etag_of(record: ${imported("/src/validation.py", "Record")}) -> str:
    """The version of a record, made of all that is answered of it."""
    digest = ${whole("hashlib")}.sha256(record.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest()
    return f'"{digest}"'


def require_match(record: Record, match: str | None) -> None:
    """Refuses the change of another version than one that If-Match names; without the header any may change."""
    if match is None or match.strip() == "*":
        return
    if etag_of(record) not in {tag.strip() for tag in match.split(",")}:
        raise ${imported("/src/problem.py", "Problem")}(412)
`;
