import { noReport } from "../runners/no-report.ts";
import type { Coverage, FileCoverage, Gap } from "./contract.ts";

interface Block {
  readonly line: number;
  readonly endLine: number;
  readonly statements: number;
  readonly hit: boolean;
}

/** Parses a `go test` profile. Each block counts as one branch. */
export function fromGoProfile(text: string): readonly FileCoverage[] {
  if (!/^mode: /m.test(text)) throw noReport("the coverage profile");
  const files = new Map<string, Map<string, Block>>();
  for (const [, file = "", place = "", line, endLine, statements, count] of text.matchAll(
    /^(.+?):((\d+)\.\d+,(\d+)\.\d+) (\d+) (\d+)$/gm,
  )) {
    const blocks = files.get(file) ?? new Map<string, Block>();
    files.set(file, blocks);
    // The tests of each package report the block again.
    const hit = Number(count) > 0 || blocks.get(place)?.hit === true;
    blocks.set(place, { line: Number(line), endLine: Number(endLine), statements: Number(statements), hit });
  }
  return [...files].map(([file, blocks]) => {
    const all = [...blocks.values()];
    const sum = (some: readonly Block[]): number => some.reduce((n, { statements }) => n + statements, 0);
    const hit = all.filter((block) => block.hit);
    return {
      file,
      lines: { covered: sum(hit), total: sum(all) },
      branches: { covered: hit.length, total: all.length },
      gaps: all
        .filter((block) => !block.hit)
        .map(({ line, endLine }): Gap => ({ line, endLine, kind: "branch", what: "" }))
        .sort((a, b) => a.line - b.line),
    };
  });
}

export const goProfile: Coverage = {
  needs: [],
  file: "cover.out",
  measured: ([go, test, ...words]) => [
    go,
    test ?? "test",
    "-coverprofile={reports}/cover.out",
    "-coverpkg=./...",
    ...words,
  ],
  read: fromGoProfile,
};
