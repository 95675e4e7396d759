import { keywords } from "./chain.ts";

const none: readonly string[] = [];

/** Returns the names called in the substitutions of an f-string: `f"{quoted(name)} of {self.kind()}"`. */
export function calledIn(text: string): readonly string[] {
  if (!/^[rR]?[fFtT]/.test(text)) return none;
  let found: string[] | undefined;
  for (let index = text.indexOf("("); index > 0; index = text.indexOf("(", index + 1)) {
    const name = nameBefore(text, index);
    if (name && !keywords.has(name)) (found ??= []).push(name);
  }
  return found ?? none;
}

/** Maximum length of a substitution before the call, in characters. */
const longest = 200;

/** Returns the called name before a bracket in a substitution; empty for other brackets. */
function nameBefore(text: string, bracket: number): string {
  const before = text.slice(Math.max(0, bracket - longest), bracket);
  const hole = before.lastIndexOf("{");
  if (hole < 0 || before.lastIndexOf("}") > hole) return "";
  let first = hole;
  while (before[first - 1] === "{") first -= 1;
  const isText = (hole - first) % 2 === 1; // `{{` is a literal brace
  return isText ? "" : (named.exec(before.slice(hole + 1))?.[0] ?? "");
}

const named = /(?<![\w.)\]])[A-Za-z_]\w*(?:\.\w+)*$/;
