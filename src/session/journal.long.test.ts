import { expect, it } from "vitest";
import { survivesKills } from "./journal.suite.ts";

it("a journal loses and doubles nothing in 1,000 kills of its writer", async () => {
  let seed = 20_261_121;
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  await expect(survivesKills(1000, random)).resolves.toBeUndefined();
}, 1_200_000);
