import { shellWord } from "../lib/index.ts";
import type { CommandRun } from "../workspace/index.ts";
import { type Maker, builtinTool } from "./builtin-tool.ts";
import { redact, secretValues } from "./redact.ts";
import { shorten } from "./text.ts";

const run: Maker = ({ workspace }) => {
  const { shell } = workspace;
  return (
    shell &&
    builtinTool({
      name: "run",
      description:
        "Run a program in the project's folder, in a sandbox without network that can write only there. command is the program and its arguments, one string each; there is no shell, so no pipes, && or $. Returns exit code, stdout and stderr. Use test for tests, and the other tools to read, search and write files.",
      input_schema: {
        type: "object",
        properties: {
          command: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 200 },
          folder: { type: "string", description: "Where to run it; the project's folder by default." },
          seconds: { type: "integer", minimum: 1, maximum: 600, description: "Time limit; 120 by default." },
        },
        required: ["command"],
        additionalProperties: false,
      },
      offer: ["run"],
      harmless: false,
      subject: ({ command }) => Promise.resolve(line(command)),
      async run({ command: [program = "", ...words], folder, seconds = 120 }, { signal }) {
        const options = { signal, milliseconds: seconds * 1000, ...(folder && { folder }) };
        return describeRun(await shell.run([program, ...words], options), await secretValues(workspace));
      },
    })
  );
};
export default run;

/**
 * Formats a command as typed in a shell: words with special characters are quoted, so that different commands always
 * look different.
 */
export const line = (command: readonly string[]): string => command.map(shellWord).join(" ");

const stops = {
  aborted: "It was called off.",
  time: "It was ended at its time limit.",
  output: "It was ended because it wrote too much.",
  processes: "It was ended because it started too many processes.",
} as const;

function describeRun(
  { exitCode, stopped, stdout, stderr, milliseconds }: CommandRun,
  secrets: readonly string[],
) {
  const parts = [
    `exit code ${exitCode} after ${(milliseconds / 1000).toFixed(1)} s`,
    ...(stopped ? [stops[stopped]] : []),
    ...(stdout ? [`stdout:\n${shorten(stdout, 30_000)}`] : []),
    ...(stderr ? [`stderr:\n${shorten(stderr, 15_000)}`] : []),
  ];
  return { content: redact(parts.join("\n"), secrets), is_error: exitCode !== 0 };
}
