import { UserError } from "../lib/index.ts";
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

/** A row of the list; a file that can't be read doesn't hide the others. */
async function row(name: string, { modes, mode }: Session): Promise<readonly string[]> {
  const shown = name === mode.name ? `${name} (current)` : name;
  try {
    const { level, summary } = await modes.load(name);
    return [shown, level, summary];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [shown, "–", `Can't be read: ${error.message}`];
  }
}

async function list(session: Session): Promise<Report> {
  const names = await session.modes.names();
  const rows = await Promise.all(names.map((name) => row(name, session)));
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
