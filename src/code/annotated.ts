/** Wrappers of a type that stand for what is in them, where it is used. */
const wrappers = new Set(
  "Promise PromiseLike Awaitable Awaited Optional Readonly NonNullable Annotated Final ClassVar Required".split(
    " ",
  ),
);
/** Types whose parameters tell of what they hold. */
const containers = new Set(
  "List Dict Set FrozenSet Tuple Type Union Literal Any Callable Iterable Iterator Generator Sequence Mapping MutableMapping Collection AsyncIterator AsyncIterable AsyncGenerator NoReturn Never Array ReadonlyArray Record Map Partial Pick Omit Observable".split(
    " ",
  ),
);
const empty = new Set(["None", "null", "undefined"]);
/** Types that stand for the class around. */
const selves = new Set(["Self", "this"]);
/** `str`, `int | None`, `Optional[str]`: most of all. */
const small = /^(?:Optional\[)?(?!this\b)[a-z]\w*(?![\w.$])/;
/** A longer annotation names more than one class. */
const longest = 400;

/**
 * The one class that an annotation names: `Request`, `"Request"`, `Request | None`, `Promise<Request>`,
 * `Annotated[Request, Depends()]`. `this` for the class around; empty where there is none or more than one.
 */
export function classIn(annotation: string): string {
  if (annotation.length > longest || small.test(annotation)) return "";
  if (/^[A-Z]\w*$/.test(annotation))
    return selves.has(annotation) ? "this" : containers.has(annotation) ? "" : annotation;
  let text = annotation.trim();
  for (let depth = 0; depth < 4; depth++) {
    text = withoutEmpty(text.replace(/^["']|["']$/g, ""));
    const name = /^[\w$.]+/.exec(text)?.[0] ?? "";
    const last = name.slice(name.lastIndexOf(".") + 1);
    const rest = text.slice(name.length).trimStart();
    if (rest && !isBracketed(rest)) return "";
    if (rest && wrappers.has(last)) {
      text = firstIn(rest.slice(1, -1));
      continue;
    }
    if (selves.has(last)) return "this";
    return /^_*[A-Z]/.test(last) && !containers.has(last) ? name : "";
  }
  return "";
}

const lists =
  /^(?:typing\.|t\.|abc\.|collections\.abc\.)?(?:list|set|List|Set|FrozenSet|Sequence|Iterable|Collection|Tuple|tuple)\[(.+)\]$/;

/** The class of what a list of Python holds, by its annotation, as `Box[]`: of `list[Box]`, `tuple[Box, ...]`. */
export function itemsIn(annotation: string): string {
  if (annotation.length > longest) return "";
  const [, held = ""] = lists.exec(annotation.replace(/^["']|["']$/g, "")) ?? [];
  const found = held ? classIn(held.replace(/,\s*\.\.\.$/, "")) : "";
  return found && found !== "this" ? `${found}[]` : "";
}

/** Whether it is `<…>` or `[…]`, and not `[]` behind what it is a list of. */
const isBracketed = (text: string): boolean =>
  text.length > 2 &&
  ((text.startsWith("<") && text.endsWith(">")) || (text.startsWith("[") && text.endsWith("]")));

/** Without `| None` and its like. */
function withoutEmpty(text: string): string {
  if (!text.includes("|")) return text;
  const parts = text.split("|").map((item) => item.trim());
  const rest = parts.filter((part) => part && !empty.has(part));
  return rest.length === 1 ? (rest[0] ?? "") : rest.join("|");
}

/** What stands before the first comma outside brackets. */
function firstIn(text: string): string {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? "";
    if ("<[({".includes(letter)) depth += 1;
    else if (">])}".includes(letter)) depth -= 1;
    else if (letter === "," && depth === 0) return text.slice(0, index);
  }
  return text;
}
