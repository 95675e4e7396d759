import { createHash } from "node:crypto";
import { UserError } from "../lib/index.ts";
import type { Files, Written } from "../workspace/index.ts";
import type { Shown } from "./look.ts";

const levels = { critical: "error", important: "warning", minor: "note" } as const;

/** Returns the findings as a SARIF 2.1.0 log, as code hosts and editors read it. */
export function toSarif(findings: readonly Shown[]): string {
  const rules = [
    ...new Map(findings.map((finding) => [`${finding.check}/${finding.rule}`, finding])).entries(),
  ];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Antiphon",
            rules: rules.map(([id, rule]) => ({
              id,
              shortDescription: { text: id },
              help: { text: rule.suggestion },
              defaultConfiguration: { level: levels[rule.severity] },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { ROOT: { description: { text: "The folder that was reviewed." } } },
        results: findings.map((finding) => ({
          ruleId: `${finding.check}/${finding.rule}`,
          ruleIndex: rules.findIndex(([id]) => id === `${finding.check}/${finding.rule}`),
          level: levels[finding.severity],
          message: { text: `${finding.reason} ${finding.suggestion}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: finding.file.split("/").map(encodeURIComponent).join("/"),
                  uriBaseId: "ROOT",
                },
                region: {
                  startLine: finding.line,
                  ...(finding.quote && { snippet: { text: finding.quote } }),
                },
              },
            },
          ],
          // A finding keeps its fingerprint when lines above it change.
          partialFingerprints: {
            "antiphon/v1": hash([finding.check, finding.rule, finding.file, finding.quote.trim()].join("\n")),
          },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Writes the log. Raises UserError for an existing file that isn't SARIF. */
export async function writeSarif(files: Files, path: string, findings: readonly Shown[]): Promise<Written> {
  const before = await files.tryRead(path);
  if (before !== null && !before.includes('"sarif') && !before.includes("sarif-2.1.0"))
    throw new UserError(
      "sarif_exists",
      `${JSON.stringify(path.slice(0, 200))} already exists and is not a SARIF log.`,
      "Name another file: --sarif=review.sarif",
    );
  return files.write([{ path, before, after: toSarif(findings) }]);
}
