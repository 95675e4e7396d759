import { grouped } from "./groups.ts";
import { indented } from "./indent.ts";
import { fieldWords } from "../words/marks.ts";
import { onlySays } from "../words/says.ts";
import { headsRead, titleOf } from "../sentences/heads.ts";
import { lined } from "./lining.ts";
import { tabled } from "./table.ts";
import { rewritten } from "../words/rewrite.ts";
import { marked, worded } from "./wording.ts";

const bullet = /^\s*(?:[-*•–—·+]|\d+[.)])\s+/;
/** A line that is no more than a noun, and stands above a list of what it has. */
const heading = /^#*\s*([A-Za-z][\w-]*(?: [\w-]+){0,2})\s*:?\s*$/;
const sentence =
  /^(?:(?:[Aa]n?|[Ee]ach|[Ee]very|[Tt]he)\s|[A-Z][a-z]+s\s).*\b(?:can|may|has|have|belongs?|is|are)\b|^[A-Z][a-z]+ (?:has|belongs to) (?:an?|many|one|its)\s|^[a-z]+s(?: and [a-z]+s)? (?:have (?:an?|many|several)|belong to|are many|can be)[ -]/;
/** `Label: name unique`: a record of one field, as likely as a field. */
const single = /^[A-Z][\w-]*(?: [\w-]+)?\s*:\s*(?:name|title|label|code|email)\b[^:,]*$/;

const actionsHead = /^(?:custom )?(?:actions?|endpoints?|verbs?|operations?|methods?|commands?)\s*:/i;

/** Whether the bullets that follow are records with their fields rather than the fields of one. */
function listsRecords(lines: readonly string[]): boolean {
  const from = lines.findIndex((line) => line.trim() !== "");
  const to = lines.findIndex((line, i) => i > from && !bullet.test(line));
  const found = lines.slice(from, to < 0 ? lines.length : to).map((line) => line.replace(bullet, "").trim());
  const records = found.filter((line) => {
    const [, list] = /^[A-Za-z][\w-]*(?: [\w-]+)?\s*(?::|\s[-–—]|\()\s*([^\n]*,[^\n]*)$/.exec(line) ?? [];
    const [first = "", second = ""] = (list ?? "")
      .replace(/\([^)]*\)/g, "")
      .split(/,|\bor\b/)
      .map((one) => one.trim());
    return (
      list !== undefined &&
      first !== "" &&
      !onlySays(first) &&
      (!onlySays(second) || (/^[A-Z]/.test(line) && fieldWords.test(first))) &&
      !/^\S+(?:, \S+)* (?:or|and) \S+$|^(?:default|min|max)/.test(list)
    );
  });
  return (
    records.length > 0 &&
    records.length >= found.filter((line) => !sentence.test(line) && !single.test(line)).length * 0.6
  );
}
/** Whether what stands behind a name says something of it rather than which values it has. */
const saysMore = ([first = "", ...more]: readonly string[]): boolean =>
  onlySays(first) || more.filter((value) => onlySays(value)).length * 2 > more.length;
const isSaying = (text: string): boolean =>
  onlySays(text) ||
  /^\s*(?:(?:an? )?(?:valid )?(?:e-?mail(?: address)?|url|uri|link|date|time|number|text|uuid)|(?:one of|either|enum) .*)\s*$/i.test(
    text,
  );
