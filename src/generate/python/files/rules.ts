import { problemMessages } from "../../../api/index.ts";
import { imported, py } from "../../../code/index.ts";

const abc = (name: string) => imported("collections.abc", name);
const Problem = imported("/src/problem.py", "Problem");
const say = (keyword: string): string => problemMessages[keyword]?.({}) ?? "";

/** `src/rules.py`: rules that no class of a body says. */
export const rulesModule = py`
def keep_states(record: object, values: ${abc("Mapping")}[str, object], paths: Mapping[str, str]) -> None:
    """Refuses other values of fields that only actions change; paths are their names on the wire."""
    changed = [path for name, path in paths.items() if name in values and values[name] != getattr(record, name)]
    if changed:
        raise ${Problem}(409, [{"path": path, "message": ${say("state")}} for path in changed])


async def keep_tree(id: str, parent: str | None, path: str, parent_of: ${abc("Callable")}[[str], ${abc("Awaitable")}[str | None]]) -> None:
    """Refuses a parent that is the record itself or below it, or in a circle of others."""
    seen = {id}
    while parent is not None:
        if parent in seen:
            raise Problem(409, [{"path": path, "message": ${say("ancestor")}}])
        seen.add(parent)
        parent = await parent_of(parent)


class Precondition(${imported("typing", "NamedTuple")}):
    """Values of a field from which an action may be called."""

    name: str
    path: str
    values: ${abc("Sequence")}[object]
    message: str


def not_ready(record: object, preconditions: Sequence[Precondition]) -> Problem:
    """The refusal of an action, by the fields that keep the record from it."""
    broken = [rule for rule in preconditions if getattr(record, rule.name) not in rule.values]
    return Problem(409, [{"path": rule.path, "message": rule.message} for rule in broken])
`;
