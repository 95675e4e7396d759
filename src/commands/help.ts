import { data, type DataOf, nearest, UserError } from "../lib/index.ts";
import type { Block, Section } from "../report/index.ts";
import { command, format, type Command } from "./command.ts";
import { examples, placeholder } from "./examples.ts";

const commandData = data.object({
  name: data.text(),
  summary: data.text(),
  argument: data.orNull(data.object({ name: data.text(), summary: data.text(), required: data.flag() })),
  flags: data.list(
    data.object({
      name: data.text(),
      type: data.choice(["boolean", "choice", "number", "string"]),
      choices: data.list(data.text(), "Empty unless the type is `choice`"),
      summary: data.text(),
    }),
  ),
});

const dataOf = (name: string, { summary, argument, flags }: Command): DataOf<typeof commandData> => ({
  name,
  summary,
  argument: argument ? { name: argument.name, summary: argument.summary, required: argument.required } : null,
  flags: Object.entries({ ...flags, format: flags["format"] ?? format }).map(([flag, of]) => ({
    name: flag,
    type: of.type,
    choices: of.type === "choice" ? of.choices : [],
    summary: of.summary,
  })),
});

export default command({
  summary: "List the commands, or explain one",
  asked: "Help, list the commands, what you can do",
  argument: { name: "command", summary: "the name of a command", required: false, example: "mode" },
  flags: {},
  data: data.object({ commands: data.list(commandData) }),
  async run({ argument }, { commands }) {
    const name = argument.trim().replace(/^\//, "");
    if (name === "") {
      const all = await Promise.all(commands.names.map(async (n) => [n, await commands.load(n)] as const));
      return {
        title: "Commands",
        outcome: "done",
        data: { commands: all.map(([n, command]) => dataOf(n, command)) },
        sections: [overview(all)],
      };
    }
    if (!commands.has(name)) {
      const meant = nearest(name, commands.names);
      throw new UserError(
        "unknown_command",
        `There is no command ${name}.`,
        meant ? `Try: /help ${meant}` : "Try: /help",
        {
          usage: true,
        },
      );
    }
    const leaf = await commands.load(name);
    return {
      title: `/${name}`,
      outcome: "done",
      data: { commands: [dataOf(name, leaf)] },
      sections: explain(name, leaf),
    };
  },
});

const overview = (all: readonly (readonly [string, Command])[]): Section => ({
  key: "commands",
  title: "",
  blocks: [
    {
      kind: "table",
      columns: ["command", "what it does"],
      rows: all.map(([name, { argument, summary }]) => [`/${name}${placeholder(argument)}`, summary]),
    },
    { kind: "text", text: "`/help <command>` explains one with its flags. Tab completes." },
  ],
});

function explain(name: string, { summary, argument, flags }: Command): readonly Section[] {
  const rows = Object.entries({ ...flags, format: flags["format"] ?? format }).map(([flag, f]) => [
    f.type === "boolean"
      ? `--${flag}`
      : `--${flag}=${f.type === "choice" ? f.choices.join("|") : (f.example ?? "…")}`,
    f.summary,
  ]);
  const use: readonly Block[] = [
    { kind: "text", text: `${summary}.` },
    {
      kind: "code",
      language: "sh",
      code: examples(name, { argument, flags })
        .map((e) => `/${e}`)
        .join("\n"),
    },
  ];
  return [
    { key: "use", title: "Use", blocks: use },
    ...(argument
      ? [
          {
            key: "argument",
            title: "Argument",
            blocks: [{ kind: "facts", facts: { [argument.name]: argument.summary } } as const],
          },
        ]
      : []),
    { key: "flags", title: "Flags", blocks: [{ kind: "table", columns: ["flag", "what it does"], rows }] },
  ];
}
