import type { ComposedSite } from "../../document/index.ts";
import { type Block, type Section, share, show } from "../../report/index.ts";
import type { Written } from "../../workspace/index.ts";
import type { DocFlags } from "./contract.ts";
import { docDataOf, type DocReport } from "./data.ts";

interface Outcome extends ComposedSite {
  readonly written: Written | undefined;
  readonly flags: DocFlags;
}

const megabytes = (pages: ReadonlyMap<string, string>): string =>
  `${([...pages.values()].reduce((sum, text) => sum + text.length, 0) / 1e6).toFixed(1)} MB`;

function files({ changes, handWritten, written, flags, start, made }: Outcome): Section {
  const text = `${changes.length} ${changes.length === 1 ? "file" : "files"} in ${start}`;
  const blocks: readonly Block[] = !changes.length
    ? [show.text(`Compared: the ${made.size - handWritten.length} pages are as the source shows them.`)]
    : flags.check
      ? [show.answer(`A run without --check would write ${text}.`)]
      : [
          show.check(`${text} written; no code was touched`, written, true),
          show.answer(`Open ${start}/index.html`),
        ];
  return show.section("files", "Files modified", [
    ...blocks,
    ...show.lists(handWritten.map((path) => `${path} is yours and was left as it is`)),
  ]);
}

function next({ links, sources, flags }: Outcome, undocumented: readonly string[]): Section {
  const items = [
    ...links.broken.slice(0, 8).map((item) => `Correct a link: ${item}`),
    ...undocumented.slice(0, 8).map((item) => `Without a sentence: ${item}`),
    ...sources.left.slice(0, 8).map(({ path, why }) => `${path} was left out: it ${why}`),
    ...(flags.check ? [] : ["Run it with --check in CI: it fails where pages and sources no longer match"]),
  ];
  return show.section("next_steps", "Next steps", [show.list(items)]);
}

export function siteReport(outcome: Outcome): DocReport {
  const { about, sources, made, links, changes, flags } = outcome;
  const items = sources.modules.flatMap(({ path, items: all }) => all.map((item) => ({ ...item, path })));
  const silent = items.filter(({ doc }) => !doc?.summary);
  return {
    title: `Site of ${about.title} ${about.version}`,
    outcome: flags.check && changes.length > 0 ? "failed" : "done",
    data: docDataOf({
      coverage: { declarations: { documented: items.length - silent.length, total: items.length } },
      left_alone: sources.left.map(({ path, why }) => ({ path, why })),
    }),
    sections: [
      files(outcome),
      show.section("added", "Documentation added", [
        show.facts({
          "code comments": 0,
          pages: [...made.keys()].filter((path) => path.endsWith(".html")).length,
          declarations: items.length,
          size: megabytes(made),
        }),
      ]),
      show.section("coverage", "Coverage", [
        show.facts({ "declarations with a sentence": share(items.length - silent.length, items.length) }),
      ]),
      show.section("quality", "Quality checks", [
        show.facts({
          "links verified": `${links.links} between pages followed, ${links.broken.length} broken; those to other sites not opened`,
          "examples tested": "not executed: a site shows them as they stand in the source",
          "type annotations": "shown as they stand in the source",
        }),
      ]),
      next(
        outcome,
        silent.map(({ path, line, name }) => `${path}:${line} ${name}`),
      ),
    ],
  };
}
