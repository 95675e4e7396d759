import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ApiError, checkRules, parseRequest, type Profile } from "./index.ts";

interface Row {
  readonly id: string;
  readonly tier: "core" | "extended";
  readonly profile: Profile | "both";
  readonly request?: object;
  readonly path?: string;
  readonly headers?: object;
  readonly requires?: string;
  readonly status: number;
  readonly message?: string | null;
  readonly message_re?: string | null;
}
const file = join(process.env["ANTIPHON_DATA"] ?? "", "messages/oracle.jsonl");
const rows: readonly Row[] = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Row => JSON.parse(line.replaceAll('"$MODEL"', '"builtin"')))
  : [];

function answer({ request, path }: Row, profile: Profile): string | undefined {
  try {
    const counting = path?.endsWith("count_tokens") ?? false;
    checkRules(parseRequest(request, profile, { counting }).messages, profile);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

describe.skipIf(rows.length === 0).each(["spec", "live"] as const)("in profile %s", (profile) => {
  const comparedRows = rows.filter(
    (row) =>
      row.tier === "core" &&
      row.request &&
      !row.headers &&
      (row.profile === profile || row.profile === "both") &&
      (row.requires ?? "prefill:yes") === "prefill:yes",
  );
  it("every recorded answer is given again, word for word", () => {
    const wrong = comparedRows.flatMap((row) => {
      const text = answer(row, profile);
      const right =
        row.status === 200
          ? text === undefined
          : text !== undefined &&
            (typeof row.message !== "string" || row.message === text) &&
            (typeof row.message_re !== "string" || new RegExp(row.message_re, "s").test(text));
      return right ? [] : [`${row.id}: ${text}`];
    });
    expect(wrong).toEqual([]);
    expect(comparedRows.length).toBeGreaterThan(90);
  });
});
