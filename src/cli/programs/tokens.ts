import { resolve } from "node:path";
import { commands as built, dispatch, split } from "../../commands/index.ts";
import { isObject, UserError, type Json } from "../../lib/index.ts";
import { styles, type Report, show } from "../../report/index.ts";
import { ask } from "../ask.ts";
import type { Io } from "../io.ts";
import { readJson } from "../json-file.ts";
import { print } from "../print.ts";
import { openShared, startOf } from "../shared.ts";
import { counter, type Counter } from "../tokens/count.ts";
import { savings } from "../tokens/savings.ts";
import { openSession } from "../wire.ts";
import { program } from "./program.ts";

export default program({
  summary: "Count the tokens of tool definitions, or of a command's report at each level",
  argument: {
    name: "tools.json",
    summary: "a file with tool definitions, or with --compare a command line in quotes",
    required: true,
    example: "tools.json",
  },
  flags: {
    compare: { type: "boolean", summary: "Run the command (as with --dry-run --yes) and compare the levels" },
    real: {
      type: "boolean",
      summary: "With --compare: run it for real; it writes files and starts programs",
    },
  },
  async run({ argument, flags }, io) {
    const tokens = await counter();
    const report = flags.compare
      ? await compare({ line: argument, real: flags.real === true }, io, tokens)
      : await tools(argument, io, tokens);
    await print({ report, style: styles.default }, { ...io, globals: { ...io.globals, dryRun: false } });
    return 0;
  },
});

const tableReport = (
  title: string,
  columns: readonly string[],
  rows: readonly (readonly Json[])[],
): Report => ({
  title,
  outcome: "done",
  sections: [show.section("tokens", "", [show.table(columns, rows)])],
});

async function tools(argument: string, io: Io, { name, count }: Counter): Promise<Report> {
  const all = await readTools(resolve(io.cwd, argument), argument);
  const rows = all
    .map((tool): [string, number] => [String(tool["name"] ?? "?"), count(JSON.stringify(tool))])
    .toSorted(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, tokens]) => sum + tokens, 0);
  const title = `${total} input tokens with every request (${name})`;
  const report = tableReport(title, ["tool", "tokens"], [...rows, ["all", total]]);
  const counted = rows.map(([tool, of]) => ({ tool, tokens: of }));
  return { ...report, data: { counter: name, total, tools: counted } };
}

/** Reads a list of tool definitions, or an object with `tools` as in a request. */
async function readTools(path: string, label: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const bad = (message: string): UserError =>
    new UserError(
      "tools_file",
      message,
      'Pass a file with a list of tool definitions, or {"tools": [...]}.',
      {
        place: { file: label },
      },
    );
  const value = await readJson(path, bad);
  const list: unknown = isObject(value) ? value["tools"] : value;
  if (!Array.isArray(list) || !list.every(isObject)) throw bad("There are no tool definitions in it.");
  return list;
}

interface Compared {
  readonly line: string;
  readonly real: boolean;
}

async function compare({ line, real }: Compared, io: Io, tokens: Counter): Promise<Report> {
  const silent: Io = {
    ...io,
    globals: { ...io.globals, yes: true, dryRun: !real, events: false },
    ask: ask({ answers: io.answers, yes: true, edit: undefined, silent: true, note: io.err }),
  };
  const words = split(line);
  const name = words[0]?.text.replace(/^\//, "") ?? "";
  const sessionKind = built.has(name) ? (await built.load(name)).session : undefined;
  const shared = await openShared(silent, startOf(io, sessionKind));
  const { commands } = shared;
  const { session, settle } = await openSession(silent, shared, { interactive: false, shell: real });
  const { report } = await dispatch(words, { session, signal: io.signal, commands });
  settle();
  await shared.close();
  const levels = await savings(report, tokens);
  const rows = levels.map(({ level, tokens: n, saved, kept }) => [level, n, `${saved} %`, `${kept} %`]);
  const table = tableReport(`${line} (${tokens.name})`, ["level", "tokens", "saved", "facts kept"], rows);
  return { ...table, data: { counter: tokens.name, levels: levels.map((level) => ({ ...level })) } };
}
