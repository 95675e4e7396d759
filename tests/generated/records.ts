import type { GeneratedFile } from "../../src/generate/index.ts";

/** What every store of a server from a specification does, as a test of the generated project. */
const contract = (module: string): string => `import { expect, it } from "vitest";
import { openRecords } from "../src/store/${module}.ts";
import { openTestDatabase } from "./database.ts";

it("keeps records", async () => {
  const test = await openTestDatabase();
  await test.clear();
  const records = openRecords(() => Promise.resolve(test.db));
  await records.ping();

  expect(await records.add("a", "1", { n: 2, s: "x'\\"", left: undefined, z: null })).toBe(true);
  expect(await records.add("a", "1", { n: 3 })).toBe(false);
  expect(await records.add("a", "2", { n: 10, s: "y" })).toBe(true);
  const [first, second] = [{ n: 2, s: "x'\\"", z: null }, { n: 10, s: "y" }];
  expect(await records.get("a", "1")).toEqual(first);
  expect(await records.get("b", "1")).toBeUndefined();

  const most = Number.MAX_SAFE_INTEGER;
  expect(await records.list("a", {})).toEqual({ items: [first, second], total: 2 });
  expect(await records.list("a", { sort: "-n" })).toEqual({ items: [second, first], total: 2 });
  expect(await records.list("a", { sort: "n", limit: 1, offset: 1 })).toEqual({ items: [second], total: 2 });
  expect(await records.list("a", { equals: { s: "x'\\"", n: undefined } })).toEqual({ items: [first], total: 1 });
  expect(await records.list("a", { limit: 0 })).toEqual({ items: [], total: 2 });
  expect(await records.list("a", { limit: most, offset: most })).toEqual({ items: [], total: 2 });
  expect(await records.list("a", { sort: "-'; drop table records; --" })).toMatchObject({ total: 2 });

  expect(await records.change("a", "2", { t: 1, n: undefined })).toEqual({ ...second, t: 1 });
  expect(await records.change("a", "2", { t: 2 }, ["n"])).toEqual({ n: 10, t: 2 });
  expect(await records.change("a", "9", { t: 2 })).toBeUndefined();
  await Promise.all(["p", "q", "r"].map((member) => records.change("a", "2", { [member]: true })));
  expect(await records.get("a", "2")).toEqual({ n: 10, t: 2, p: true, q: true, r: true });

  await records.add("a/2/b", "1", {});
  await records.add("a/21/b", "1", {});
  const removed = await Promise.all([records.remove("a", "2"), records.remove("a", "2")]);
  expect(removed.filter((record) => record !== undefined)).toHaveLength(1);
  expect(await records.get("a/2/b", "1")).toBeUndefined();
  expect(await records.get("a/21/b", "1")).toEqual({});

  const [one, other] = [await records.number(), await records.number()];
  expect(other).toBeGreaterThan(one);
  await test.close();
});
`;

/** That test, for the store that is among a server's files. */
export function recordsTest(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  const [store] = files.flatMap(
    ({ path }) => /^src\/store\/(postgres|mongodb|prisma)\.ts$/.exec(path)?.[1] ?? [],
  );
  return store ? [{ path: "tests/records.test.ts", text: contract(store) }] : [];
}
