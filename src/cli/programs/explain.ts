import { resolve } from "node:path";
import { UserError } from "../../lib/index.ts";
import { ApiError, parseRequest, type MessagesRequest } from "../../messages/index.ts";
import { explain, type Explanation } from "../../models/index.ts";
import { styles, type Report, show } from "../../report/index.ts";
import { readJson } from "../json-file.ts";
import { print } from "../print.ts";
import { readingOf } from "./english.ts";
import { program } from "./program.ts";

export default program({
  summary: "Show why the built-in model answers a request, or how a description is read (--english)",
  argument: {
    name: "request.json",
    summary: "a file with a messages request (messages and tools), or with --english a description",
    required: true,
    example: "request.json",
  },
  flags: {
    english: { type: "boolean", summary: "Show how a description in English is read" },
  },
  async run({ argument, flags }, io) {
    if (flags.english) {
      await print({ report: readingOf(argument), style: styles.default }, io);
      return 0;
    }
    const request = await readRequest(resolve(io.cwd, argument), argument);
    await print({ report: report(await explain(request, io.clock.now())), style: styles.default }, io);
    return 0;
  },
});

async function readRequest(path: string, shownPath: string): Promise<MessagesRequest> {
  const bad = (message: string): UserError =>
    new UserError(
      "request_file",
      message,
      'Pass a file with a request: {"messages": [...], "tools": [...]}.',
      {
        place: { file: shownPath },
      },
    );
  const value = await readJson(path, bad);
  try {
    const whole = { model: "builtin", max_tokens: 1024, ...(value as object) }; // anything but an object is refused by the parser
    return parseRequest(whole, "live");
  } catch (error) {
    if (error instanceof ApiError) throw bad(error.message);
    throw error;
  }
}

const number = (value: number): string => value.toFixed(2);

function report(why: Explanation): Report {
  const calls = why.calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`);
  return {
    title: calls.length > 0 ? calls.join("; ") : why.text,
    outcome: "done",
    sections: [
      ...show.tables(
        "mentions",
        "What could be an argument",
        ["kind", "text"],
        why.mentions.map(({ kind, text }) => [kind, text]),
      ),
      ...show.tables(
        "tools",
        `Tools (relevance ${number(why.relevance)}, needed ${number(why.needed)})`,
        ["tool", "score", "name said", "description said", "words explained"],
        why.tools.map((tool) => [
          tool.name,
          ...[tool.score, tool.nameSaid, tool.descriptionSaid, tool.wordsExplained].map(number),
        ]),
      ),
      ...show.tables(
        "parts",
        "Parts of the request",
        ["tool", "text"],
        why.parts.map(({ tool, text }) => [tool, text]),
      ),
      ...show.tables(
        "arguments",
        "Arguments",
        ["call", "tool", "parameter", "value", "evidence"],
        why.arguments.map((argument) => [
          String(argument.call),
          argument.tool,
          argument.parameter,
          JSON.stringify(argument.value),
          number(argument.evidence),
        ]),
      ),
      ...show.tables(
        "missing",
        "Missing",
        ["tool", "parameter"],
        why.missing.map(({ tool, parameter }) => [tool, parameter]),
      ),
    ],
  };
}
