import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { program } from "../../src/lib/program.suite.ts";

const line = ["/doc src", "--no-sandbox"] as const;

/** Creates a project with `count` files, each of which gets a docstring. */
export function make(root: string, count: number): void {
  for (let file = 0; file < count; file++) {
    const path = join(root, `src/part${file % 7}/file${file}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    const thrown = `if (limit < ${file}) throw new RangeError("limit is below ${file}");`;
    writeFileSync(
      path,
      `export function take${file}(limit: number): number {\n  ${thrown}\n  return limit;\n}\n`,
    );
  }
}

/** Returns all files below a folder, including those that a kill left behind. */
export const filesOf = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(root.length + 1),
        readFileSync(join(parentPath, name), "utf8"),
      ]),
  );

const environment = (base: string): NodeJS.ProcessEnv => ({
  ...process.env,
  XDG_STATE_HOME: join(base, "state"),
  XDG_CONFIG_HOME: join(base, "config"),
});

export const run = (base: string): string =>
  execFileSync(process.execPath, [program, ...line], {
    cwd: join(base, "project"),
    env: environment(base),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Whether the journal that exists during writes is there. */
function isWriting(base: string): boolean {
  const projects = join(base, "state/antiphon/projects");
  return (
    existsSync(projects) &&
    readdirSync(projects).some((one) => existsSync(join(projects, one, "pending.json")))
  );
}

/** Kills a run: at any moment, after the journal was written, or after the first file was moved into place. */
async function killOne(base: string, place: number, random: () => number): Promise<void> {
  const options = { cwd: join(base, "project"), env: environment(base), stdio: "ignore" as const };
  const first = join(base, "project/src/part0/file0.ts");
  const { ino } = statSync(first);
  const child = spawn(process.execPath, [program, ...line], options);
  const ended = new Promise((resolve) => child.once("close", resolve));
  const isRunning = (): boolean => child.exitCode === null;
  const kind = place % 3;
  if (kind > 0) while (isRunning() && !isWriting(base)) await setTimeout(1);
  if (kind === 2) {
    // polls, because renames take microseconds and a timer would be late
    const late = performance.now() + 5000;
    let moment = late;
    while (performance.now() < moment)
      if (moment === late && statSync(first).ino !== ino) moment = performance.now() + random() * 3;
  } else await setTimeout(random() * (kind === 0 ? 3000 : 150));
  child.kill("SIGKILL");
  await ended;
}

/** Kills a run `times` times; returns how many files were old and how many new after each. */
export async function documentKilled(
  times: number,
  count: number,
  random: () => number,
): Promise<readonly (readonly [old: number, now: number])[]> {
  const home = mkdtempSync(join(tmpdir(), "antiphon-doc-killed-"));
  try {
    make(join(home, "first/project"), count);
    const old = filesOf(join(home, "first/project"));
    cpSync(join(home, "first"), join(home, "whole"), { recursive: true });
    run(join(home, "whole"));
    const now = filesOf(join(home, "whole/project"));
    expect(Object.keys(old).every((path) => now[path] !== old[path])).toBe(true);
    const seen: (readonly [number, number])[] = [];
    for (let time = 0; time < times; time++) {
      const base = join(home, `${time}`);
      cpSync(join(home, "first"), base, { recursive: true });
      await killOne(base, time, random);
      const left = filesOf(join(base, "project"));
      for (const path of Object.keys(old))
        expect([old[path], now[path]], `${path} after kill ${time}`).toContain(left[path]);
      seen.push(
        [old, now].map((one) => Object.keys(old).filter((path) => left[path] === one[path]).length) as never,
      ); // two of them
      run(base);
      expect(filesOf(join(base, "project")), `the run after kill ${time}`).toEqual(now);
      rmSync(base, { recursive: true });
    }
    return seen;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
