import { chmod, mkdir, mkdtemp, readdir, readFile, rename, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Change, openWorkspace } from "./index.ts";
import { testClock } from "./testing.suite.ts";

/** Path to content and mode; folders have their own entry. */
async function snapshot(root: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    const content = entry.isFile() ? (await readFile(path)).toString("latin1") : "folder";
    all[path.slice(root.length + 1)] = `${(mode & 0o777).toString(8)} ${content}`;
  }
  return all;
}

const paths = ["a.txt", "b.bin", "sub/c.txt", "sub/deep/d.txt", "e/f"];
const content = fc.oneof(fc.string(), fc.constantFrom("one\r\ntwo\r\n", "\uFEFFx\n", "one\ntwo\n", ""));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      path: fc.constantFrom(...paths),
      content,
      mode: fc.constantFrom(undefined, 0o755, 0o600),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("binary" as const),
      path: fc.constantFrom(...paths),
      bytes: fc.uint8Array({ maxLength: 40 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), path: fc.constantFrom(...paths) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("rename" as const),
      path: fc.constantFrom(...paths),
      to: fc.constantFrom(...paths),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }) },
);

describe("undo", () => {
  it("restores exactly, after any sequence of writes, deletions, renames, undos and redos", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const base = await mkdtemp(join(tmpdir(), "antiphon-undo-"));
        const root = join(base, "root");
        await mkdir(join(root, "sub"), { recursive: true });
        await writeFile(join(root, "a.txt"), "first\r\n", { mode: 0o640 });
        await writeFile(join(root, "b.bin"), Buffer.from([0, 255, 1]));
        await chmod(join(root, "a.txt"), 0o640);
        const { files, checkpoints } = await openWorkspace(root, {
          state: join(base, "state"),
          clock: testClock,
        });
        const before = await snapshot(root);
        // the model: the state before each group, and the states that an undo removed
        let done: Record<string, string>[] = [];
        let undone: Record<string, string>[] = [];
        let open = false;
        let group = 0;
        const latin = async (path: string) =>
          readFile(join(root, path)).then(
            (b) => b.toString("latin1"),
            () => null,
          );
        const write = async (changes: readonly Change[]) => {
          const now = await snapshot(root);
          if ((await files.write(changes)).changes.length === 0) return;
          if (!open || undone.length || done.length === 0 || group !== done.length) done.push(now);
          group = done.length;
          undone = [];
        };
        for (const step of steps) {
          if (step.kind === "begin") {
            checkpoints.begin("command");
            [open, group] = [true, -1];
          } else if (step.kind === "undo" || step.kind === "redo") {
            const [from, to] = step.kind === "undo" ? [done, undone] : [undone, done];
            const target = from.pop();
            if (!target) {
              await expect(checkpoints[step.kind]()).rejects.toMatchObject({
                code: `nothing-to-${step.kind}`,
              });
              continue;
            }
            to.push(await snapshot(root));
            await checkpoints[step.kind]();
            expect(filesOnly(await snapshot(root))).toEqual(filesOnly(target));
            [open, group] = [false, -1];
          } else if ("path" in step) {
            const old = await latin(step.path);
            const bytes = { encoding: "latin1" as const };
            if (step.kind === "write") {
              const after = Buffer.from(step.content).toString("latin1");
              await write([
                { path: step.path, before: old, after, ...bytes, ...(step.mode && { mode: step.mode }) },
              ]);
            } else if (step.kind === "binary") {
              await write([
                { path: step.path, before: old, after: Buffer.from(step.bytes).toString("latin1"), ...bytes },
              ]);
            } else if (step.kind === "delete" && old !== null) {
              await write([{ path: step.path, before: old, after: null, ...bytes }]);
            } else if (step.kind === "rename" && old !== null && step.path !== step.to) {
              const there = await latin(step.to);
              await write([
                { path: step.path, before: old, after: null, ...bytes },
                { path: step.to, before: there, after: old, ...bytes },
              ]);
            }
          }
        }
        while (done.pop()) await checkpoints.undo();
        expect(filesOnly(await snapshot(root))).toEqual(filesOnly(before));
      }),
      { numRuns: Number(process.env["ANTIPHON_RUNS"] ?? 25), seed: 20261121 },
    );
  });

  it("takes a whole command back, new files and folders with it, from another process too", async () => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-undo-"));
    const [root, state] = [join(base, "root"), join(base, "state")];
    await mkdir(root);
    await writeFile(join(root, "old.txt"), "old");
    const first = await openWorkspace(root, { state, clock: testClock });
    first.checkpoints.begin("/api-gen Task");
    await first.files.write([{ path: "src/models/task.ts", before: null, after: "x" }]);
    await first.files.write([
      { path: "old.txt", before: "old", after: "new" },
      { path: "src/app.ts", before: null, after: "y" },
    ]);
    const second = await openWorkspace(root, { state, clock: testClock });
    expect(await second.checkpoints.list()).toMatchObject([
      { label: "/api-gen Task", paths: ["src/models/task.ts", "old.txt", "src/app.ts"] },
    ]);
    expect(await second.checkpoints.undo()).toMatchObject({ kind: "undone" });
    expect(await snapshot(root)).toEqual({ "old.txt": "644 old" });
    await second.checkpoints.redo();
    expect(await readdir(root, { recursive: true })).toHaveLength(5);
    await writeFile(join(root, "old.txt"), "the user's own");
    await expect(second.checkpoints.undo()).rejects.toMatchObject({ code: "file-changed" });
    expect(await readFile(join(root, "src/app.ts"), "utf8")).toBe("y");
  });

  it("keeps writers of several processes apart", async () => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-undo-"));
    const root = join(base, "root");
    const open = () => openWorkspace(root, { state: join(base, "state"), clock: testClock });
    const all = await Promise.all([open(), open(), open()]);
    await Promise.all(
      all.flatMap(({ files }, index) =>
        Array.from({ length: 5 }, (_, n) =>
          files.write([{ path: `${index}/${n}`, before: null, after: "x" }]),
        ),
      ),
    );
    expect(await all[0].checkpoints.list()).toHaveLength(15);
    const same = await Promise.allSettled(
      all.map(({ files }) => files.write([{ path: "one", before: null, after: "x" }])),
    );
    expect(same.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("follows no link that was planted since, whatever lies behind it", async () => {
    const base = await mkdtemp(join(tmpdir(), "antiphon-undo-"));
    const [root, outside] = [join(base, "root"), join(base, "outside")];
    await mkdir(root);
    await mkdir(join(outside, "deep"), { recursive: true });
    const { files, checkpoints } = await openWorkspace(root, {
      state: join(base, "state"),
      clock: testClock,
    });
    await files.write([
      { path: "src/a.txt", before: null, after: "same" },
      { path: "src/deep/b.txt", before: null, after: "same" },
    ]);
    await rename(join(root, "src"), join(root, "away"));
    for (const path of ["a.txt", "deep/b.txt"]) await writeFile(join(outside, path), "same");
    await symlink(outside, join(root, "src"));
    await expect(checkpoints.undo()).rejects.toMatchObject({ code: "file-changed" });
    await checkpoints.adopt();
    await expect(checkpoints.undo()).rejects.toMatchObject({ code: "file-changed" });
    expect(await readFile(join(outside, "a.txt"), "utf8")).toBe("same");
    expect(await readFile(join(outside, "deep/b.txt"), "utf8")).toBe("same");
  });
});

/** A deletion may leave an empty folder behind. */
const filesOnly = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([, what]) => !what.endsWith(" folder")));
