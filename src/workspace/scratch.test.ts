import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openScratch } from "./scratch.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "antiphon-scratch-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const texts = Array.from({ length: 40 }, (_, place) => `${place} é 🙂 ${"x".repeat(place * 1000)}`);

it("gives back each text, from the disk too, and leaves no name there", () => {
  const scratch = openScratch(folder);
  const places = texts.map((text) => scratch.put(text));
  expect(readdirSync(folder)).toEqual([]);
  expect(places.map((place) => scratch.get(place))).toEqual(texts);
  expect(places.toReversed().map((place) => scratch.get(place))).toEqual(texts.toReversed());
  expect(scratch.get(scratch.put(""))).toBe("");
  scratch.close();
});

it("holds in memory what the disk doesn't take", () => {
  const scratch = openScratch(join(folder, "gone"));
  const places = texts.map((text) => scratch.put(text));
  expect(places.map((place) => scratch.get(place))).toEqual(texts);
  scratch.close();
});
