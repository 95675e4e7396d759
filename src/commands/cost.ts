import { show } from "../report/index.ts";
import { data } from "../lib/index.ts";
import { usageByCommand } from "../session/index.ts";
import { command } from "./command.ts";

const used = {
  input_tokens: data.count(),
  tool_tokens: data.count("Of the input, tool definitions; an estimate"),
  output_tokens: data.count(),
  dollars: data.orNull(data.number(), "null where settings.yaml has no price for a model"),
};

export default command({
  summary: "Show the tokens and the cost of models, by command",
  keywords: "Show cost, price: tokens and money that was used or spent in this session",
  flags: {},
  readOnly: true,
  mcp: true,
  session: "last",
  data: data.object({
    ...used,
    commands: data.list(data.object({ line: data.text(), answers: data.count(), ...used })),
  }),
  async run(_input, { session }) {
    const { prices } = session.settings;
    const all = (await usageByCommand(session.journal.read(), prices)).filter(({ answers }) => answers > 0);
    const total = (of: (usage: (typeof all)[number]) => number): number =>
      all.reduce((sum, usage) => sum + of(usage), 0);
    const priced = all.every(({ cost }) => cost !== undefined);
    const rows = all.map(({ line, answers, input, output, tools, cost }) => [
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
      data: {
        input_tokens: total(({ input }) => input),
        tool_tokens: total(({ tools }) => tools),
        output_tokens: total(({ output }) => output),
        dollars: priced ? total(({ cost }) => cost ?? 0) : null,
        commands: all.map(({ line, answers, input, output, tools, cost = null }) => ({
          line,
          answers,
          input_tokens: input,
          tool_tokens: tools,
          output_tokens: output,
          dollars: cost,
        })),
      },
      sections: [
        show.section("usage", "", [
          show.table(
            ["command", "answers", "input tokens", "of which tools", "output tokens", "dollars"],
            rows,
          ),
          show.facts({
            "input tokens": total(({ input }) => input),
            "of which tool definitions": total(({ tools }) => tools),
            "output tokens": total(({ output }) => output),
            dollars: priced
              ? dollars(total(({ cost }) => cost ?? 0))
              : "unknown: set prices in settings.yaml",
          }),
          show.text(
            "Tool definitions are sent with every request; what they took is an estimate, and `antiphon tokens` counts them tool by tool.",
          ),
        ]),
      ],
    };
  },
});

const dollars = (amount: number): string => amount.toFixed(4);
