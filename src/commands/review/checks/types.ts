import { posix } from "node:path";
import { type Check, type Finding, type Ground } from "../contract.ts";
import { isParsed } from "../functions.ts";

const types: Check = {
  summary: "what the project's own compiler says, and files that no longer parse",
  focus: "quality",
  reads: isParsed,
  async run(ground) {
    const broken = await unparsed(ground);
    const places = await configurations(ground);
    if (places === "no compiler")
      return { findings: broken, skipped: "TypeScript isn't installed here: run npm install" };
    if (places.length === 0) return { findings: broken, soughtOnly: "files that no longer parse" };
    const { shell } = ground.workspace;
    if (!ground.live)
      return {
        findings: broken,
        skipped: "tsc reads the folder, and what is reviewed isn't what lies there",
      };
    if (!shell)
      return {
        findings: broken,
        skipped: `tsc can't be run: ${ground.workspace.shellMissing ?? "there is no sandbox"}`,
      };
    const findings: Finding[] = [...broken];
    const runs = [];
    let stopped: string | undefined;
    for (const folder of places) {
      const run = await shell.run(["tsc", "--noEmit", "--pretty", "false", "-p", "."], {
        signal: ground.signal,
        ...(folder && { folder }),
      });
      ground.signal.throwIfAborted();
      const all = messages(run.stdout, folder);
      if (run.stopped || (run.exitCode !== 0 && all.length === 0))
        stopped = `tsc gave no result in ${folder || "."}`;
      const ours = all.filter((one) => concerns(one, ground));
      findings.push(...ours);
      runs.push({
        run,
        claim: `types: ${all.length} ${all.length === 1 ? "error" : "errors"}, ${ours.length} about what changed`,
        passed: run.exitCode === 0,
      });
    }
    return { findings, runs, ...(stopped && { skipped: stopped }) };
  },
};
export default types;

async function unparsed({ changes }: Ground): Promise<readonly Finding[]> {
  const { languageOf } = await import("../../../code/index.ts");
  const findings: Finding[] = [];
  for (const { path, before, after, added } of changes) {
    const language = after === null ? undefined : await languageOf(path);
    if (!language || after === null || language.sameProgram(after, after)) continue;
    if (before !== null && !language.sameProgram(before, before)) continue;
    findings.push({
      file: path,
      line: [...added][0] ?? 1,
      severity: "critical",
      rule: "syntax",
      reason: "The file no longer parses.",
      suggestion: "Look for an open bracket or quote in the changed lines.",
    });
  }
  return findings;
}

/** Folders with a tsconfig.json over a changed file, where TypeScript is installed. */
async function configurations({
  changes,
  workspace: { files },
}: Ground): Promise<readonly string[] | "no compiler"> {
  const there = (path: string): Promise<boolean> =>
    files.tryRead(path).then(
      (text) => text !== null,
      () => false,
    );
  const found = new Set<string>();
  let governed = false;
  for (const { path, after } of changes) {
    if (after === null || !/\.[mc]?tsx?$/.test(path)) continue;
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      const folder = at === "." ? "" : at;
      if (!(await there(posix.join(folder, "tsconfig.json")))) {
        if (folder === "") break;
        continue;
      }
      const compilers = [
        posix.join(folder, "node_modules/typescript/package.json"),
        "node_modules/typescript/package.json",
      ];
      governed = true;
      for (const one of compilers) if (await there(one)) found.add(folder);
      break;
    }
    if (found.size >= 5) break;
  }
  return governed && found.size === 0 ? "no compiler" : [...found];
}

const messages = (output: string, folder: string): readonly Finding[] =>
  [...output.matchAll(/^([^\s(][^(\n]*)\((\d+),\d+\): error (TS\d+): ([^\n]*)/gm)].map(
    ([, file = "", line, code = "", text = ""]) => ({
      file: posix.join(folder, file),
      line: Number(line),
      severity: "critical",
      rule: code,
      reason: text,
      suggestion: "Mend the type error: /fix knows the usual ones.",
    }),
  );

/** How compilers name what an error is about. */
const quotedName = /['"`‘“]([A-Za-z_$][\w$]*)['"`’”]|\bundefined: (?:\w+\.)?(\w+)/g;

/** On a changed line, in a changed file that was fine before, or about a name that a changed line declares. */
export function concerns({ file, line, reason }: Finding, { changes }: Ground): boolean {
  const change = changes.find(({ path }) => path === file);
  if (change?.added.has(line)) return true;
  const names = [...reason.matchAll(quotedName)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  return changes.some(({ before, after, added, removed }) => {
    const touched = [...lines(after, added), ...lines(before, removed)].join("\n");
    return names.some((name) => !builtin.test(name) && declares(touched, name));
  });
}

/** Types of languages themselves: a message that names one is not about a change that uses it. */
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
