import { data, type DataOf, UserError, type Table } from "../lib/index.ts";
import type { Reported, Section } from "../report/index.ts";
import type { Page } from "../session/index.ts";
import { command, type Argument, type Command, type Context } from "./command.ts";

const customData = data.object({
  commands: data.list(
    data.object({ line: data.text(), outcome: data.choice(["done", "failed", "declined"]) }),
  ),
});
type Ran = DataOf<typeof customData>["commands"][number];

export interface CustomFiles {
  /** Paths of Markdown files by command name. */
  readonly paths: ReadonlyMap<string, string>;
  read(path: string): Promise<Page>;
}

/** The built-in commands and those from Markdown files, which can't replace built-in ones. */
export function withCustom(
  built: Table<Command, string>,
  { paths, read }: CustomFiles,
): Table<Command, string> {
  const files = new Map([...paths].filter(([name]) => !built.has(name)));
  return {
    names: [...built.names, ...files.keys()],
    has: (name): name is string => built.has(name) || files.has(name),
    async load(name) {
      const path = files.get(name);
      if (path === undefined) return built.load(name);
      return custom(await read(path), path);
    },
  };
}

/** Runs the lines of the file that begin with a slash, in order; `$ARGUMENTS` is replaced with the user's input. */
function custom({ data, body }: Page, path: string): Command {
  const lines = body.split("\n").filter((line) => /^\/[a-z]/.test(line));
  const { summary, argument } = data;
  return command({
    summary: typeof summary === "string" ? summary : `Run ${path}`,
    ...(body.includes("$ARGUMENTS") && { argument: argumentOf(argument) }),
    flags: {},
    shell: true,
    data: customData,
    async run(input, context) {
      if (lines.length === 0)
        throw new UserError(
          "custom_command",
          "The file has no line that begins with a command.",
          "Write one line for each command, as in: /mode token-efficient",
          { place: { file: path } },
        );
      return carriedOut(lines, input.argument, context);
    },
  });
}

const argumentOf = (name: unknown): Argument => {
  const named = typeof name === "string" ? name : "arguments";
  return { name: named, summary: "the text for $ARGUMENTS in the file", required: true, example: "…" };
};

/** Stops at the first command that doesn't succeed. */
async function carriedOut(
  lines: readonly string[],
  argument: string,
  { run, unfinished }: Context,
): Promise<Reported<DataOf<typeof customData>>> {
  const sections: Section[] = [];
  const ran: Ran[] = [];
  unfinished(() => ({ title: "", outcome: "failed", sections }));
  const { show } = await import("../report/index.ts"); // `--help` starts without reports
  for (const written of lines) {
    const line = written.replaceAll("$ARGUMENTS", () => argument);
    const report = await run(line);
    ran.push({ line, outcome: report.outcome });
    const first = show.facts({ command: line, outcome: report.outcome });
    sections.push(show.section(line, report.title, [first]), ...report.sections);
    if (report.outcome !== "done")
      return { title: `Stopped at ${line}`, outcome: report.outcome, data: { commands: ran }, sections };
  }
  return {
    title: lines.length === 1 ? "1 command done" : `${lines.length} commands done`,
    outcome: "done",
    data: { commands: ran },
    sections,
  };
}
