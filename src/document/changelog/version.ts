import type { Entry } from "./select.ts";

export type Step = "major" | "minor" | "patch";

/** What the entries alone demand; the difference of the exported API can only demand more. */
export const stepOf = (entries: readonly Entry[]): Step =>
  entries.some((entry) => entry.breaking || entry.group === "Removed")
    ? "major"
    : entries.some((entry) => entry.group === "Added")
      ? "minor"
      : "patch";

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
