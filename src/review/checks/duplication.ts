import { type Check, isTest, type Note, noted } from "../contract.ts";
import { familyOf, mask, isCode } from "../../code/index.ts";
import { projectAfter } from "../uses.ts";

const window = 6;
const least = 120;

const duplication: Check = {
  summary: "code that is elsewhere already",
  focus: "quality",
  reads: isCode,
  async run(ground) {
    const fresh = ground.changes.filter(
      ({ path, added }) => added.size >= window && isProgram(path) && !isTest(path),
    );
    if (fresh.length === 0) return noted([]);
    const families = new Set(fresh.map(({ path }) => familyOf(path)));
    const places = new Map<string, { readonly file: string; readonly line: number }[]>();
    for (const [file, text] of await projectAfter(ground))
      if (families.has(familyOf(file)) && !isTest(file))
        for (const { key, line } of windows(file, text))
          places.set(key, [...(places.get(key) ?? []), { file, line }]);
    const reported = new Set<string>();
    const notes = fresh.flatMap(({ path, after, added, before }): Note[] => {
      const old = new Set(windows(path, before ?? "").map(({ key }) => key));
      let until = 0;
      return windows(path, after ?? "").flatMap(({ key, line, end, lines }): Note[] => {
        if (line <= until || old.has(key) || !lines.every((line) => added.has(line))) return [];
        const other = places.get(key)?.find((item) => item.file !== path || item.line < line - window);
        if (!other) return [];
        until = end + window;
        if (reported.has(key)) return []; // reported from the other place
        reported.add(key);
        return [
          {
            file: path,
            line,
            rule: "duplication",
            reason: `These lines stand at ${other.file}:${other.line} too.`,
            suggestion: "Give them a name in one place, and call it from both.",
          },
        ];
      });
    });
    return noted(notes);
  },
};
export default duplication;

interface Window {
  readonly key: string;
  readonly line: number;
  readonly end: number;
  readonly lines: readonly number[];
}

/** Whether it is code; settings repeat themselves where programs would call a function. */
const isProgram = (path: string): boolean => familyOf(path) !== undefined && !/\.(?:ya?ml|toml)$/i.test(path);

/** Runs of non-empty lines, without comments, imports and formatting. */
function windows(path: string, text: string): readonly Window[] {
  const lines = mask(path, text)
    .code.split("\n")
    .map((line, i) => ({ text: line.replaceAll(/\s+/g, " ").trim(), line: i + 1 }))
    .filter(
      ({ text: one }) =>
        one.length > 1 && !/^(?:import|from|export \{|export \*|\}|\)|package|use)\b/.test(one),
    );
  return lines.flatMap((first, i) => {
    const run = lines.slice(i, i + window);
    const key = run.map((item) => item.text).join("\n");
    if (run.length < window || key.length < least) return [];
    return [
      { key, line: first.line, end: run.at(-1)?.line ?? first.line, lines: run.map((item) => item.line) },
    ];
  });
}
