import { getHeapSpaceStatistics } from "node:v8";
import { afterEach, expect, it } from "vitest";
import { growAgain, keepSmall } from "./young.ts";

afterEach(growAgain);

const young = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;

it("keeps what the youngest objects take from growing with what is made", () => {
  keepSmall();
  const before = young();
  const objects: object[] = [];
  for (let count = 0; count < 1_500_000; count++) {
    if (count % 1000 === 0) keepSmall();
    objects.push({ made: count });
  }
  expect(objects).toHaveLength(1_500_000);
  // without the guard it takes 64 MB; with it, 40 MB is the most that was observed
  expect(young()).toBeLessThanOrEqual(Math.max(before, 48 * 1024 * 1024));
});
