import { type Change, type Check, type Finding, found, isTest } from "../contract.ts";
import { familyOf, mask } from "../mask.ts";
import { rules } from "../rules.ts";
import { lineIndex } from "../../../lib/index.ts";

/** What is fine in a test: it speaks with no one, and its errors are seen. */
const fineInTests = new Set(["weak-hash", "swallowed-error", "tls-unverified", "temporary-file"]);

const dangerous: Check = {
  summary: "calls that run, open or trust what they shouldn't",
  focus: "security",
  run: async ({ changes }) => found(changes.flatMap(look)),
};
export default dangerous;

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
        // A match in `code` may begin within a string: then it is talk about code.
        if (!isNew || rule.unless?.test(lines)) return [];
        const { severity, reason, suggestion, id } = rule;
        return [{ file: path, line: first, severity, reason, suggestion, rule: id }];
      }),
    );
  const key = ({ line, rule }: Finding): string => `${line} ${rule}`;
  return findings.filter((one, i) => findings.findIndex((other) => key(other) === key(one)) === i);
}
