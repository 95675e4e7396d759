import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { program } from "../../lib/program.suite.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A temporary project in which `/doc` is run; removed after the tests. */
export function project(contents: Readonly<Record<string, string | Buffer>>) {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-doc-code-"));
  folders.push(folder);
  const write = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(contents)) write(path, text);
  return {
    folder,
    write,
    read: (path: string) => readFileSync(join(folder, path), "utf8"),
    git: (...words: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...words], {
        cwd: folder,
        encoding: "utf8",
      }),
    run(line: string, ...more: readonly string[]): { readonly code: number; readonly output: string } {
      const env = { ...process.env, XDG_STATE_HOME: join(folder, ".state"), NO_COLOR: "1" };
      try {
        const options = { cwd: folder, encoding: "utf8" as const, env };
        return {
          code: 0,
          output: execFileSync(process.execPath, [program, line, "--no-sandbox", ...more], options),
        };
      } catch (error) {
        const failure = error as { status: number; stdout: string; stderr: string };
        return { code: failure.status, output: failure.stdout + failure.stderr };
      }
    },
  };
}
