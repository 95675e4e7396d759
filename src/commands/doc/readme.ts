import {
  composeReadme,
  gatherFacts,
  type Managed,
  managedIn,
  hasRst,
  withoutRst,
  withRst,
  settled,
  type Gathered,
  type Readme,
  type Opened,
  opened,
} from "../../document/index.ts";
import { openDeclared } from "../../inspect/index.ts";
import { type Block, share, show } from "../../report/index.ts";
import { get } from "../../tools/index.ts";
import type { Change, Files, Written } from "../../workspace/index.ts";
import type { Context } from "../command.ts";
import type { DocFlags, DocTarget } from "./contract.ts";
import { docDataOf, type DocReport } from "./data.ts";

const names = ["README.md", "readme.md", "Readme.md", "README.markdown", "docs/README.md"] as const;

/** READMEs in other formats are maintained by hand: no second one is created. */
const others = ["README", "readme", "Readme"].flatMap((name) =>
  [".rst", ".adoc", ".asciidoc", ".org", ".textile", ".txt", ""].map((extension) => `${name}${extension}`),
);

interface Found {
  readonly path: string;
  readonly text: string | null;
  /** It isn't Markdown: sections are appended to reStructuredText; for other formats, missing sections are only reported. */
  readonly isOther: boolean;
}

async function readmeOf(files: Files): Promise<Found> {
  for (const path of [...names, ...others]) {
    // a dangling link counts as missing
    const text = await files.tryRead(path).catch(() => null);
    const isOther = others.includes(path);
    if (text !== null) return { path, text, isOther };
  }
  return { path: names[0], text: null, isOther: false };
}

