import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openIndex } from "../inspect/index.ts";
import { systemClock } from "../lib/index.ts";
import { openWorkspace } from "../workspace/index.ts";
import { rankFiles } from "./files.ts";
import { readQuestion } from "./question.ts";

const base = mkdtempSync(join(tmpdir(), "antiphon-rank-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let count = 0;
async function ranked(files: Readonly<Record<string, string>>, question: string) {
  const root = join(base, String((count += 1)));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const workspace = await openWorkspace(root, { state: join(base, "state"), clock: systemClock });
  return rankFiles(await openIndex(workspace), readQuestion(question));
}

describe("files ranked for a question", () => {
  it("finds what is done rather than who imports it", async () => {
    const found = await ranked(
      {
        "src/app.ts":
          'import { compressAnswer } from "../commands/research/compress-answer.ts";\nexport const port = 1;\n',
        "src/squeeze.ts":
          "/** Compresses an answer. */\nexport function squeeze(answer: string) {\n  return answer;\n}\n",
      },
      "how is an answer compressed",
    );
    expect(found.map(({ file }) => file)).toEqual(["src/squeeze.ts"]);
    expect(found[0]?.hits[0]).toMatchObject({ line: 1, symbol: { line: 2 } });
  });

  it("quotes what a file passes on where it does nothing else", async () => {
    const found = await ranked(
      { "index.ts": 'export { archive } from "../commands/research/lib.ts";\n' },
      "archive",
    );
    expect(found.map(({ file }) => file)).toEqual(["index.ts"]);
  });

  it.each([
    ["where is the configuration authenticated", "export function checkAuth(cfg: string) {}\n"],
    ["what happens when a request times out", "export function resetTimeout(ms: number) {}\n"],
    ["how are lines counted", "export class Tally {}\nexport function lineCounter() {}\n"],
    ["how are parameters checked", "export function checkParams() {}\n"],
  ])("knows how programs say it: %s", async (question, text) => {
    const found = await ranked({ "a/one.ts": text, "b/two.ts": "export function other() {}\n" }, question);
    expect(found.map(({ file }) => file)).toEqual(["a/one.ts"]);
  });

  it("counts a module that is shipped several times once, as its source", async () => {
    const source = "export function archive() { return 1; }\n";
    const found = await ranked(
      {
        "dist/cjs/archive.js": source,
        "dist/archive.js": source,
        "dist/types/archive.d.ts":
          "/** Archives. */\nexport declare function archive(): number;\nexport interface Archived {}\n",
        "dist/types/unlike.d.ts": "export interface Archive {}\n",
        "dist/unlike.js": "export function keepArchive() {}\n",
      },
      "archive",
    );
    expect(found.map(({ file }) => file).sort()).toEqual([
      "dist/archive.js",
      "dist/types/unlike.d.ts",
      "dist/unlike.js",
    ]);
  });
});
