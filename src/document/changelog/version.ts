import type { Entry } from "./entry.ts";

export type Step = "major" | "minor" | "patch";

const order: readonly Step[] = ["patch", "minor", "major"];

/** What the entries alone demand. */
export const stepOf = (entries: readonly Entry[]): Step =>
  entries.some((entry) => entry.breaking || entry.group === "Removed")
    ? "major"
    : entries.some((entry) => entry.group === "Added")
      ? "minor"
      : "patch";

/**
 * What the entries and the difference of the exported API demand together. Where the API is known, something removed
 * counts by what it took from users, not by the word, and so does something added where only its subject's words say
 * it; what an author calls breaking is.
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

/** The version after `current` by semver; before 1.0 a breaking change is a minor step and all others a patch. */
export function nextVersion(current: string, step: Step): string {
  const [, major = "0", minor = "0", patch = "0", pre] =
    /^v?(\d+)\.(\d+)(?:\.(\d+))?(-[\w.-]+)?/.exec(current) ?? [];
  const [a, b, c] = [Number(major), Number(minor), Number(patch)];
  if (pre !== undefined) return `${a}.${b}.${c}`;
  if (a === 0) return step === "major" ? `0.${b + 1}.0` : `0.${b}.${c + 1}`;
  if (step === "major") return `${a + 1}.0.0`;
  return step === "minor" ? `${a}.${b + 1}.0` : `${a}.${b}.${c + 1}`;
}
