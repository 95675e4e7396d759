import { onlySays } from "../words/says.ts";

const bullet = /^\s*(?:[-*•–—·+]|\d+[.)])\s+/;
const title = /^(\s*)(?:#+\s*)?[A-Za-z][\w -]{0,40}:?\s*$/;
/** Headings above records rather than above the fields of one. */
const general =
  /^\s*(?:entities|resources|models|tables|collections|types|schema|objects|apis?|endpoints list)\s*:?\s*$/i;
/** A line that holds a record with its fields: `users: email, name`, `store(name!, opened date)`. */
const record = /^\s*[A-Za-z][\w -]*(?:\([^)]*,.*\)|:\s+[^,:]+,\s*[^,:]+,)/;

/** Whether what stands behind the name are fields rather than what is said of one. */
const isRecord = (line: string): boolean =>
  record.test(line) && !onlySays(/:\s*([^,]+)/.exec(line)?.[1]?.replace(/\(.*/, "") ?? "");

const depth = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** Lines that stand deeper than their heading, as bullets; columns with one space between them. */
export function indented(text: string): string {
  const lines = text.split("\n");
  let head: number | undefined;
  return lines
    .map((line, i) => {
      if (line.trim() === "") return line;
      if (head !== undefined && depth(line) > head)
        return bullet.test(line) || isRecord(line) || /:\s*$/.test(line)
          ? line
          : `- ${line.trim().replaceAll(/(?<=\S)[ \t]{2,}/g, " ")}`;
      const next = lines.slice(i + 1).find((one) => one.trim() !== "") ?? "";
      head =
        title.test(line) && !bullet.test(line) && !general.test(line) && depth(next) > depth(line)
          ? depth(line)
          : undefined;
      return line;
    })
    .join("\n");
}
