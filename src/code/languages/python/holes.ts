import { keywords } from "./chain.ts";

const none: readonly string[] = [];

/** What the holes of a text call by a name: `f"{quoted(name)} of {self.kind()}"`; none where it has no holes. */
export function calledIn(text: string): readonly string[] {
  if (!/^[rR]?[fFtT]/.test(text)) return none;
  let found: string[] | undefined;
  for (let index = text.indexOf("("); index > 0; index = text.indexOf("(", index + 1)) {
    const name = nameBefore(text, index);
    if (name && !keywords.has(name)) (found ??= []).push(name);
  }
  return found ?? none;
}

/** Of a hole, in letters, before what is called there. */
const longest = 200;

/** The name of what a bracket calls that stands in a hole; empty for other brackets. */
function nameBefore(text: string, bracket: number): string {
  const before = text.slice(Math.max(0, bracket - longest), bracket);
  const hole = before.lastIndexOf("{");
  if (hole < 0 || before.lastIndexOf("}") > hole) return "";
  let first = hole;
  while (before[first - 1] === "{") first -= 1;
  const isText = (hole - first) % 2 === 1; // `{{` stands for one
  return isText ? "" : (named.exec(before.slice(hole + 1))?.[0] ?? "");
}

const named = /(?<![\w.)\]])[A-Za-z_]\w*(?:\.\w+)*$/;
