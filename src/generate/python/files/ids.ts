import { code, imported, py } from "../../../code/index.ts";

const time = code("time", [{ from: "time", names: ["*"] }]);
const threading = code("threading", [{ from: "threading", names: ["*"] }]);
const re = code("re", [{ from: "re", names: ["*"] }]);

/** `src/ids.py` */
export const idsModule = py`
_lock = ${threading}.Lock()
_last = 0
_counter = 0


def new_id() -> str:
    """A UUID (version 7) greater than all before it in this process, so that ids sort in order of creation."""
    global _last, _counter
    with _lock:
        now = ${time}.time_ns() // 1_000_000
        _counter = 0 if now > _last else _counter + 1
        # The counter fills twelve bits; beyond them the next millisecond is borrowed.
        _last = max(now, _last) + (_counter >> 12)
        _counter &= 0xFFF
        stamp, counter = _last, _counter
    return f"{stamp >> 16:08x}-{stamp & 0xFFFF:04x}-7{counter:03x}-{str(${imported("uuid", "uuid4")}())[19:]}"


_shape = ${re}.compile(r"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}", re.ASCII | re.IGNORECASE)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id."""
    return _shape.fullmatch(text) is not None


def id_from(text: str) -> str:
    """The id in a path; one that could be nobody's is not found, like one that is nobody's."""
    if not is_id(text):
        raise ${imported("/src/problem.py", "Problem")}(404)
    return text.lower()
`;

/** \`src/clock.py\` */
export const clockModule = py`
def now() -> ${imported("datetime", "datetime")}:
    """This moment, in milliseconds as JSON shows it."""
    return milliseconds(datetime.now(${imported("datetime", "UTC")}))


def milliseconds(moment: datetime) -> datetime:
    """The same moment in UTC without what is smaller than a millisecond."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.replace(microsecond=utc.microsecond // 1000 * 1000)


def text_of(moment: datetime) -> str:
    """A moment as JSON shows it: 2026-01-31T12:00:00.000Z."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
`;
