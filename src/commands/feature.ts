import { type DataOf, UserError, usageError } from "../lib/index.ts";
import { type Block, notFound, type Reported, type Section, code, show } from "../report/index.ts";
import type { Written } from "../workspace/index.ts";
import { command, type Context } from "./command.ts";
import { dataOf, featureData } from "./feature/data.ts";
import { type Draft, draftOf } from "./feature/draft.ts";
import { planText, risks, title } from "./feature/plan.ts";

export default command({
  summary: "Find where a feature belongs and write a plan for it; with a model, carry it out",
  keywords:
    "Add, implement, build, create, make or support a feature, let or allow somebody to do something, be able to: where it belongs",
  argument: {
    name: "text",
    summary: "the feature, in words that the code would use",
    sentence: true,
    required: true,
    example: '"archive invoices by year"',
  },
  shell: true,
  data: featureData,
  flags: {
    save: {
      type: "string",
      summary: "The plan's file; docs/plans/… by default",
      example: "plan.md",
      files: true,
    },
    "plan-only": { type: "boolean", summary: "Only write the plan, even with a model" },
  },
  async run({ argument, flags }, context) {
    const { session } = context;
    const { files } = session.workspace;
    const draft = await draftOf(argument, context);
    const path = await files.resolve(flags.save ?? `docs/plans/${slug(title(draft))}.md`);
    const before = await files.tryRead(path);
    if (!/\.(?:md|markdown)$/i.test(path))
      throw usageError(
        "plan-path",
        "A plan is Markdown, and --save names another kind of file.",
        "Use a name that ends in .md: --save=plan.md",
      );
    if (before !== null)
      throw new UserError(
        "plan-exists",
        `${JSON.stringify(path)} already exists.`,
        `Carry it out: /execute-plan ${path}, or name another file with --save.`,
      );
    const evidence = await files.write([{ path, before, after: planText(draft) }]);
    const planned = report(draft, path, evidence);
    if (!session.model || flags["plan-only"]) return planned;
    return carriedOut(planned, path, context);
  },
});

type Planned = Reported<DataOf<typeof featureData>>;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-$/, "") || "feature";

/** Runs /execute-plan on the plan: it ticks steps by their runs, reviews what was written and runs the tests. */
async function carriedOut(planned: Planned, path: string, { run }: Context): Promise<Planned> {
  const done = await run(`/execute-plan ${path}`);
  const part: readonly Section[] = done.sections.map((section) => ({
    ...section,
    key: `plan_${section.key}`,
    title: section.title && `${done.title}: ${section.title}`,
  }));
  return {
    title: `${planned.title}: ${done.outcome}`,
    outcome: done.outcome,
    data: { ...planned.data, carried_out: done.outcome },
    sections: [...planned.sections, ...part],
  };
}

function report(draft: Draft, path: string, evidence: Written): Planned {
  const { places, similar, documents, test } = draft;
  const rows = places.map(({ file, symbols, tests, callers, size }) => [
    code(file),
    symbols
      .slice(0, 3)
      .map(({ declaration, line }) => `${code(declaration.name)}:${line}`)
      .join(", ") || null,
    callers,
    tests.map(code).join(", ") || null,
    size,
  ]);
  const { files, unread } = draft.gathered.searched;
  const claim = notFound("a file that fits these words. Use words that the code would use", files, unread);
  const none: readonly Block[] = claim ? [{ kind: "claim", claim }] : [];
  return {
    title: `Feature: ${title(draft)}`,
    outcome: "done",
    data: dataOf(draft, path),
    sections: [
      show.section(
        "places",
        "Places to touch",
        rows.length ? [show.table(["File", "Declared", "Callers", "Tests", "Size"], rows)] : none,
      ),
      ...(similar.length
        ? [
            show.section(
              "similar",
              "Done before",
              [
                show.list(
                  similar.map(
                    (similar) =>
                      `${similar.hash} ${code(similar.subject)}: ${similar.files.map(code).join(", ")}`,
                  ),
                ),
              ],
              { repeats: true },
            ),
          ]
        : []),
      show.section(
        "tests",
        "Tests and documents",
        [
          show.list([
            test ? `${code(test.path)}${test.exists ? "" : " (new)"}` : "No tests here to follow",
            ...documents.map(code),
          ]),
        ],
        { repeats: true },
      ),
      show.section("risks", "Risks", [
        ...show.lists(risks(draft)),
        ...draft.gathered.notFound.map((claim) => ({ kind: "claim", claim }) as const),
      ]),
      show.section("plan", "Plan", [
        show.check(`${JSON.stringify(path)} written`, evidence, true),
        show.text(
          `Carry it out: ${code(`/execute-plan ${path}`)}. Read and change it before that; with \`--check\` the command shows what would be done.`,
        ),
      ]),
    ],
  };
}