/** The titles of other formats in Markdown: those that are underlined, or begin with `=`. */
const likeMarkdown = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(/^(\S[^\n]*)\n([=\-~^"'`#*+])\2{2,}[ \t]*$/gm, "## $1")
    .replaceAll(/^=+(?= \S)/gm, (marks) => "#".repeat(marks.length))
    .replace("## ", "# ");

async function run(flags: DocFlags, { session, signal }: Context): Promise<DocReport> {
  const { workspace } = session;
  session.progress("Reading the project");
  const index = await openDeclared(workspace, { more: settled, signal });
  const gathered = await gatherFacts(workspace, index, signal).finally(() => index.close());
  const { path, text, isOther } = await readmeOf(workspace.files);
  const folder = path.includes("/") ? `${path.slice(0, path.lastIndexOf("/"))}/` : "";
  const ground = { manifest: gathered.facts.manifest, paths: gathered.paths, folder };
  const isRst = path.endsWith(".rst");
  const known = isOther ? likeMarkdown(withoutRst(text ?? "")) : text;
  const update = flags.update && !isRst;
  const readme = composeReadme(known, gathered.facts, ground, { update });
  const managedBlocks =
    isRst && flags.update ? lacking(readme).filter(({ key }) => hasRst(text ?? "", key)) : lacking(readme);
  const after = isRst ? withRst(text ?? "", managedBlocks) : readme.text;
  const change: Change = { path, before: text, after };
  // a title alone isn't worth writing
  const changed =
    (!isOther || isRst) && after !== (text ?? "") && (text !== null || readme.written.length > 0);
  const written = changed && !flags.check ? await workspace.files.write([change]) : undefined;
  const isShown = isOther && !isRst;
  const lacks = isShown ? lacking(readme) : [];
  const progress = (text: string): void => session.progress(text);
  const online = flags.online ? await opened(readme.checked.outside, { get, signal, progress }) : undefined;
  const finalReadme = isShown ? asItIs(readme, lacks) : readme;
  return report({
    readme: finalReadme,
    gathered,
    change,
    changed,
    isOther: isShown,
    lacks,
    written,
    flags,
    online,
  });
}

/** The sections that would be added. */
const lacking = ({ text }: Readme): readonly Managed[] =>
  managedIn(text).filter(({ key }) => key !== "badges" && key !== "contents");

/** The report on a README that isn't changed. */
const asItIs = (readme: Readme, lacks: readonly Managed[]): Readme => ({
  ...readme,
  written: [],
  checked: { ...readme.checked, stale: [] },
  complete: Object.fromEntries(
    Object.entries(readme.complete).map(([key, there]) => [
      key,
      lacks.some((lack) => lack.key === key) ? false : there,
    ]),
  ) as Readme["complete"], // the same keys
});

interface Outcome {
  readonly readme: Readme;
  readonly gathered: Gathered;
  readonly change: Change;
  readonly changed: boolean;
  readonly isOther: boolean;
  readonly lacks: readonly Managed[];
  readonly written: Written | undefined;
  readonly flags: DocFlags;
  /** The results of requesting links to other sites, if they were requested. */
  readonly online: Opened | undefined;
}

/** What happened to the file, or the sections to copy if nothing is written. */
function filesOf({ change, changed, isOther, lacks, written, flags }: Outcome): readonly Block[] {
  const { path, before } = change;
  if (isOther) {
    const text = `${path} is this project's README, and only Markdown is written: nothing was.`;
    if (lacks.length === 0) return [show.text(text)];
    const code = lacks.map(({ body }) => body.trim()).join("\n\n");
    return [show.text(`${text} What it lacks:`), show.code("markdown", code)];
  }
  if (!changed) {
    const nothing = "Not written: no manifest, script or export was read that a README could show.";
    return [show.text(before === null ? nothing : `${path} holds what a run would write.`)];
  }
  if (flags.check) return [{ kind: "diff", change }];
  return [show.list([path]), show.check(`${path} written`, written, true)];
}

function report(outcome: Outcome): DocReport {
  const { readme, change, changed, isOther, flags, online } = outcome;
  const { stale } = readme.checked;
  const parts = Object.entries(readme.complete);
  const countedParts = parts.filter(([, there]) => there !== undefined);
  const there = countedParts.filter(([, item]) => item).length;
  const left = stale.filter(({ edit }) => !edit);
  return {
    title: "Documentation of the README",
    outcome:
      flags.check && (changed || left.length > 0 || (online?.broken.length ?? 0) > 0) ? "failed" : "done",
    data: docDataOf({ coverage: { readme: { documented: there, total: countedParts.length } } }),
    sections: [
      show.section("files", "Files modified", filesOf(outcome)),
      show.section("added", flags.check ? "Documentation that would be added" : "Documentation added", [
        show.facts({
          "README sections": readme.written.join(", ") || "none",
          "stale facts mended": stale.length - left.length,
        }),
        ...show.lists(
          stale.map(
            ({ line, what, edit }) =>
              `${change.path}:${line} ${what}${edit ? "" : " (left: only you can say what it should be)"}`,
          ),
        ),
      ]),
      show.section("coverage", "Coverage", [
        show.facts({
          "README completeness": share(there, countedParts.length),
        }),
        show.table(
          ["Part", "State"],
          parts.map(([key, part]) => [
            key,
            part === undefined
              ? "omitted: the code reads no setting"
              : part
                ? "there"
                : isOther
                  ? "missing"
                  : "missing: the project shows nothing for it",
          ]),
        ),
      ]),
      show.section("quality", "Quality checks", quality(outcome)),
      show.section("next_steps", "Next steps", [show.list(next(outcome))]),
    ],
  };
}

/** The state of links to other sites. */
function elsewhere({ readme, online }: Outcome): string {
  if (!online) return `${readme.checked.outside.length} to other sites not opened: --online does`;
  if (online.offline)
    return `${readme.checked.outside.length} to other sites not opened: none answered, as on a machine without a network`;
  const left = online.left ? `, ${online.left} not opened: only https is, of public addresses` : "";
  return `${online.answered + online.broken.length} to other sites opened, ${online.broken.length} broken${left}`;
}

function quality(outcome: Outcome): readonly Block[] {
  const { checked } = outcome.readme;
  const { tried, helpRuns } = outcome.gathered;
  const broken = checked.stale.filter(({ what }) => /isn't there|no heading/.test(what)).length;
  return [
    ...helpRuns.flatMap(({ program, run: ran }): Block[] =>
      ran ? [show.check(`${program} --help answers`, ran, ran.exitCode === 0)] : [],
    ),
    ...tried.runs.map(({ file, run: ran, passed, failed }): Block =>
      show.check(`Examples of ${file} executed: ${passed} passed, ${failed} failed`, ran, failed === 0),
    ),
    show.facts({
      "examples tested":
        tried.passed + tried.untried + tried.failed.length === 0
          ? "none: no test shows a call of the entry's exports with plain values"
          : `${tried.passed + tried.failed.length} executed, ${tried.passed} passed; ${tried.untried} not executed${tried.why ? `: ${tried.why}` : ""}`,
      "type annotations complete": "a README has none",
      "error cases documented": "a README has none",
      "links verified": `${checked.links} to files and headings here, ${broken} broken; ${elsewhere(outcome)}`,
      ...Object.fromEntries(
        helpRuns.flatMap(({ program, why }) => (why ? [[`${program} --help`, `not executed: ${why}`]] : [])),
      ),
    }),
  ];
}

function next({ readme, gathered, change, changed, isOther, lacks, online }: Outcome): readonly string[] {
  const { complete, checked } = readme;
  const { facts } = gathered;
  const { path } = change;
  if (isOther) return lacks.length ? [`Take over into ${path} what it lacks`] : [];
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
    ...(online?.broken ?? []).map(({ line, what }) => `${path}:${line}: ${what}`),
    ...(changed || change.before !== null
      ? [`Write above or below the marks in ${path}: the text between them is regenerated`]
      : []),
  ];
}

const readme: DocTarget = { formats: ["md"], run };
export default readme;