/** Headings with their lists as `Room: name, theme`, one line each; a title above several of them says nothing of its own. */
function blocks(given: string): string {
  const text = given.replaceAll(
    /^([ \t]*)(?:[-*•–—·]|\d+[.)])[ \t]+([A-Za-z][\w-]*(?: [\w-]+)?)(?: \(([^()\n]*)\))?:?[ \t]*(?=\n(?:[ \t]*\n)?\1[ \t]+(?:[-*•–—·]|\d+[.)])\s)/gm,
    (_, depth: string, noun: string, said: string | undefined) =>
      [`\n${depth}${noun}`, ...(said === undefined ? [] : said.split(/,\s*/))].join(`\n${depth}  - `),
  );
  const found: string[] = [];
  let lists = 0;
  let inRecords = false;
  let list: { readonly head: string; readonly items: string[] } | undefined;
  const lines = text.split("\n");
  const close = (): void => {
    if (list?.items.length) {
      found.push(`${list.head}: ${list.items.join(", ")}`);
      lists += 1;
    }
    list = undefined;
  };
  for (const [i, line] of lines.entries()) {
    const isItem = bullet.test(line);
    const item = line.replace(bullet, "").trim();
    const next = lines.slice(i + 1).find((one) => one.trim() !== "") ?? "";
    if (!isItem && bullet.test(next)) inRecords = listsRecords(lines.slice(i + 1));
    const head = isItem || !bullet.test(next) ? undefined : titleOf(line);
    if (head !== undefined && bullet.test(next) && !listsRecords(lines.slice(i + 1))) {
      close();
      list = { head, items: [] };
    } else if (list && isItem && actionsHead.test(item)) {
      close();
      found.push(item);
    } else if (list && isItem && !sentence.test(item))
      list.items.push(
        item
          .replace(/[.;,]$/, "")
          .replaceAll(/;\s+(?=[a-z])(?![^()]*\))/g, ", ")
          .replace(
            /^([A-Za-z][\w -]*?)\s*:\s*([a-z][\w-]*(?: [a-z]+)?(?:, (?:or )?[a-z][\w-]*(?: [a-z]+)?){1,8})(?: \(([^()]+)\))?$/i,
            (whole, name: string, values: string, said: string | undefined) =>
              saysMore(values.split(/, (?:or )?/))
                ? whole
                : `${name} (${values}${said === undefined ? "" : `; ${said}`})`,
          )
          .replace(/^([\w ]+?)\s[-–—]\s(.*)$/, "$1 ($2)")
          // `contact, email, unique`
          .replace(/^([A-Za-z][\w -]*?)(?:,|:) ([^()]*)$/, (whole, name: string, list: string) =>
            isSaying(list.split(/,|;/)[0] ?? "") && !onlySays(name) ? `${name} (${list})` : whole,
          ),
      );
    else {
      if (line.trim() !== "") close();
      // `3. Person - name`, in a list of records
      const named = inRecords ? /^([A-Z][\w-]*(?: [\w-]+)?) [-–—] ([a-z].*)$/.exec(item) : null;
      if (named) found.push(`${named[1] ?? ""}: ${named[2] ?? ""}`);
      else found.push(/^\s*\d+[.)]\s/.test(line) || (isItem && sentence.test(item)) ? item : line);
    }
  }
  close();
  const top = found.findIndex((line) => line.trim() !== "");
  // What stands above several lists is their title.
  if (lists > 1 && heading.test(found[top] ?? "") && !(found[top] ?? "").includes(":")) found.splice(top, 1);
  return found.join("\n");
}

/** Lines such as `amount: number, required` below a title, as bullets. */
function keyed(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^([A-Za-z]\w*(?: \w+){0,2}) [-–—] (?=[^\n]+$)/, "$1: "));
  const top = lines.findIndex((line) => line.trim() !== "");
  const title = titleOf((lines[top] ?? "").replace(/^\//, ""));
  const rest = lines.slice(top + 1).filter((line) => line.trim() !== "");
  const ends = rest.findIndex(
    (line) => !/^[A-Za-z][\w-]*(?: [\w-]+){0,3}(?:: [^\n]+| \([^()]*\))?$/.test(line),
  );
  const rows = ends < 0 ? rest : rest.slice(0, ends);
  const said = rows.filter((row) => {
    const list = /^[^:]+: (.+)$/.exec(row)?.[1]?.split(/[,;] /) ?? [];
    return list.length > 0 && list.every((one) => isSaying(one));
  });
  if (
    title === undefined ||
    /:\s*\S/.test(lines[top] ?? "") ||
    said.length < 2 ||
    said.length * 2 < rows.length
  )
    return text;
  return lines.map((line) => (rows.includes(line) ? `- ${line}` : line)).join("\n");
}

const resourceLine = /^\s*(?:[-*•–—·+]\s*|\d+[.)]\s+)?[A-Za-z][\w -]{1,30}(?::\s|\s[-–—]\s[^\n]*,)/;
const fieldLine =
  /[:–—-]\s+(?:an? |the )?(?:required|optional|unique|mandatory|string|str|text|int|integer|number|decimal|float|bool|boolean|date|datetime|url|email|uuid|enum|list|array|yes\/no|from|between|at (?:least|most)|\d)\b/i;

/** What a line above all others calls the whole: it is no resource where those below name theirs. */
const untitled = (text: string): string => {
  const [first = "", ...rest] = text
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const named = rest.filter((line) => resourceLine.test(line) && !fieldLine.test(line)).length;
  return named > 1 && /^[A-Za-z][\w' -]{2,40}$/.test(first) ? rest.join("\n") : text;
};

/** A description with one heading a line, and in the few ways of saying that are read. */
export const laidOut = (description: string): string =>
  worded(
    untitled(
      blocks(
        indented(
          lined(
            headsRead(
              keyed(tabled(rewritten(grouped(description), marked)))
                .replaceAll("\r", "")
                .replaceAll(
                  /^([ \t]*#*[ \t]*)(?:resource|model|entity|table)[ \t]+["“]([A-Za-z][\w -]*)["”]/gim,
                  "$1$2",
                ),
            ),
          ),
        ),
      ),
    ),
  );
