import { expect, it } from "vitest";
import { resolutionOrder } from "../evaluate/classes.ts";
import { type ClassValue, external, type Value } from "../evaluate/value.ts";

const extending = (...bases: ClassValue["bases"]): ClassValue =>
  ({ kind: "class", bases }) as unknown as ClassValue; // its order asks nothing else

it("looks through classes in Python's order, each once, however many ways lead to it", () => {
  const root = external("Exception");
  let [left, right] = [extending(root), extending(root)];
  const rows = [[left, right]];
  for (let row = 0; row < 30; row++) {
    [left, right] = [extending(left, right), extending(left, right)];
    rows.unshift([left, right]);
  }
  const order: readonly Value[] = [left, ...rows.slice(1).flat(), root];
  expect(resolutionOrder(left).map((value) => order.indexOf(value))).toEqual([...order.keys()]);
});

it("goes in no circles", () => {
  const bases: ClassValue[] = [];
  const value = extending();
  const round = { ...value, bases };
  bases.push(round);
  expect(resolutionOrder(round)).toEqual([round]);
});
