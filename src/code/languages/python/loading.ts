import type { Loading } from "../../study.ts";
import { wrapped } from "../../write/wrap.ts";
import { safe } from "./docstring-edit.ts";
import { blocksOf, docstringAt, type Source } from "./structure.ts";

/** Directives for tools, and licence headers. */
const header = /^#(?:!|\s*-\*-|\s*vim?:|.*coding[:=]|.*\b(?:copyright|licen[sc]ed?|spdx)\b|[\s#]*$)/i;

/** Returns the start of a module without a docstring. */
export function loadingOf(source: Source): Loading | undefined {
  const { text } = source;
  if (docstringAt(source, -1) >= 0) return undefined;
  let index = 0;
  let last = -1;
  for (; source.kind(index) === "comment" || source.kind(index) === "newline"; index++) {
    if (source.kind(index) !== "comment") continue;
    if (!header.test(source.word(index))) return undefined;
    last = source.end(index);
  }
  const position = source.start(index);
  if (source.kind(index) === "end" || (last >= 0 && !/\n[ \t]*\r?\n/.test(text.slice(last, position))))
    return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return {
    source: loaded(source),
    program: false,
    overview(text) {
      const [first = "", ...more] = wrapped(safe(text, { raw: false, quote: '"""' }), 85);
      const lines = more.length ? [`"""${first}`, ...more, '"""'] : [`"""${first}"""`];
      return { range: { start: position, end: position }, text: [...lines, "", ""].join(newline) };
    },
  };
}

/** Returns the source without functions and classes. */
function loaded(source: Source): string {
  const { text } = source;
  let kept = "";
  let from = 0;
  for (const { owners, first, after } of blocksOf(source)) {
    if (owners.length > 0 || source.start(first) < from) continue;
    kept += text.slice(from, source.start(first));
    from = source.end(after - 1);
  }
  return kept + text.slice(from);
}
