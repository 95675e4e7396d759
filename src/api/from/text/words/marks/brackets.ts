import { onlySays } from "../says.ts";
import { type Kept, type Pass, clean, keep } from "./kept.ts";
import { noValue } from "./first.ts";
import { enumLike, fieldWords } from "./named.ts";

/** A word that names a type as well, such as `strings` among the families of instruments. */
const plainWord = /^[a-z]+s?$/i;

/** Whether all of a list in parentheses can be values, and none says something about the field before it. */
function areValues(items: readonly string[], head: string, { enums }: Kept): boolean {
  const words = items.filter((item) => !onlySays(item, enums)).length;
  return (
    items.length > 1 &&
    items.every(
      (item) =>
        (/^[\w+#&.⟧⟦-]+(?: (?:of )?[\w+#&-]+)?$/.test(item) ||
          (enumLike.test(head) &&
            /^[a-z][\w-]*(?: [a-z][\w'-]*){2,3}$/i.test(item) &&
            !noValue.test(item))) &&
        (!onlySays(item, enums) ||
          (words > 2 && plainWord.test(item)) ||
          // `type (single choice, multiple choice or free text)`
          (words > 1 && enumLike.test(head) && /^[a-z]+ (?:text|number|date|time|list|link)$/i.test(item))) &&
        (!fieldWords.test(item) || enumLike.test(head)) &&
        !/\s(?:at|on|by|until|from)$/.test(item) &&
        !/^\d+$/.test(item) &&
        !/\b(?:required|unique|optional|nullable|mandatory|req|uniq)\b/i.test(item),
    )
  );
}

/** `status (draft, sent, paid; default draft)`. */
export const inBrackets: Pass = (text, kept) =>
  text.replaceAll(/(\w[\w-]*|⟦E\d+⟧)?\s*\(([^()]+)\)/g, (whole, head: string | undefined, inner: string) => {
    const [list = "", ...more] = inner.split(/;/);
    const items = list
      .replace(/^\s*(?:enum|one of|either|values?|can be|is)\s*:?\s*/i, "")
      .split(/\s*,\s*(?:(?:or|and)\s+)?|\s+or\s+/)
      .map(clean);
    if (!areValues(items, head ?? "", kept) || /\bn:m\b/.test(inner) || onlySays(inner, kept.enums))
      return whole;
    if (/\bdefault/i.test(items.at(-1) ?? "")) return whole;
    const rest = more.length ? `, ${more.join(", ")}` : "";
    return `${whole.slice(0, whole.indexOf("("))}(${keep(kept, items)}${rest})`;
  });
