import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder } from "./folder.ts";

describe("makeFolder", () => {
  const root = mkdtempSync(join(tmpdir(), "antiphon-folder-"));
  afterAll(() => rmSync(root, { recursive: true }));

  it("makes what is missing, and gives the first that it made", async () => {
    expect(await makeFolder(join(root, "a/b/c"), { mode: 0o700 })).toBe(join(root, "a"));
    expect(statSync(join(root, "a/b/c")).mode & 0o777).toBe(0o700);
    expect(await makeFolder(join(root, "a/b"))).toBeUndefined();
    expect(await makeFolder(join(root, "a/d"))).toBe(join(root, "a/d"));
  });

  it("makes one at once with others", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => makeFolder(join(root, "e/f"))));
    expect(all.filter((created) => created !== undefined).length).toBeGreaterThan(0);
    expect(statSync(join(root, "e/f")).isDirectory()).toBe(true);
  });

  it("fails where a file stands in the way", async () => {
    writeFileSync(join(root, "file"), "");
    await expect(makeFolder(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
    await expect(makeFolder(join(root, "file/a"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it.skipIf(!existsSync("/proc/self"))("ends where a file system makes none", async () => {
    await expect(makeFolder("/proc/antiphon/a")).rejects.toMatchObject({ code: "ENOENT" });
  });
});
