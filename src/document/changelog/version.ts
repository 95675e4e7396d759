import type { Entry } from "./entry.ts";

export type Step = "major" | "minor" | "patch";

const order: readonly Step[] = ["patch", "minor", "major"];

/** Returns the version step that the entries alone require. */
export const stepOf = (entries: readonly Entry[]): Step =>
  entries.some((entry) => entry.breaking || entry.group === "Removed")
    ? "major"
    : entries.some((entry) => entry.group === "Added")
      ? "minor"
      : "patch";

/**
 * Returns the version step required by entries and API difference together. If the API is known, a removal
 * counts by what users lost, not by its wording, and so does an addition that only the subject's words
 * claim; explicit breaking changes always count.
 */
export function stepWith(entries: readonly Entry[], api: Step | undefined): Step {
  if (api === undefined) return stepOf(entries);
  const step = stepOf(
    entries.map((entry) =>
      entry.group === "Removed" || entry.guessed ? { ...entry, group: "Changed" } : entry,
    ),
  );
  return order[Math.max(order.indexOf(step), order.indexOf(api))] ?? step;
}

/**
 * Returns the semver version after `current`. A prerelease becomes its release. Before 1.0, a breaking change
 * is a minor step and all others a patch.
 */
export function nextVersion(current: string, step: Step): string {
  const [, major = "0", minor = "0", patch = "0", pre] =
    /^v?(\d+)\.(\d+)(?:\.(\d+))?(-[\w.-]+)?/.exec(current) ?? [];
  const [a, b, c] = [Number(major), Number(minor), Number(patch)];
  if (pre !== undefined) return `${a}.${b}.${c}`;
  if (a === 0) return step === "major" ? `0.${b + 1}.0` : `0.${b}.${c + 1}`;
  if (step === "major") return `${a + 1}.0.0`;
  return step === "minor" ? `${a}.${b + 1}.0` : `${a}.${b}.${c + 1}`;
}
