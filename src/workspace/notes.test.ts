import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openNotes } from "./notes.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "antiphon-notes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("gives back what was kept under a name, and nothing else", async () => {
  const notes = openNotes(join(folder, "notes"));
  expect(await notes.get("a")).toBeNull();
  await notes.set("a", "one\ntwo");
  await notes.set("b", "");
  expect([await notes.get("a"), await notes.get("b"), await notes.get("c")]).toEqual(["one\ntwo", "", null]);
});

it("doesn't believe a note that was cut, changed or put under another name", async () => {
  const notes = openNotes(folder);
  await notes.set("a", "something");
  const [name = ""] = readdirSync(folder);
  const whole = readFileSync(join(folder, name), "utf8");
  for (const damaged of [whole.slice(0, -1), whole.replace("something", "anything"), "", "\n", "something"]) {
    writeFileSync(join(folder, name), damaged);
    expect(await notes.get("a")).toBeNull();
  }
  await notes.set("b", "other");
  const other = readdirSync(folder).find((item) => item !== name) ?? "";
  writeFileSync(join(folder, name), readFileSync(join(folder, other)));
  expect(await notes.get("a")).toBeNull();
});

it("keeps no more than the newest", async () => {
  const notes = openNotes(folder);
  for (let i = 0; i < 70; i++) await notes.set(`note ${i}`, "x");
  expect(readdirSync(folder).length).toBeLessThanOrEqual(64);
  expect(await notes.get("note 69")).toBe("x");
});
