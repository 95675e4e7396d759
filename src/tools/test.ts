import { runTests, type TestRun } from "../code/index.ts";
import { type Maker, builtinTool } from "./builtin-tool.ts";
import { redact, secretValues } from "./redact.ts";
import { shorten } from "./text.ts";

const test: Maker = ({ workspace }) => {
  const { shell } = workspace;
  return (
    shell &&
    builtinTool({
      name: "test",
      description:
        "Run the project's tests with its own runner, in the sandbox. Returns how many passed, failed and were skipped, and each failure with its place and message. targets are files, folders, or one test as file::name; without them every test runs.",
      input_schema: {
        type: "object",
        properties: {
          targets: { type: "array", items: { type: "string" }, maxItems: 100 },
          folder: { type: "string", description: "The package, in a repository of several." },
        },
        additionalProperties: false,
      },
      offer: ["change", "run"],
      harmless: false,
      subject: ({ targets = [] }) => Promise.resolve(targets.join(" ") || "all"),
      async run({ targets = [], folder }, { signal }) {
        const safe = targets.filter((target) => !target.startsWith("-")); // otherwise it could be an option of the runner
        const done = await runTests({ ...workspace, shell }, safe, { signal, ...(folder && { folder }) });
        const failed = done.results.some(({ status }) => status === "failed") || done.run.exitCode !== 0;
        return { content: redact(shorten(summary(done)), await secretValues(workspace)), is_error: failed };
      },
    })
  );
};
export default test;

function summary({ results, runner, run }: TestRun): string {
  const count = (status: string): number => results.filter((result) => result.status === status).length;
  const failures = results.filter(({ status }) => status === "failed");
  return [
    `${runner}: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped; exit code ${run.exitCode}`,
    ...failures.map(
      ({ name, file, line, message }) =>
        `FAILED ${[file, line].filter(Boolean).join(":")} ${name}\n${shorten(message ?? "", 3000)}`,
    ),
  ].join("\n\n");
}
