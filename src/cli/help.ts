import {
  commands,
  examples,
  placeholder,
  resolve as resolveCommand,
  type Argument,
  type Flag,
  type Flags,
  format,
} from "../commands/index.ts";
import { globalFlags } from "./globals.ts";
import { programs } from "./programs/table.ts";

interface Entry {
  readonly summary: string;
  readonly argument?: Argument;
  readonly flags: Flags;
}

/** Returns the text of `antiphon --help`. */
export async function help(): Promise<string> {
  const [written, run] = await Promise.all([
    Promise.all(commands.names.map(async (name) => [`/${name}`, await commands.load(name)] as const)),
    Promise.all(programs.names.map(async (name) => [name, await programs.load(name)] as const)),
  ]);
  const helpLines = written
    .flatMap(([name, command]) =>
      examples(name, command)
        .slice(0, 1)
        .map((text) => `  antiphon "${text}"`),
    )
    .slice(0, 4);
  return [
    "antiphon: slash commands that write APIs and documentation, and a messages endpoint with tool use",
    "",
    "Usage: antiphon [flags]                start the prompt",
    '       antiphon "/<command> …" [flags]  run one command',
    "       antiphon <program> [flags]",
    ...block(
      "Commands",
      written.map(([name, { summary, argument }]) => [`${name}${placeholder(argument)}`, summary]),
    ),
    ...block(
      "Programs",
      run.map(([name, { summary, argument }]) => [`${name}${placeholder(argument)}`, summary]),
    ),
    ...block("Flags of all", flagRows(globalFlags)),
    "",
    "Examples",
    ...helpLines,
    "",
  ].join("\n");
}

/** Returns the text of `antiphon <name> --help`. */
export async function helpOn(name: string): Promise<string> {
  const plain = name.replace(/^\//, "");
  const isProgram = !name.startsWith("/") && programs.has(plain);
  const entry: Entry = isProgram
    ? await programs.load(plain)
    : (await resolveCommand([{ text: name, gap: "", quoted: false }], { prefix: "antiphon " })).command;
  const flags = isProgram ? entry.flags : { ...entry.flags, format: entry.flags["format"] ?? format };
  return [
    `antiphon ${plain}: ${entry.summary}`,
    "",
    `Usage: antiphon ${plain}${placeholder(entry.argument)} [flags]`,
    ...(entry.argument ? block("Argument", [[entry.argument.name, entry.argument.summary]]) : []),
    ...block("Flags", flagRows(flags)),
    ...block("Flags of all", flagRows(globalFlags)),
    "",
    "Examples",
    ...examples(plain, entry).map((text) => `  antiphon ${text}`),
    "",
  ].join("\n");
}

const flagRows = (flags: Flags): readonly (readonly [string, string])[] =>
  Object.entries(flags).map(([name, flag]) => [`--${name}${valueForm(flag)}`, flag.summary]);

const valueForm = (flag: Flag): string =>
  flag.type === "boolean"
    ? ""
    : flag.type === "choice"
      ? `=${flag.choices.join("|")}`
      : `=${flag.example ?? "…"}`;

function block(title: string, rows: readonly (readonly [string, string])[]): readonly string[] {
  if (rows.length === 0) return [];
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  return [
    "",
    title,
    ...rows.map(([left, right]) =>
      left.length > width
        ? `  ${left}\n  ${" ".repeat(width)}  ${right}`
        : `  ${left.padEnd(width)}  ${right}`,
    ),
  ];
}
