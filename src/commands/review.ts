import { show } from "../report/index.ts";
import { command } from "./command.ts";
import { reviewData } from "./review/data.ts";
import { focuses, look, writeSarif, scopeOf } from "../review/index.ts";
import { opinionOf } from "./review/model.ts";
import { report } from "./review/report.ts";

export default command({
  summary: "Review changes: types, lint, secrets, dangerous calls, tests, contracts, dependencies, docs",
  keywords:
    "Review, check, inspect or look over changes, a diff, staged files, a commit before a push or merge: what breaks, bugs, security problems, what is insecure or unsafe",
  argument: {
    name: "target",
    summary:
      "a file, folder or pattern, staged, a range such as main..HEAD, or a revision; what isn't committed by default",
    required: false,
    example: "staged",
    choices: ["staged"],
  },
  readOnly: true,
  mcp: true,
  shell: true,
  data: reviewData,
  flags: {
    focus: { type: "choice", choices: focuses, summary: "Only the checks of one kind" },
    sarif: {
      type: "string",
      bare: "review.sarif",
      summary: "Write the findings as SARIF 2.1.0, for editors and code hosts",
      example: "review.sarif",
      files: true,
    },
    exact: { type: "boolean", summary: "Only run programs; ask no model" },
  },
  async run({ argument, flags }, context) {
    const { session, signal } = context;
    const { workspace } = session;
    const scope = await scopeOf(argument.trim(), workspace);
    const looked = await look(scope, {
      workspace,
      signal,
      progress: (what) => session.progress(what),
      focus: focuses.find((name) => name === flags.focus),
      unfinished: (looked) => context.unfinished(async () => report(await looked(), undefined)),
    });
    const opinion = flags.exact ? undefined : await opinionOf(looked, context);
    const result = report(looked, opinion);
    if (flags.sarif === undefined) return result;
    const all = [...looked.findings, ...(opinion?.findings ?? [])];
    const evidence = await writeSarif(workspace.files, flags.sarif, all);
    const claim = `${JSON.stringify(flags.sarif)} written, with ${all.length} ${all.length === 1 ? "result" : "results"}`;
    return {
      ...result,
      sections: [...result.sections, show.section("sarif", "SARIF", [show.check(claim, evidence, true)])],
    };
  },
});
