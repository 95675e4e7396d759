import { verbOf } from "../words/words.ts";
import { onlySays } from "../words/says.ts";
import { fields } from "../facts/item.ts";
import { items } from "../words/lists.ts";
import { type State, act, knownIn, linked, nameOf, open } from "../state.ts";

export const actionHead =
  /^(?:custom )?(?:actions?|acts?|endpoints?|verbs?|operations?|ops|methods?|commands?|action endpoints?|extra endpoints?|custom endpoints?)\b(?:\s+(?:on|for|of)\s+[a-z]+)?\s*(?:are|:|=|-)?\s*(.+)$/is;

export function actions(state: State, list: string): void {
  for (const one of items(list)) {
    const [, owner, verb = one] = /^(\w+)\.([\w-]+)$/.exec(one.trim()) ?? [];
    const name = owner === undefined ? undefined : nameOf(owner);
    const changed = [...state.resources.values()].find(({ fields: all }) =>
      all.some(({ values }) => values?.some((value) => verbOf(value) === one.trim().toLowerCase())),
    );
    const bare = verb
      .replace(/^(?:post|put)\s+/i, "")
      .replace(/^\/+/, "")
      .replace(/\s*\(.*$/, "")
      .trim();
    const words = bare.split(/\s+/);
    // `publish article`
    const object = words.length > 1 ? knownIn(state, words.slice(1).join(" ")) : undefined;
    const resource =
      name === undefined
        ? ((object === undefined ? undefined : state.resources.get(object)) ??
          changed ??
          state.current ??
          [...state.resources.values()][0])
        : open(state, name);
    if (resource && words.length <= 3) act(resource, object === undefined ? bare : (words[0] ?? ""));
  }
}

/** `Let users save bookmarks`, `into folders`: the noun that stands right before a list. */
const nounOf = (head: string): string => {
  const bare = head.replace(/^(?:into|to|with|from|in|at|on|for|by|of)\s+(?=[a-z]+s$)/i, "");
  return bare.split(" ").length > 2 ? (/[a-z]+s$/i.exec(bare)?.[0] ?? bare) : bare;
};

/** `boards (slug unique, title), threads in a board (title required)`: several resources in one list. */
export function nested(state: State, text: string): boolean {
  const found = [
    ...text.matchAll(
      /([A-Za-z][\w-]*(?: [\w-]+){0,4}?)\s*[({]([^(){}]+)[)}](?:\s*(?:(many[ -]to[ -]many(?: with| to)?|n:m|m:n|m2m)|->|→|belongs? to(?: an?\b| the\b| one\b)?|(?:[a-z]+ed (?:by|to|in|on|at|with|from)|for|of|in|on|at) (?:an?|one|the)\b)\s*([\w ]+?(?:,\s*[a-z]\w*(?!\w|\s*[({]))*)(?=[,;\n]|$))?/g,
    ),
  ];
  const heads = found.filter(([, head = "", inner = ""]) => {
    const list = items(inner);
    const [first = ""] = list;
    const noun = nounOf(
      head
        .replace(
          /^(?:and|(?:in|of|on|for|by|at|about|with|to|from|inside|under|within) (?:an?|one|the))\s+/i,
          "",
        )
        .split(/\s+(?:in|of|on|for|per|by|about|with|to|from|inside|under|within)\s+/i)[0] ?? "",
    );
    const says =
      list.every((one) => onlySays(one, state.enums)) ||
      ((list.length < 3 || /^(?:required|optional|unique)\b/i.test(first)) && onlySays(first, state.enums)) ||
      ((list.length === 1 || onlySays(list[1] ?? "", state.enums)) &&
        /^(?:an? )?(?:number|date|text|url|link|time|string)s?$/i.test(first));
    const likely =
      state.known.has(nameOf(noun) ?? "") ||
      /s$/i.test(noun) ||
      text.includes("{") ||
      text.includes("->") ||
      (found.length > 1 && found.every(([, , list = ""]) => items(list).length > 1 || /\w[!?*]/.test(list)));
    return (
      !says && !first.startsWith("⟦") && likely && nameOf(noun) !== undefined && noun.split(" ").length < 3
    );
  });
  const trimmed = text.replace(/[.;]$/, "");
  const covered = heads.reduce((sum, [whole]) => sum + whole.length, 0);
  if (!heads.length || covered < trimmed.length * 0.6) return false;
  for (const [, head = ""] of heads) {
    const name = nameOf(
      nounOf(
        head
          .replace(/^and\s+/i, "")
          .split(/\s+(?:in|of|on|for|per|by|about|with|to|from|inside|under|within)\s+/i)[0] ?? "",
      ),
    );
    if (name) open(state, name);
  }
  let before: string | undefined;
  for (const [, head = "", inner = "", many, arrow] of heads) {
    // `copies (barcode, shelf) of a title (name, author)`
    const whole =
      /^(?:in|of|on|for|by|at|about|with|to|from|inside|under|within) (?:an?|one|the) (\w+)$/i.exec(
        head,
      )?.[1];
    if (whole !== undefined && before !== undefined)
      linked(state, open(state, before), "belongsTo", whole, {});
    const [noun = "", parent] = (whole ?? head.replace(/^and\s+/i, "")).split(
      /\s+(?:in|of|on|for|per|by|about|with|to|from|inside|under|within)\s+/i,
    );
    const name = nameOf(nounOf(noun));
    if (!name) continue;
    const resource = open(state, name);
    before = name;
    fields(state, resource, inner);
    for (const phrase of [parent, ...(arrow ?? "").split(/\s*,\s*/)])
      if (phrase)
        linked(
          state,
          resource,
          many !== undefined && phrase !== parent ? "manyToMany" : "belongsTo",
          phrase,
          {},
        );
  }
  return true;
}
