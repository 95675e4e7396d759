import { type Change, type Check, type Finding, found, isTest, weighed } from "../contract.ts";
import { familyOf, mask, isCode } from "../../code/index.ts";
import { rules } from "../rules.ts";
import { lineIndex } from "../../lib/index.ts";

/** Rules that don't apply in tests, which connect to nobody, show no pages, read their own data, and show their errors. */
const fineInTests = new Set([
  "weak-hash",
  "swallowed-error",
  "tls-unverified",
  "temporary-file",
  "html-injection",
]);

const dangerous: Check = {
  summary: "calls that run, open or trust what they shouldn't",
  focus: "security",
  reads: isCode,
  run: async ({ changes }) => found(changes.flatMap(look)),
};
export default dangerous;

/** The author's note to a scanner that this was reviewed: reviewers see it, so it doesn't block. */
const vouched = (lines: readonly string[]): string | undefined =>
  /(?:#|\/\/|\/\*)\s*(noqa:[ \w,]*?\bS\d{3}|nosec\b|nosemgrep\b|NOSONAR\b|eslint-disable[\w-]* security\/[\w-]+)/.exec(
    lines.join("\n"),
  )?.[1];

/** The last line of a match, or of the `"""` string that it ends in: suppression marks follow the closing quotes. */
function ended(source: string, end: number, lineAt: (index: number) => number): number {
  const last = lineAt(end - 1);
  const rest = source.slice(end, end + 2000);
  const within = (source.slice(0, end).match(/"""/g)?.length ?? 0) % 2 === 1;
  const close = within ? rest.indexOf('"""') : -1;
  return close < 0 ? last : lineAt(end + close);
}

function look(change: Change): readonly Finding[] {
  const { path, after, added } = change;
  const family = familyOf(path);
  if (after === null || !family || added.size === 0) return [];
  const texts = mask(path, after);
  const lineAt = lineIndex(after);
  const findings = rules
    .filter((rule) => rule.in.split(" ").includes(family) && !(isTest(path) && fineInTests.has(rule.id)))
    .flatMap((rule) =>
      [...texts[rule.on].matchAll(rule.pattern)].flatMap(({ index, 0: text }): Finding[] => {
        const [first, last] = [
          lineAt(index + (/^\s*/.exec(text)?.[0].length ?? 0)),
          lineAt(index + text.length - 1),
        ];
        const lines = texts.code
          .split("\n")
          .slice(first - 1, last)
          .join("\n");
        const isNew = Array.from({ length: last - first + 1 }, (_, i) => first + i).some((line) =>
          added.has(line),
        );
        // A match in `code` may begin within a string: then it is text about code.
        if (!isNew || rule.unless?.test(lines)) return [];
        const { grave, reason, suggestion, id } = rule;
        const mark = vouched(after.split("\n").slice(first - 1, ended(after, index + text.length, lineAt)));
        const wording = mark === undefined ? reason : `${reason} Its author vouches for it (${mark}).`;
        return [
          {
            file: path,
            line: first,
            severity: mark === undefined && grave ? weighed("critical", path) : "minor",
            reason: wording,
            suggestion,
            rule: id,
          },
        ];
      }),
    );
  const key = ({ line, rule }: Finding): string => `${line} ${rule}`;
  return findings.filter((finding, i) => findings.findIndex((other) => key(other) === key(finding)) === i);
}
