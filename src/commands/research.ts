import type { Report } from "../report/index.ts";
import { command, type Context } from "./command.ts";
import { deep, shallow } from "./research/contract.ts";
import { gather } from "./research/gather.ts";
import { readQuestion } from "./research/question.ts";
import { reportOf } from "./research/report.ts";
import { checkTarget, save } from "./research/save.ts";

const deepMode = "deep-research";

export default command({
  summary: "Answer a question by quotations from the code, its history and its dependencies",
  argument: {
    name: "question",
    summary: "what you want to know, in words that the code would use",
    required: true,
    example: '"where are invoices archived"',
  },
  mcp: true,
  flags: {
    mode: {
      type: "choice",
      choices: ["default", deepMode],
      summary: "deep-research: more findings, tests, history and dependencies, and what was not found",
    },
    save: { type: "string", summary: "Write the report as Markdown", example: "answer.md", files: true },
  },
  async run({ argument, flags }, context) {
    const question = readQuestion(argument);
    const { files } = context.session.workspace;
    if (flags.save !== undefined) await checkTarget(files, flags.save);
    const isDeep = (flags.mode ?? context.session.mode.name) === deepMode;
    const report = reportOf(await gather(question, isDeep ? deep : shallow, context));
    return flags.save === undefined ? report : saved(report, flags.save, context);
  },
});

async function saved(report: Report, path: string, { session }: Context): Promise<Report> {
  const evidence = await save(session.workspace.files, path, report);
  const claim = `${JSON.stringify(path)} written`;
  return {
    ...report,
    sections: [
      ...report.sections,
      { key: "saved", title: "Saved", blocks: [{ kind: "check", claim, evidence, passed: true }] },
    ],
  };
}
