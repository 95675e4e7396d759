/**
 * Lines that only bring names in or pass them on, from 1: they say what a file uses and not what it does, so that no
 * question is answered by them. In a statement over several lines all of them.
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

/** Which files, how such a statement begins, and what one that is whole looks like. */
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
