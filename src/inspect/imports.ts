/**
 * Returns the lines that only import or re-export names, from 1: they show what a file uses rather than what it does,
 * so searches skip them. For a multi-line statement, all its lines.
 */
export function importLines(file: string, lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const [begins, ends] = forms.find(([names]) => names.test(file))?.slice(1) ?? [];
  if (!begins || !ends) return found;
  for (let index = 0; index < lines.length; index++) {
    if (!begins.test(lines[index] ?? "")) continue;
    let last = index;
    while (
      last < lines.length - 1 &&
      last - index < longest &&
      !ends.test(lines.slice(index, last + 1).join("\n"))
    )
      last += 1;
    for (; index <= last; index++) found.add(index + 1);
    index -= 1;
  }
  return found;
}

const longest = 80;

/** Per file type: how such a statement begins, and what a complete one looks like. */
const forms: readonly (readonly [files: RegExp, begins: RegExp, whole: RegExp])[] = [
  [
    /\.[mc]?[jt]sx?$/,
    /^\s*(?:import\s*(?:type\b)?\s*(?:[\w$*{]|["'])|export\s*(?:type\s*)?(?:\*|\{)|(?:const|let|var)\s+[\w$]+\s*=\s*(?:__importDefault\(|__importStar\(|tslib\w*\.\w+\()?require\(|(?:const|let|var)\s*\{[^}]*\}\s*=\s*require\(|(?:tslib\w*\.)?__exportStar\(|Object\.defineProperty\(exports,)/,
    /["'][^"'\n]*["']\s*(?:with\s*\{[^}]*\}\s*)?\)?[^,{]*$|\}\s*;?\s*$|\)\s*;?\s*$/,
  ],
  [/\.pyi?$/, /^\s*(?:from\s+[\w.]+\s+import\b|import\s+[\w.])/, /^[^(]*(?<!\\)$|\)\s*(?:#.*)?$/],
  [/\.go$/, /^import\b|^package\b/, /^[^(]*$|\n\s*\)/],
  [/\.rs$/, /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate|mod\s+\w+;)/, /;/],
  [/\.java$/, /^(?:import|package)\b/, /;/],
];
