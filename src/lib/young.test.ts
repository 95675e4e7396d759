import { getHeapSpaceStatistics } from "node:v8";
import { afterEach, expect, it } from "vitest";
import { growAgain, keepSmall } from "./young.ts";

afterEach(growAgain);

const young = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;

it("keeps what the youngest objects take from growing with what is made", () => {
  keepSmall();
  const before = young();
  const held: object[] = [];
  for (let made = 0; made < 1_500_000; made++) {
    if (made % 1000 === 0) keepSmall();
    held.push({ made });
  }
  expect(held).toHaveLength(1_500_000);
  // without the guard it takes 64 MB; with it, 40 MB is the most that was observed
  expect(young()).toBeLessThanOrEqual(Math.max(before, 48 * 1024 * 1024));
});
