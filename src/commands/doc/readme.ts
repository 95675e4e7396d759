import { composeReadme, gatherFacts, settled, type Gathered, type Readme } from "../../document/index.ts";
import { openDeclared } from "../../inspect/index.ts";
import type { Block, Report } from "../../report/index.ts";
import type { Change, Files, Written } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import type { DocFlags, DocTarget } from "./contract.ts";

const names = ["README.md", "readme.md", "Readme.md", "README.markdown", "docs/README.md"] as const;

async function readmeOf(files: Files): Promise<{ readonly path: string; readonly text: string | null }> {
  for (const path of names) {
    // a link to one that is gone is none
    const text = await files.tryRead(path).catch(() => null);
    if (text !== null) return { path, text };
  }
  return { path: names[0], text: null };
}

async function run(flags: DocFlags, { session, signal }: Context): Promise<Report> {
  const { workspace } = session;
  session.progress("Reading the project");
  const index = await openDeclared(workspace, { more: settled, signal });
  const gathered = await gatherFacts(workspace, index, signal).finally(() => index.close());
  const { path, text } = await readmeOf(workspace.files);
  const folder = path.includes("/") ? `${path.slice(0, path.lastIndexOf("/"))}/` : "";
  const ground = { manifest: gathered.facts.manifest, paths: gathered.paths, folder };
  const readme = composeReadme(text, gathered.facts, ground, { update: flags.update });
  const change: Change = { path, before: text, after: readme.text };
  const changed = readme.text !== (text ?? "");
  const written = changed && !flags.check ? await workspace.files.write([change]) : undefined;
  return report({ readme, gathered, change, changed, written, flags });
}

interface Outcome {
  readonly readme: Readme;
  readonly gathered: Gathered;
  readonly change: Change;
  readonly changed: boolean;
  readonly written: Written | undefined;
  readonly flags: DocFlags;
}

function report({ readme, gathered, change, changed, written, flags }: Outcome): Report {
  const { stale } = readme.checked;
  const parts = Object.entries(readme.complete);
  const asked = parts.filter(([, there]) => there !== undefined);
  const there = asked.filter(([, one]) => one).length;
  const left = stale.filter(({ edit }) => !edit);
  const files: readonly Block[] = !changed
    ? [{ kind: "text", text: `${change.path} says everything already.` }]
    : flags.check
      ? [{ kind: "diff", change }]
      : [
          { kind: "list", items: [change.path] },
          { kind: "check", claim: `${change.path} written`, evidence: written, passed: true },
        ];
  return {
    title: "Documentation of the README",
    outcome: flags.check && (changed || left.length > 0) ? "failed" : "done",
    sections: [
      { key: "files", title: "Files modified", blocks: files },
      {
        key: "added",
        title: flags.check ? "Documentation that would be added" : "Documentation added",
        blocks: [
          {
            kind: "facts",
            facts: {
              "README sections": readme.written.join(", ") || "none",
              "stale facts mended": stale.length - left.length,
            },
          },
          ...(stale.length
            ? [
                {
                  kind: "list" as const,
                  items: stale.map(
                    ({ line, what, edit }) =>
                      `${change.path}:${line} ${what}${edit ? "" : " (left: only you can say what it should be)"}`,
                  ),
                },
              ]
            : []),
        ],
      },
      {
        key: "coverage",
        title: "Coverage",
        blocks: [
          {
            kind: "facts",
            facts: {
              "README completeness": `${there} of ${asked.length} (${asked.length ? Math.round((100 * there) / asked.length) : 100} %)`,
            },
          },
          {
            kind: "table",
            columns: ["Part", "State"],
            rows: parts.map(([key, one]) => [
              key,
              one === undefined
                ? "left out: the code reads no setting"
                : one
                  ? "there"
                  : "missing: the project shows nothing for it",
            ]),
          },
        ],
      },
      { key: "quality", title: "Quality checks", blocks: quality(readme, gathered) },
      {
        key: "next_steps",
        title: "Next steps",
        blocks: [{ kind: "list", items: next(readme, gathered, change.path) }],
      },
    ],
  };
}

function quality({ checked }: Readme, { tried, asked }: Gathered): readonly Block[] {
  const broken = checked.stale.filter(({ what }) => /isn't there|no heading/.test(what)).length;
  return [
    ...asked.flatMap(({ program, run: ran }): Block[] =>
      ran
        ? [{ kind: "check", claim: `${program} --help answers`, evidence: ran, passed: ran.exitCode === 0 }]
        : [],
    ),
    ...tried.runs.map(({ file, run: ran, passed, failed }): Block => ({
      kind: "check",
      claim: `Examples of ${file} executed: ${passed} passed, ${failed} failed`,
      evidence: ran,
      passed: failed === 0,
    })),
    {
      kind: "facts",
      facts: {
        "examples tested":
          tried.passed + tried.untried + tried.failed.length === 0
            ? "none: no test shows a call of the entry's exports with plain values"
            : `${tried.passed + tried.failed.length} executed, ${tried.passed} passed; ${tried.untried} not executed${tried.why ? `: ${tried.why}` : ""}`,
        "type annotations complete": "a README has none",
        "error cases documented": "a README has none",
        "links verified": `${checked.links} to files and headings here, ${broken} broken; ${checked.outside} to other sites not opened`,
        ...Object.fromEntries(
          asked.flatMap(({ program, why }) => (why ? [[`${program} --help`, `not executed: ${why}`]] : [])),
        ),
      },
    },
  ];
}

function next({ complete, checked }: Readme, { facts }: Gathered, path: string): readonly string[] {
  return [
    ...(complete.purpose === false
      ? [
          facts.manifest
            ? `Say what the project is for: "description" of ${facts.manifest.path}`
            : `Say in ${path} what the project is for`,
        ]
      : []),
    ...(complete.features === false
      ? [`List the features in ${path}: the entry exports nothing that is documented`]
      : []),
    ...(complete.usage === false
      ? [`Show a call of the main function in ${path}, or in a test with plain values`]
      : []),
    ...checked.stale.flatMap(({ line, what, edit }) => (edit ? [] : [`${path}:${line}: ${what}`])),
    `Write above or below the marks in ${path}: what stands between them is made anew`,
  ];
}

const readme: DocTarget = { formats: ["md"], run };
export default readme;
