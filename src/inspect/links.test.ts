import { expect, it } from "vitest";
import { Links } from "./links.ts";

function linksOf(rows: readonly (readonly number[])[]): Links {
  const links = new Links();
  for (const ends of rows) links.add(ends);
  return links;
}

it("leads where it was told, and back in the order of the places", () => {
  const rows = [[1, 2], [2], [], [0, 1, 2, 3]];
  const links = linksOf(rows);
  expect(rows.map((_, place) => links.at(place))).toEqual(rows);
  expect(rows.map((_, place) => links.reversed().at(place))).toEqual([[3], [0, 3], [0, 1, 3], [3]]);
});

it("grows with what it is told", () => {
  const all = Array.from({ length: 200 }, (_, place) => place);
  const links = linksOf(Array.from({ length: 200 }, () => all));
  expect(links.at(199)).toEqual(all);
  expect(links.reversed().at(0)).toEqual(all);
});

it("knows nothing of no place", () => {
  expect(linksOf([]).reversed().at(0)).toEqual([]);
});
