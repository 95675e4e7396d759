import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { seeded } from "../../src/workspace/kill.suite.ts";
import { documentKilled, filesOf, make } from "./document-killed.suite.ts";
import { program } from "../../src/lib/program.suite.ts";

it(
  "leaves each file as it was or as it should be, and the next run ends the work",
  { timeout: 600_000 },
  async () => {
    expect(await documentKilled(3, 12, seeded(11))).toHaveLength(3);
  },
);

it.skipIf(process.platform === "win32")("says that there is no room, and leaves every file as it was", () => {
  const base = mkdtempSync(join(tmpdir(), "antiphon-doc-full-"));
  try {
    const root = join(base, "project");
    mkdirSync(join(root, "src"), { recursive: true });
    make(root, 30);
    const before = filesOf(root);
    // limits files to two kilobytes, which the journal of this many files exceeds
    const limited = `ulimit -f 2; exec "$0" "$1" "/doc src" --no-sandbox`;
    const env = {
      ...process.env,
      XDG_STATE_HOME: join(base, "state"),
      XDG_CONFIG_HOME: join(base, "config"),
    };
    let said = "";
    try {
      execFileSync("bash", ["-c", limited, process.execPath, program], {
        cwd: root,
        env,
        encoding: "utf8",
        stdio: "pipe",
      });
    } catch (error) {
      said = (error as { stderr: string }).stderr;
    }
    expect(said).toContain("no file may grow so large here");
    expect(said).not.toContain("    at ");
    expect(filesOf(root)).toEqual(before);
  } finally {
    rmSync(base, { recursive: true });
  }
});
