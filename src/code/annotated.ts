/** Generic wrappers that callers use as if they were the wrapped type. */
const wrappers = new Set(
  "Promise PromiseLike Awaitable Awaited Optional Readonly NonNullable Annotated Final ClassVar Required".split(
    " ",
  ),
);
/** Container types whose type arguments name the element types. */
const containers = new Set(
  "List Dict Set FrozenSet Tuple Type Union Literal Any Callable Iterable Iterator Generator Sequence Mapping MutableMapping Collection AsyncIterator AsyncIterable AsyncGenerator NoReturn Never Array ReadonlyArray Record Map Partial Pick Omit Observable".split(
    " ",
  ),
);
const empty = new Set(["None", "null", "undefined"]);
/** Types that refer to the enclosing class. */
const selves = new Set(["Self", "this"]);
/** Builtin lower-case type such as `str`, `int | None` or `Optional[str]`, the most common case. */
const small = /^(?:Optional\[)?(?!this\b)[a-z]\w*(?![\w.$])/;
/** Longer annotations are taken to name more than one class. */
const longest = 400;

/**
 * Returns the only class an annotation names: `Request`, `"Request"`, `Request | None`, `Promise<Request>`,
 * `Annotated[Request, Depends()]`. `this` means the enclosing class; empty if there is none or more than
 * one.
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

/** Returns the element class of a Python list annotation as `Box[]`: of `list[Box]`, `tuple[Box, ...]`. */
export function itemsIn(annotation: string): string {
  if (annotation.length > longest) return "";
  const [, inner = ""] = lists.exec(annotation.replace(/^["']|["']$/g, "")) ?? [];
  const found = inner ? classIn(inner.replace(/,\s*\.\.\.$/, "")) : "";
  return found && found !== "this" ? `${found}[]` : "";
}

/** Whether the text is `<…>` or `[…]`; `[]` after an element type doesn't count. */
const isBracketed = (text: string): boolean =>
  text.length > 2 &&
  ((text.startsWith("<") && text.endsWith(">")) || (text.startsWith("[") && text.endsWith("]")));

/** Removes `| None` and similar alternatives. */
function withoutEmpty(text: string): string {
  if (!text.includes("|")) return text;
  const parts = text.split("|").map((item) => item.trim());
  const rest = parts.filter((part) => part && !empty.has(part));
  return rest.length === 1 ? (rest[0] ?? "") : rest.join("|");
}

/** Returns the text before the first comma outside brackets. */
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
