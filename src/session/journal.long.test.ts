import { expect, it } from "vitest";
import { survivesKills } from "./journal.suite.ts";

/** `ANTIPHON_KILLS=1000` runs the full test. */
const times = Number(process.env["ANTIPHON_KILLS"] ?? 200);

it(`a journal loses and doubles nothing in ${times} kills of its writer`, async () => {
  let seed = 20_261_121;
  const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
  await expect(survivesKills(times, random)).resolves.toBeUndefined();
}, 1_200_000);
