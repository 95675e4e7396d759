import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serve } from "../api/index.ts";
import type { Files } from "../workspace/index.ts";
import { mergeWith } from "./merge.ts";
import { mergeLines } from "./merge-lines.ts";
import { mergePackage } from "./merge-package.ts";

const line = fc.constantFrom("a", "b", "c", "", "  x", "}", "import y", "<<<<<<< yours");
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((line) => `${line}\n`).join(""));
/** Random edits: lines removed, changed and added; new ones are recognisable. */
const edit = fc.array(
  fc.record({
    at: fc.nat(12),
    remove: fc.nat(2),
    add: fc.array(
      fc.nat(99).map((n) => `edited ${n}`),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 4 },
);
const apply = (
  base: string,
  edits: readonly { at: number; remove: number; add: readonly string[] }[],
): string =>
  edits
    .reduce<string[]>(
      (lines, { at, remove, add }) =>
        lines.toSpliced(Math.min(at, lines.length), remove, ...add.map((item) => `${item}\n`)),
      base.split(/(?<=\n)/).filter(Boolean),
    )
    .join("");

const count = (whole: string, one: string): number =>
  whole.split("\n").filter((found) => found === one).length;

describe("mergeLines", () => {
  it("loses no edited line, whatever changes on either side", () => {
    fc.assert(
      fc.property(text, edit, text, (base, edits, now) => {
        const mine = apply(base, edits);
        const merged = mergeLines(base, mine, now).text;
        for (const added of new Set(mine.split("\n").filter((item) => item.startsWith("edited "))))
          expect(count(merged, added)).toBeGreaterThanOrEqual(count(mine, added));
      }),
      { numRuns: 10_000, seed: 7 },
    );
  });

  it("takes the one side where the other is unchanged", () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergeLines(base, base, other).text).toBe(other);
        expect(mergeLines(base, other, base).text).toBe(other);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  it.each([
    ["export function ", " {}"],
    ["def ", "():\n    pass"],
  ])("keeps declarations that both sides add at the end: %s", (before, after) => {
    const [base, mine, now] = [[], ["sum"], ["archive", "restore"]].map((added) =>
      ["list", ...added].map((name) => `${before}${name}${after}\n`).join("\n"),
    ) as [string, string, string]; // map keeps three
    expect(mergeLines(base, mine, now)).toEqual({
      text: ["list", "archive", "restore", "sum"].map((name) => `${before}${name}${after}\n`).join("\n"),
      conflict: false,
    });
    const renamed = mergeLines(base, mine, now.replace("list", "find"));
    expect(renamed).toEqual({
      text: expect.stringMatching(/find[^]*archive[^]*restore[^]*sum/),
      conflict: false,
    });
    const unended = mergeLines(base, base.replace("list", "find").trimEnd(), now);
    expect(unended).toEqual({ text: now.replace("list", "find"), conflict: false });
    const other = `${base}\n\n${before}sum${after}\n`;
    expect(mergeLines(base, mine, other).conflict).toBe(true);
  });

  it("looks for declarations in linear time", () => {
    expect(mergeLines("a\n", "b\n", `a\n${"\n".repeat(300_000)}  c\n`).conflict).toBe(true);
  });

  it("marks a conflict as git does, and keeps line ends", () => {
    expect(mergeLines("a\nb\n", "a\r\nmine\r\n", "a\ntheirs\n")).toEqual({
      text: "a\r\n<<<<<<< yours\r\nmine\r\n=======\r\ntheirs\r\n>>>>>>> generated\r\n",
      conflict: true,
    });
  });
});

describe("mergePackage", () => {
  it("adds what is missing, and leaves versions and order as they are", () => {
    const mine = '{\n    "name": "mine",\n    "dependencies": { "zod": "^3.0.0" }\n}\n';
    const now = '{"name":"x","scripts":{"test":"vitest run"},"dependencies":{"zod":"4.0.0","pg":"8.0.0"}}';
    expect(JSON.parse(mergePackage(undefined, mine, now))).toEqual({
      name: "mine",
      scripts: { test: "vitest run" },
      dependencies: { zod: "^3.0.0", pg: "8.0.0" },
    });
  });
});

/** In-memory files, and a function that applies a merge. */
function folder(texts: Record<string, string>) {
  const files = { tryRead: (path: string) => Promise.resolve(texts[path] ?? null) } as Pick<
    Files,
    "tryRead"
  > as Files; // all that a merge needs
  const run = async (generated: Record<string, string>) => {
    const list = Object.entries(generated).map(([path, content]) => ({ path, text: content }));
    const merged = await mergeWith(files, serve([]), list);
    for (const { path, after } of merged.changes) {
      if (after === null) delete texts[path];
      else texts[path] = after;
    }
    return merged;
  };
  return { texts, run };
}

describe("mergeWith", () => {
  it("writes what is new, and nothing the second time", async () => {
    const { texts, run } = folder({});
    await run({ "src/a.ts": "one\n" });
    expect(texts["src/a.ts"]).toBe("one\n");
    expect((await run({ "src/a.ts": "one\n" })).changes).toEqual([]);
  });

  it("says which package.json can't be read", async () => {
    const { run } = folder({ "clients/typescript/package.json": "{ no" });
    await expect(run({ "clients/typescript/package.json": "{}" })).rejects.toMatchObject({
      placedMessage: "clients/typescript/package.json: is not a JSON object.",
    });
  });

  it("tells what a client of another specification takes the place of", async () => {
    const { texts } = folder({});
    const files = { tryRead: (path: string) => Promise.resolve(texts[path] ?? null) } as Files; // all that a merge needs
    const merge = async (title: string, text: string) => {
      const api = { ...serve([]), info: { title, version: "1" } };
      const merged = await mergeWith(files, api, [{ path: "clients/a.ts", text }], {
        kind: "clients/typescript",
      });
      for (const { path, after } of merged.changes) texts[path] = after ?? "";
      return merged.replaces;
    };
    expect([await merge("Pets", "1\n"), await merge("Pets", "2\n"), await merge("Doors", "3\n")]).toEqual([
      undefined,
      undefined,
      "Pets",
    ]);
  });

  it("removes what isn't generated any more, and names files that are kept for their edits", async () => {
    const { texts, run } = folder({});
    await run({ "src/a.ts": "one\n", "src/b.ts": "two\n", "src/c.ts": "three\n" });
    texts["src/b.ts"] = "mine\ntwo\n";
    expect((await run({ "src/a.ts": "one\n" })).kept).toEqual(["src/b.ts"]);
    expect([texts["src/b.ts"], texts["src/c.ts"]]).toEqual(["mine\ntwo\n", undefined]);
    expect((await run({ "src/a.ts": "one\n" })).kept).toEqual([]);
  });

  it("keeps edits and brings changes", async () => {
    const { texts, run } = folder({});
    await run({ "src/a.ts": "one\ntwo\nthree\n" });
    texts["src/a.ts"] = "mine\none\ntwo\nthree\n";
    await run({ "src/a.ts": "one\ntwo\nthree\nfour\n" });
    expect(texts["src/a.ts"]).toBe("mine\none\ntwo\nthree\nfour\n");
  });

  it("names conflicts until they are resolved", async () => {
    const { texts, run } = folder({});
    await run({ "src/a.ts": "one\n" });
    texts["src/a.ts"] = "mine\n";
    const found = [await run({ "src/a.ts": "two\n" }), await run({ "src/a.ts": "two\n" })];
    expect(found.map(({ conflicts }) => conflicts)).toEqual([["src/a.ts"], ["src/a.ts"]]);
    texts["src/a.ts"] = "two\n";
    expect((await run({ "src/a.ts": "two\n" })).conflicts).toEqual([]);
  });

  it("leaves deleted files deleted, and the user's own alone", async () => {
    const { texts, run } = folder({ "README.md": "mine\n" });
    const generated = { "README.md": "generated\n", "src/a.ts": "one\n", "src/b.ts": "one\n" };
    expect((await run(generated)).untouched).toEqual(["README.md"]);
    delete texts["src/a.ts"];
    expect((await run({ ...generated, "src/a.ts": "two\n" })).deleted).toEqual(["src/a.ts"]);
    expect(texts["README.md"]).toBe("mine\n");
    expect(texts["src/a.ts"]).toBeUndefined();
  });

  it("makes everything again where all of it was taken away, but for what databases went through", async () => {
    const { texts, run } = folder({});
    const client = { "clients/a.ts": "a\n", "clients/b.ts": "b\n" };
    await run(client);
    for (const path of Object.keys(client)) delete texts[path];
    expect((await run(client)).deleted).toEqual([]);
    expect(texts["clients/a.ts"]).toBe("a\n");
    await run({ ...client, "migrations/0001_initial.sql": "c\n" });
    for (const path of [...Object.keys(client), "migrations/0001_initial.sql"]) delete texts[path];
    expect((await run(client)).deleted).toEqual(Object.keys(client));
  });

  it("removes what is generated no more, unless it was edited; migrations stay", async () => {
    const { texts, run } = folder({});
    await run({ "src/a.ts": "a\n", "src/b.ts": "b\n", "migrations/0001_initial.sql": "c\n" });
    texts["src/b.ts"] = "mine\n";
    await run({});
    expect(Object.keys(texts).filter((path) => !path.startsWith(".antiphon"))).toEqual([
      "src/b.ts",
      "migrations/0001_initial.sql",
    ]);
  });
});
