import type { Report } from "../report/index.ts";
import type { Mode, Session } from "../session/index.ts";
import { command } from "./command.ts";

export default command({
  summary: "Show or change the mode of the session",
  argument: {
    name: "name",
    summary: "the mode to enter; none shows the current one",
    required: false,
    example: "token-efficient",
    complete: ({ modes }) => modes.names(),
  },
  flags: {
    list: { type: "boolean", summary: "List the modes" },
    info: { type: "boolean", summary: "Show the whole mode file" },
  },
  mcp: true,
  session: "last",
  async run({ argument, flags }, { session }) {
    const name = argument.trim();
    if (flags.list) return list(session);
    const mode = name === "" ? session.mode : await session.modes.load(name);
    if (flags.info || name === "") return show(mode, flags.info);
    await session.journal.append({ type: "mode", name });
    const before = session.mode.name;
    session.mode = mode;
    return changed(before, mode, session);
  },
});

const facts = ({ name, level, explanations, comments }: Mode) =>
  ({ kind: "facts", facts: { mode: name, level, explanations, comments } }) as const;

const show = (mode: Mode, whole: boolean): Report => ({
  title: `Mode ${mode.name}`,
  outcome: "done",
  sections: [
    {
      key: "mode",
      title: "",
      blocks: [facts(mode), { kind: "text", text: whole ? mode.instructions : mode.summary }],
    },
  ],
});

function changed(before: string, mode: Mode, { interactive, id }: Session): Report {
  const where = interactive
    ? "For all commands of this session, and when it is resumed."
    : `Changed the project's last session, ${id}: antiphon --continue goes on with it. For a mode that switches itself on, see auto_activate in modes/token-efficient.md.`;
  return {
    title: `Mode ${mode.name}`,
    outcome: "done",
    sections: [
      {
        key: "mode",
        title: "",
        blocks: [facts(mode), { kind: "list", items: [`before: ${before}`, where] }],
      },
      { key: "changes", title: "What changes", blocks: [{ kind: "text", text: mode.summary }] },
    ],
  };
}

async function list({ modes, mode }: Session): Promise<Report> {
  const all = await Promise.all((await modes.names()).map((name) => modes.load(name)));
  const rows = all.map(({ name, level, summary }) => [
    name === mode.name ? `${name} (current)` : name,
    level,
    summary,
  ]);
  return {
    title: "Modes",
    outcome: "done",
    sections: [
      {
        key: "modes",
        title: "",
        blocks: [{ kind: "table", columns: ["mode", "level", "what it is for"], rows }],
      },
    ],
  };
}
