import { describe, expect, it } from "vitest";
import { converse } from "./trial.suite.ts";

/** Tests with `count` valid, mutated and hostile conversations. */
export function conversations(count: number): void {
  describe(`${count} conversations of any kind`, () => {
    it("leave no crash, no hang and no malformed answer", { timeout: 240_000 }, async () => {
      const tally = await converse({ count, seed: 20_261_121, overHttp: 20 });
      expect(tally.wrong).toEqual([]);
      expect(tally.conversations).toBe(count);
      expect(tally.answered).toBeGreaterThan(count / 4);
      expect(tally.refused).toBeGreaterThan(count / 4);
      expect(tally.broken).toBeLessThan(count / 10);
    });
  });
}
