import { usageByCommand } from "../session/index.ts";
import { command } from "./command.ts";

export default command({
  summary: "Show the tokens and the money that models used, by command",
  flags: {},
  mcp: true,
  session: "last",
  async run(_input, { session }) {
    const { prices } = session.settings;
    const used = (await usageByCommand(session.journal.read(), prices)).filter(({ answers }) => answers > 0);
    const total = (of: (usage: (typeof used)[number]) => number): number =>
      used.reduce((sum, usage) => sum + of(usage), 0);
    const priced = used.every(({ cost }) => cost !== undefined);
    const rows = used.map(({ line, answers, input, output, tools, cost }) => [
      line.length > 60 ? `${line.slice(0, 59)}…` : line,
      answers,
      input,
      tools,
      output,
      cost === undefined ? null : dollars(cost),
    ]);
    return {
      title: "Cost of this session",
      outcome: "done",
      sections: [
        {
          key: "usage",
          title: "",
          blocks: [
            {
              kind: "table",
              columns: ["command", "answers", "input tokens", "of which tools", "output tokens", "dollars"],
              rows,
            },
            {
              kind: "facts",
              facts: {
                "input tokens": total(({ input }) => input),
                "of which tool definitions": total(({ tools }) => tools),
                "output tokens": total(({ output }) => output),
                dollars: priced
                  ? dollars(total(({ cost }) => cost ?? 0))
                  : "unknown: set prices in settings.yaml",
              },
            },
            {
              kind: "text",
              text: "Tool definitions are sent with every request; what they took is an estimate, and `antiphon tokens` counts them tool by tool.",
            },
          ],
        },
      ],
    };
  },
});

const dollars = (amount: number): string => amount.toFixed(4);
