import { data, type DataOf, nearest, usageError } from "../lib/index.ts";
import { type Block, type Section, show } from "../report/index.ts";
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
  keywords: "Help, list the commands, what you can do",
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
      throw usageError(
        "unknown_command",
        `There is no command ${name}.`,
        meant ? `Try: /help ${meant}` : "Try: /help",
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

const overview = (all: readonly (readonly [string, Command])[]): Section =>
  show.section("commands", "", [
    show.table(
      ["command", "what it does"],
      all.map(([name, { argument, summary }]) => [`/${name}${placeholder(argument)}`, summary]),
    ),
    show.text("`/help <command>` explains one with its flags. Tab completes."),
  ]);

function explain(name: string, { summary, argument, flags }: Command): readonly Section[] {
  const rows = Object.entries({ ...flags, format: flags["format"] ?? format }).map(([flag, f]) => [
    f.type === "boolean"
      ? `--${flag}`
      : `--${flag}=${f.type === "choice" ? f.choices.join("|") : (f.example ?? "…")}`,
    f.summary,
  ]);
  const use: readonly Block[] = [
    show.text(`${summary}.`),
    show.code(
      "sh",
      examples(name, { argument, flags })
        .map((e) => `/${e}`)
        .join("\n"),
    ),
  ];
  return [
    show.section("use", "Use", use),
    ...(argument
      ? [show.section("argument", "Argument", [show.facts({ [argument.name]: argument.summary })])]
      : []),
    show.section("flags", "Flags", [show.table(["flag", "what it does"], rows)]),
  ];
}
