import { type Report, type Section, show } from "../report/index.ts";
import { command, type Context } from "./command.ts";
import { compared } from "./research/compare.ts";
import { deep, shallow, gather, readQuestion, checkTarget, save } from "../research/index.ts";
import { researchData } from "./research/data.ts";
import { answered, answerSections } from "./research/model.ts";
import { reportOf } from "./research/report.ts";

const deepMode = "deep-research";

export default command({
  summary: "Answer a question with quotations from the code, its history and its dependencies",
  keywords:
    "Explain, find, compare or look up: where something is, how it works, what it does, who uses or calls it, which libraries",
  argument: {
    name: "question",
    summary: "what you want to know, in words that the code would use",
    sentence: true,
    required: true,
    example: '"where are invoices archived"',
  },
  readOnly: true,
  mcp: true,
  data: researchData,
  flags: {
    mode: {
      type: "choice",
      choices: ["default", deepMode],
      summary: "deep-research: more findings, tests, history and dependencies, and what was not found",
    },
    compare: {
      type: "boolean",
      summary: "Compare the things that the question names: redis or memory for sessions",
    },
    exact: { type: "boolean", summary: "Only search; ask no model" },
    save: { type: "string", summary: "Write the report as Markdown", example: "answer.md", files: true },
  },
  async run({ argument, flags }, context) {
    const question = readQuestion(argument);
    const { files } = context.session.workspace;
    if (flags.save !== undefined) await checkTarget(files, flags.save);
    const isDeep = (flags.mode ?? context.session.mode.name) === deepMode;
    const depth = isDeep ? deep : shallow;
    const table = flags.compare ? await compared(argument, depth, context) : undefined;
    const all = await gather(question, depth, context);
    const answer = flags.exact ? undefined : await answered(all, context);
    const report = withMore(reportOf(all, answer), [
      ...(table ? [table] : []),
      ...(answer ? answerSections(answer) : []),
    ]);
    return flags.save === undefined ? report : saved(report, flags.save, context);
  },
});

/** Adds sections after the summary: explicit requests, and a model's answer. */
const withMore = <R extends Report>(report: R, more: readonly Section[]): R => ({
  ...report,
  sections: [...report.sections.slice(0, 1), ...more, ...report.sections.slice(1)],
});

async function saved<R extends Report>(report: R, path: string, { session }: Context): Promise<R> {
  const evidence = await save(session.workspace.files, path, report);
  const claim = `${JSON.stringify(path)} written`;
  return {
    ...report,
    sections: [...report.sections, show.section("saved", "Saved", [show.check(claim, evidence, true)])],
  };
}
