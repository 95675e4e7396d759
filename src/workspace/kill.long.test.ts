import { expect, it } from "vitest";
import { killed, seeded } from "./kill.suite.ts";

/** `ANTIPHON_KILLS=1000` runs the full test. */
const times = Number(process.env["ANTIPHON_KILLS"] ?? 100);

it(
  `leaves the project as it was or as it should be after each of ${times} kills`,
  { timeout: 3_600_000 },
  async () => {
    const seen = await killed(times, seeded(20261121));
    console.info(seen); // oxlint-disable-line no-console
    expect(seen["finished"]).toBeGreaterThan(0);
    expect(seen["rolled back"]).toBeGreaterThan(0);
  },
);
