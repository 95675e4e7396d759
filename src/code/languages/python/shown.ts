import type { Shown } from "../../study.ts";
import type { Source } from "./structure.ts";

const known = new Set(
  "True False None and or not in is if else for lambda len str int float bool list dict set tuple bytes sorted range type isinstance abs min max sum round ValueError TypeError KeyError".split(
    " ",
  ),
);

/** What tests assert about calls of literals: `assert call == value`. */
export function shownIn(source: Source): readonly Shown[] {
  const found: Shown[] = [];
  let title = "";
  for (let index = 0; index < source.all.length; index++) {
    if (source.kind(index) !== "name") continue;
    const word = source.word(index);
    if (word === "def") title = source.word(index + 1);
    if (word !== "assert" || !/^test_?/.test(title)) continue;
    const end = lineEnd(source, index);
    const equals = source.find("==", index, end);
    if (equals < 0 || source.findAny(["and", "or", "if", ","], index + 1, end) > 0) continue;
    const [call, value] = [source.between(index + 1, equals), source.between(equals + 1, end)];
    const awaited = call.startsWith("await ");
    const from = index + (awaited ? 2 : 1);
    const names = free(source, from, equals);
    const target = chain(source, from);
    if (!names?.length || free(source, equals + 1, end)?.length !== 0 || !target || awaited) continue;
    if (
      source.word(equals - 1) !== ")" ||
      `${call}${value}`.includes("\n") ||
      call.length > 160 ||
      value.length > 160
    )
      continue;
    found.push({
      target,
      names,
      call,
      value,
      title: title.replace(/^test_?/, "").replaceAll("_", " "),
      awaited,
    });
  }
  return found;
}

function lineEnd(source: Source, from: number): number {
  let end = from;
  while (!["newline", "end", "comment"].includes(source.kind(end))) end += 1;
  return end;
}

function chain(source: Source, from: number): string {
  let name = source.kind(from) === "name" ? source.word(from) : "";
  let index = from + 1;
  for (; source.word(index) === "." && source.kind(index + 1) === "name"; index += 2)
    name += `.${source.word(index + 1)}`;
  return source.word(index) === "(" ? name : "";
}

/** The names that tokens take from outside; undefined where they do more than call. */
function free(source: Source, from: number, to: number): readonly string[] | undefined {
  const names = new Set<string>();
  for (let index = from; index < to; index++) {
    if (source.kind(index) === "string" && /^[a-z]*f/i.test(source.word(index).slice(0, 2))) return undefined;
    if (source.kind(index) !== "name") continue;
    const word = source.word(index);
    if (["for", "lambda", "await", "yield"].includes(word)) return undefined;
    const keyword = source.word(index + 1) === "=" && ["(", ","].includes(source.word(index - 1));
    if (!known.has(word) && source.word(index - 1) !== "." && !keyword) names.add(word);
  }
  return [...names];
}
