import { expect, it } from "vitest";
import { applied } from "./apply.ts";

const edit = (start: number, end: number, text: string) => ({ range: { start, end }, text });

it.each([
  ["none", [], "abcdef"],
  ["in any order", [edit(4, 5, "E"), edit(0, 1, "A")], "AbcdEf"],
  ["at one place, the last given first", [edit(2, 2, "1"), edit(2, 2, "2"), edit(2, 3, "C")], "ab21Cdef"],
  ["at both ends", [edit(6, 6, ">"), edit(0, 0, "<")], "<abcdef>"],
  ["beside each other", [edit(1, 3, ""), edit(3, 4, "D")], "aDef"],
])("edits are made: %s", (_name, edits, after) => expect(applied("abcdef", edits)).toBe(after));
