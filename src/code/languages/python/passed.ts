import type { Passed } from "../passed.ts";
import type { Line } from "./lines.ts";
import type { Source } from "./structure.ts";

/** Records the functions that a line passes the parameters to. */
export function collect(source: Source, { start, end }: Line, passed: Passed): void {
  const open: string[] = [];
  for (let index = start; index < end; index++) {
    const word = source.word(index);
    if (source.kind(index) === "op") {
      if ("([{".includes(word)) open.push(word === "(" ? chainBefore(source, index, start) : "");
      else if (")]}".includes(word)) open.pop();
    }
    if (source.kind(index) !== "name" || !/^[,)]$/.test(source.word(index + 1))) continue;
    const before = source.word(index - 1);
    const isKeyword = before === "=" && source.kind(index - 2) === "name";
    if (isKeyword || /^(?:[(,]|\*\*?)$/.test(before)) passed.to(word, open.at(-1) ?? "");
  }
}

function chainBefore(source: Source, opening: number, start: number): string {
  let from = opening;
  if (source.kind(from - 1) !== "name") return "";
  from -= 1;
  while (from - 2 >= start && source.word(from - 1) === "." && source.kind(from - 2) === "name") from -= 2;
  const name = source.between(from, opening);
  return /^(?:if|elif|while|and|or|not|in|return|yield|print|await|lambda|is|assert|else|for)$/.test(name)
    ? ""
    : name.replaceAll(/\s+/g, "");
}
