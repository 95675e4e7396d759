import { expect, it } from "vitest";
import { Column, Groups } from "./column.ts";

it("keeps numbers across its pieces", () => {
  const column = new Column();
  for (let place = 0; place < 40_000; place++) expect(column.push(place * 3)).toBe(place);
  column.set(20_000, 7);
  expect([column.size, column.at(0), column.at(20_000), column.at(39_999), column.at(40_000)]).toEqual([
    40_000, 0, 7, 119_997, 0,
  ]);
});

it("tells the members of each group in their order, and none of a group that isn't there", () => {
  const groups = new Groups(3, 7, (member) => [2, 0, 2, 0, 0, 2, 2][member] ?? 0);
  expect([0, 1, 2, 3, 99].map((group) => [...groups.of(group)])).toEqual([
    [1, 3, 4],
    [],
    [0, 2, 5, 6],
    [],
    [],
  ]);
});
