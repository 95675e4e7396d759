import type { Shape } from "../../study.ts";
import { chainEnd } from "./chain.ts";
import { codeOf, oneLine } from "./lines.ts";
import type { Source } from "./structure.ts";

const comparisons = ["==", "!=", "<", ">", "<=", ">="];

export function shapeOf(source: Source, first: number, last: number): Shape {
  let [from, to] = [first, last];
  while (to > from && source.kind(to - 1) === "comment") to -= 1;
  if (source.word(from) === "await") from += 1;
  while (
    source.word(from) === "(" &&
    source.closingOf(from) === to - 1 &&
    to - from > 2 &&
    source.findAny([",", "for"], from + 1, to - 1) < 0
  )
    [from, to] = [from + 1, to - 1];
  const code = codeOf(source, from, to);
  if (to <= from) return { kind: "nothing", code: "" };
  if (code === "()") return { kind: "literal", code };
  const word = source.word(from);
  const single = to - from === 1;
  if (single && word === "None") return { kind: "literal", code };
  if (single && (word === "True" || word === "False")) return { kind: "literal", code, type: "boolean" };
  if (single && source.kind(from) === "number") return { kind: "literal", code, type: "number" };
  if (single && source.kind(from) === "string")
    return /^[rRuU]*[bB]/.test(code) ? { kind: "literal", code } : { kind: "text", code, type: "string" };
  if (word === "lambda") return { kind: "function", code };
  if (source.find("if", from, to) > 0) return { kind: "choice", code };
  const joined = source.findAny(["and", "or"], from, to) > 0;
  if (word === "not" && !joined) return { kind: "truth", code, type: "boolean" };
  if (!joined && source.findAny(["in", "is"], from, to) > 0) return { kind: "truth", code, type: "boolean" };
  if (!joined && source.findAny(comparisons, from, to) > 0) return { kind: "truth", code };
  if ("[{(".includes(word) && source.closingOf(from) === to - 1) return bracketed(source, from, { to, code });
  if (source.kind(from) !== "name") return { kind: "other", code };
  const end = chainEnd(source, from) + 1;
  const name = oneLine(source.between(from, end)).replaceAll(" ", "");
  if (end === to) return { kind: "name", code, name };
  if (source.word(end) !== "(" || source.closingOf(end) !== to - 1) return { kind: "other", code };
  const parts = split(source, end + 1, to - 1).map(([a, b]) => codeOf(source, a, b));
  return { kind: /^[A-Z]/.test(name.slice(name.lastIndexOf(".") + 1)) ? "new" : "call", code, name, parts };
}

function bracketed(source: Source, from: number, { to, code }: { to: number; code: string }): Shape {
  const parts = split(source, from + 1, to - 1);
  const keys = parts.flatMap(([a, b]) => {
    const colon = source.find(":", a, b);
    return colon > 0
      ? [codeOf(source, a, colon).replaceAll(/^["']|["']$/g, "")]
      : source.word(a) === "**"
        ? [`...${codeOf(source, a + 1, b)}`]
        : [];
  });
  if (source.find("for", from + 1, to - 1) > 0) return { kind: "other", code };
  if (source.word(from) === "{" && keys.length === parts.length) return { kind: "object", code, parts: keys };
  return { kind: "list", code, parts: parts.map(([a, b]) => codeOf(source, a, b)) };
}

/** Splits at commas outside brackets, without an empty last part. */
export function split(source: Source, from: number, to: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let start = from;
  for (let comma = source.find(",", start, to); comma >= 0; comma = source.find(",", start, to)) {
    parts.push([start, comma]);
    start = comma + 1;
  }
  if (start < to) parts.push([start, to]);
  return parts;
}
