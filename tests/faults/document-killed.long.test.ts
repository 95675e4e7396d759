import { expect, it } from "vitest";
import { seeded } from "../../src/workspace/kill.suite.ts";
import { documentKilled } from "./document-killed.suite.ts";

/** Number of kills; `ANTIPHON_KILLS=200` for more. */
const times = Number(process.env["ANTIPHON_KILLS"] ?? 12);

it(`leaves files whole after each of ${times} kills of /doc`, { timeout: 3_600_000 }, async () => {
  const seen = await documentKilled(times, 300, seeded(20261122));
  console.info(seen); // oxlint-disable-line no-console
  expect(
    seen.some(([old, now]) => old > 0 && now > 0),
    "one fell amid the writing",
  ).toBe(true);
});
