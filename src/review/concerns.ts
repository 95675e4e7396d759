import type { Finding, Ground } from "./contract.ts";

/** How compilers quote the name in an error. */
const quotedName = /['"`‘“]([A-Za-z_$][\w$]*)['"`’”]|\bundefined: (?:\w+\.)?(\w+)/g;

/** Whether a finding is on a changed line, or about a name that a changed line declares. */
export function concerns({ file, line, reason }: Finding, { changes }: Ground): boolean {
  const change = changes.find(({ path }) => path === file);
  if (change?.added.has(line)) return true;
  const names = [...reason.matchAll(quotedName)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  return changes.some(({ before, after, added, removed }) => {
    const touched = [...lines(after, added), ...lines(before, removed)].join("\n");
    return names.some((name) => !builtin.test(name) && declares(touched, name));
  });
}

/** Built-in types: a message that names one isn't necessarily about a change that uses it. */
const builtin =
  /^(?:string|number|boolean|any|unknown|never|void|undefined|null|object|str|int|float|bool|bytes|list|dict|None|error)$/;

function declares(touched: string, name: string): boolean {
  const word = name.replaceAll("$", String.raw`\$`);
  const before = "function|class|interface|type|enum|const|let|var|def|func|fn|struct|trait|mod|import";
  return new RegExp(
    `\\b(?:${before})\\s+(?:\\([^)]*\\)\\s*)?${word}\\b|\\b${word}\\b\\s*[?!]?\\s*(?::|\\(|=(?!=))`,
  ).test(touched);
}

const lines = (text: string | null, which: ReadonlySet<number>): readonly string[] =>
  (text ?? "").split("\n").filter((_, i) => which.has(i + 1));
