import type { Held, Range } from "../../study.ts";
import { endOfStatement } from "./lines.ts";
import { basesOf } from "./study.ts";
import { type Block, blocksOf, type Source } from "./structure.ts";

/** Base classes without fields that a docstring would describe. */
const plain = new Set(
  "object ABC Enum IntEnum StrEnum Flag IntFlag str int float bytes tuple dict list set NamedTuple TypedDict Protocol Generic Exception ValueError RuntimeError TypeError".split(
    " ",
  ),
);

/** Returns a class's fields: names in its body, and attributes its methods set on `self`. */
export function heldIn(source: Source, { start }: Range): Held | undefined {
  const block = blocksOf(source).find(
    ({ first, keyword }) => keyword === "class" && source.start(first) === start,
  );
  if (!block) return undefined;
  const bases = basesOf(source, block).map((base) => base.replace(/\[[\s\S]*$/, "").replace(/^.*\./, ""));
  const text = source.text.slice(start, source.start(block.after));
  const open = /\b(?:setattr|__dict__|__getattr__|__getattribute__|metaclass)\b/.test(text);
  return {
    fields: [...fieldsIn(source, block), ...together(text)],
    closed: !open && bases.every((base) => plain.has(base)),
  };
}

/** Finds attributes set together with others: `a, self.b = f()`, `for self.c in d`, `with e() as self.f`. */
function together(text: string): Held["fields"] {
  const names = new Set<string>();
  for (const line of text.split("\n")) {
    if (!line.includes("self.")) continue;
    const equals = line.indexOf("=");
    const left = line.slice(0, Math.max(equals, 0));
    const several =
      equals > 0 && line[equals + 1] !== "=" && left.includes(",") && /^[\w\s.,*()[\]]+$/.test(left);
    for (const [, name = ""] of (several ? left : "").matchAll(/\bself\.(\w+)(?=\s*(?:[,)\]]|$))/g))
      names.add(name);
    for (const [, name = ""] of line.matchAll(/\b(?:as|for) self\.(\w+)/g)) names.add(name);
  }
  return [...names].map((name) => ({ name }));
}

function fieldsIn(source: Source, { statement, colon, after }: Block): Held["fields"] {
  const { all } = source;
  const inner = all.depth(statement) + 1;
  const found: Held["fields"][number][] = [];
  for (let place = statement + 1; place < all.statements; place++) {
    const index = all.statement(place);
    if (index >= after) break;
    const isAttribute = source.is(index, "self") && source.isDot(index + 1);
    const position = isAttribute ? index + 2 : index;
    if (index <= colon || source.kind(position) !== "name" || (!isAttribute && all.depth(place) !== inner))
      continue;
    const typed = source.is(position + 1, ":");
    const end = endOfStatement(source, position);
    const equals = source.is(position + 1, "=")
      ? position + 1
      : typed
        ? source.find("=", position + 2, end)
        : -1;
    if (!typed && equals < 0) continue;
    const type = typed ? source.between(position + 2, equals < 0 ? end : equals) : "";
    const value = equals < 0 || isAttribute ? "" : source.between(equals + 1, end); // a method may assign anything
    found.push({
      name: source.word(position),
      ...(type && { type }),
      ...(value && { default: value }),
    });
  }
  return found;
}
