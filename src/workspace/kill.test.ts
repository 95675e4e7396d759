import { expect, it } from "vitest";
import { killed, seeded } from "./kill.suite.ts";

it("leaves the project as it was or as it should be, killed at any moment", async () => {
  const seen = await killed(5, seeded(7));
  expect(Object.values(seen).reduce((a, b) => a + b)).toBe(5);
});
