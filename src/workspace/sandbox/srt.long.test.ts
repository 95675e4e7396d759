import { spawn } from "node:child_process";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isObject } from "../../lib/index.ts";
import { escapes } from "./escapes.suite.ts";
import { sandboxSuite } from "./sandbox.suite.ts";

await sandboxSuite("srt", escapes);

const root = join(import.meta.dirname, "../../..");
const nobody = 65_534;

/** Runs a program as an unprivileged user; returns its exit code and output. */
function asNobody(args: readonly string[], home: string): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: home, ANTIPHON_SUITE: "long" };
  const child = spawn(process.execPath, args, { cwd: root, env, uid: nobody, gid: nobody });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, said: text }));
  });
}

/** Why the test can't run: only root can switch users, who can't read a checkout below a private folder. */
async function unable(): Promise<string | undefined> {
  if (userInfo().uid !== 0) return "the suite above ran as a user already";
  const { code } = await asNobody(
    ["-e", `require("fs").readdirSync(${JSON.stringify(import.meta.dirname)})`],
    tmpdir(),
  );
  return code === 0 ? undefined : "another user can't read this checkout";
}

const why = await unable();
describe.skipIf(why)(`srt as a user without rights${why ? `: ${why}` : ""}`, () => {
  it("passes the same suite", { timeout: 300_000 }, async () => {
    const home = await mkdtemp(join(tmpdir(), "nobody-"));
    await chown(home, nobody, nobody);
    const report = join(home, "report.json");
    try {
      const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--configLoader=native"];
      const { said } = await asNobody(
        [...vitest, "src/workspace/sandbox/srt.long.test.ts", "--reporter=json", `--outputFile=${report}`],
        home,
      );
      const seen: unknown = JSON.parse(await readFile(report, "utf8").catch(() => "null"));
      if (!isObject(seen)) throw new Error(said);
      expect(seen["numFailedTests"], said + JSON.stringify(seen["testResults"], null, 1)).toBe(0);
      expect(seen["numPassedTests"]).toBeGreaterThan(Object.keys(escapes).length);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
