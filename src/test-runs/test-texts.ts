import type { Change, Files } from "../workspace/index.ts";
import { isTestFile, sources } from "./imports.ts";

/** The texts of a project's test files and of the snapshots that they compare with, by path. */
export type TestTexts = ReadonlyMap<string, string>;

export async function testTexts(files: Files): Promise<TestTexts> {
  const texts = new Map<string, string>();
  for (const glob of [sources, "**/*.snap"])
    for await (const path of files.find(glob)) {
      if (glob === sources && !isTestFile(path)) continue;
      const text = await files.tryRead(path).catch(() => null);
      if (text !== null) texts.set(path, text);
    }
  return texts;
}

/** Returns the changes that put test files back as they were, however they were changed; new ones stay. */
export async function restoring(texts: TestTexts, files: Files): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const [path, after] of texts) {
    const before = await files.tryRead(path).catch(() => null);
    if (before !== after) changes.push({ path, before, after });
  }
  return changes;
}
